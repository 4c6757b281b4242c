import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

const WINDOW_MS = 10_000;

/** Replicas that share a count in memory; `asked` are the batches that they wanted. */
function world(points: number, replicas = 2) {
  let nowMs = 0;
  let window = { used: 0, until: 0 };
  let answering = Promise.resolve();
  const asked: number[] = [];
  const store = {
    points,
    windowMs: WINDOW_MS,
    take: async (_key: string, wanted: number) => {
      asked.push(wanted);
      await answering;
      if (window.until <= nowMs) window = { used: 0, until: nowMs + WINDOW_MS };
      const granted = Math.min(wanted, Math.max(0, points - window.used));
      window.used += wanted;
      return Promise.resolve({
        granted,
        remaining: Math.max(0, points - window.used),
        msBeforeNext: window.until - nowMs,
      });
    },
  };
  const limits = Array.from(
    { length: replicas },
    () => new RateLimit({ store, clock: () => new Date(nowMs) }),
  );
  const spend = async (replica: number): Promise<boolean> => {
    try {
      await limits[replica]?.spend('key');
      return true;
    } catch {
      return false;
    }
  };
  return {
    asked,
    spend,
    /** From now on the store answers when it is let. */
    hold: () => {
      let release = () => {};
      answering = new Promise((resolve) => (release = resolve));
      return release;
    },
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

const count = (results: readonly unknown[]) => results.filter((result) => result === true).length;

describe('the rate limit', () => {
  it('the rate limit lets a burst through with few queries of the shared count', async () => {
    const { spend, asked } = world(100);
    expect(count(await Promise.all(Array.from({ length: 60 }, () => spend(0))))).toBe(60);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('the rate limit queries the shared count ever less often for a busy key, and never for an exhausted one', async () => {
    const { spend, asked } = world(1000, 1);
    for (let request = 0; request < 1000; request += 1) await spend(0);
    const questions = asked.length;
    expect(questions).toBeLessThan(150);
    expect(await spend(0)).toBe(false);
    for (let request = 0; request < 50; request += 1) await spend(0);
    expect(asked.length).toBe(questions);
  });

  it('the rate limit counts a request once that arrives while the shared count is queried', async () => {
    const { spend, hold } = world(100);
    const release = hold();
    const spent = [0, 1].map((replica) => spend(replica));
    await new Promise(setImmediate);
    for (let request = 1; request < 50; request += 1) spent.push(spend(0), spend(1));
    release();
    expect(count(await Promise.all(spent))).toBe(100);
  });

  it('the rate limit begins anew with the next window', async () => {
    const { spend, later } = world(5, 1);
    expect(count(await Promise.all(Array.from({ length: 9 }, () => spend(0))))).toBe(5);
    later(WINDOW_MS);
    expect(count(await Promise.all(Array.from({ length: 9 }, () => spend(0))))).toBe(5);
  });

  it('the rate limit never lets more through than its limit, and all of it over all replicas', async () => {
    const requests = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), requests, async (points, order) => {
        const { spend } = world(points, 3);
        const passed = count(await Promise.all(order.map((replica) => spend(replica))));
        expect(passed).toBeLessThanOrEqual(Math.min(points, order.length));
        let more = 0;
        for (const replica of [0, 1, 2]) while (await spend(replica)) more += 1;
        expect(passed + more).toBe(points);
      }),
      { numRuns: 200 },
    );
  });
});
