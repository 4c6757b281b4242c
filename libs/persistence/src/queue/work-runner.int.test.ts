import { eventually } from '@estate/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CRASHES_MAX } from '../work/lease.ts';
import { quiet } from '../mongo/quiet.fixture.ts';
import { useDatabase } from '../use-database.fixture.ts';
import { LEASE_MS, START, by, message, openItems } from './work-items.fixture.ts';
import type { Items } from './work-items.fixture.ts';
import type { Claim } from './work-queue.ts';
import { WorkRunner, isAbandoned } from './work-runner.ts';
import type { WorkEnd, WorkReport, WorkRunnerOptions } from './work-runner.ts';

type Named = Claim & { name: string };
type Work = (claimed: Named, lost: AbortSignal) => Promise<WorkEnd<string>>;

const database = useDatabase();
const { signal } = new AbortController();
const done = { result: 'done', messages: [message('m')] };

let items: Items;
let now: Date;
let reports: WorkReport<WorkEnd<string>>[];
beforeAll(async () => {
  items = await openItems(database().db.collection('run-items'));
});
beforeEach(async () => {
  now = START;
  reports = [];
  await items.docs.deleteMany({});
});

const passed = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const stored = (name = 'item') => items.docs.findOne({ _id: name });

/** One process; `next` works on what is due. */
function processWith(
  work: Work,
  options: Partial<WorkRunnerOptions<string>> = {},
  onClaim: () => void = () => undefined,
) {
  const runner = new WorkRunner<string>({
    queue: items.queue,
    owner: 'test',
    leaseMs: LEASE_MS,
    clock: () => now,
    backoff: { firstMs: 5000, longestMs: 600_000 },
    log: quiet,
    ...options,
  });
  const run = (claimed: Named, stop = signal) =>
    runner.run(claimed, {
      signal: stop,
      work: (lost) => work(claimed, lost),
      report: (how) => reports.push(how),
    });
  const next = (stop = signal) =>
    runner.next(
      (who) => {
        onClaim();
        return items.queue.claim(who);
      },
      (claimed: Named) => run(claimed, stop),
    );
  return { next, run };
}
const outcomes = () => reports.map(({ outcome }) => outcome);
const nothingMore = () => new Promise<never>(() => undefined);

/** Processes that begin to work on what is due and are gone. */
async function crashed(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await items.queue.claim(by('crashes', now));
    passed(LEASE_MS);
  }
}

describe('an item that is worked on', () => {
  it('an item that is worked on ends with its result and its messages', async () => {
    await items.add('item');
    const { next } = processWith(async () => done);
    expect(await next()).toBe(true);
    expect(await next()).toBe(false);
    expect(await stored()).toMatchObject({ result: 'done', outbox: [{ id: 'm' }] });
    expect(reports).toMatchObject([{ outcome: 'saved', end: done }]);
  });

  it('an item that is worked on is retried under the next attempt number when its result says so', async () => {
    await items.add('item');
    const attempts: number[] = [];
    const { next } = processWith(async ({ attempt }) => {
      attempts.push(attempt);
      return attempt < 2 ? { retryInMs: 1000, result: 'so far' } : done;
    });
    await next();
    expect(await next()).toBe(false);
    expect(await stored()).toMatchObject({ result: 'so far' });
    for (let retry = 0; retry < 2; retry += 1) {
      passed(1000);
      await next();
    }
    expect(attempts).toEqual([0, 1, 2]);
    expect(await stored()).toMatchObject({ result: 'done' });
  });

  it('an item that is worked on is put off after an internal error ever longer, at most as long as configured, and keeps its attempt number', async () => {
    await items.add('item');
    const { next } = processWith(() => Promise.reject(new Error('disk full')));
    for (const waitMs of [5000, 10_000, 20_000]) {
      await next();
      expect((await stored())?.work).toMatchObject({ dueAt: new Date(now.getTime() + waitMs), attempt: 0 });
      passed(waitMs);
    }
    await items.docs.updateOne({ _id: 'item' }, { $set: { 'work.errors': 50 } });
    await next();
    expect((await stored())?.work.dueAt).toEqual(new Date(now.getTime() + 600_000));
    expect(outcomes()).toEqual(['trouble', 'trouble', 'trouble', 'trouble']);
  });

  it('an item that is worked on is outdated when it changed meanwhile, and free at once', async () => {
    await items.add('item');
    const { next } = processWith(async () => {
      await items.docs.updateOne({ _id: 'item', revision: 1 }, { $set: { revision: 2 } });
      return done;
    });
    await next();
    await next();
    expect(outcomes()).toEqual(['outdated', 'saved']);
  });

  it('an item that is worked on is not written to once its lease is lost', async () => {
    await items.add('item');
    const { next } = processWith(
      async (_claimed, lost) => {
        await items.docs.updateOne({ _id: 'item' }, { $inc: { fence: 1 }, $set: { 'lease.owner': 'other' } });
        await eventually(() => expect(lost.aborted).toBe(true));
        lost.throwIfAborted();
        return done;
      },
      { leaseMs: 30, clock: () => new Date() },
    );
    await next();
    expect(outcomes()).toEqual(['outdated']);
    expect(await stored()).toMatchObject({ lease: { owner: 'other' } });
  });

  it('an item that is worked on keeps its lease for as long as the work takes', async () => {
    await items.add('item');
    const { next } = processWith(
      async ({ lease }) => {
        await eventually(async () =>
          expect((await stored())?.lease?.until.getTime()).toBeGreaterThan(lease.until.getTime() + 30),
        );
        return done;
      },
      { leaseMs: 300, clock: () => new Date() },
    );
    await next();
    expect(outcomes()).toEqual(['saved']);
  });

  it('an item that is worked on that waited since it was claimed gets a whole lease first, unless it was lost', async () => {
    await items.add('kept');
    await items.add('lost');
    const worked: string[] = [];
    const { run } = processWith(async ({ name }) => {
      worked.push(name);
      expect(await items.queue.claim(by('other', now))).toBeNull();
      return done;
    });
    const claims = [await items.queue.claim(by('test', now)), await items.queue.claim(by('test', now))];
    await items.docs.updateOne(
      { _id: 'lost' },
      { $inc: { fence: 1 }, $set: { 'lease.until': new Date(now.getTime() + 10 * LEASE_MS) } },
    );
    passed(LEASE_MS + 1);
    for (const claim of claims) await run(claim!);
    expect(worked).toEqual(['kept']);
    expect(outcomes().toSorted()).toEqual(['outdated', 'saved']);
  });

  it('an item that is worked on is free for the next process when this one stops', async () => {
    await items.add('item');
    const stopping = new AbortController();
    const { next } = processWith(async () => {
      stopping.abort();
      throw new Error('the store closes, too');
    });
    await next(stopping.signal);
    expect(reports).toEqual([]);
    expect(await items.queue.claim(by('next', now))).toMatchObject({ crashes: 0, internalErrors: 0 });
  });

  it('an item that is worked on has ended as stored even if the reply is lost', async () => {
    await items.add('item');
    const { queue } = items;
    const { next } = processWith(async () => done, {
      queue: {
        extend: (...which) => queue.extend(...which),
        retry: (...which) => queue.retry(...which),
        release: (claim) => queue.release(claim),
        end: async (...which) => {
          await queue.end(...which);
          throw new Error('connection cut');
        },
      },
    });
    await next();
    passed(600_000);
    expect(await next()).toBe(false);
    expect(await stored()).toMatchObject({ result: 'done', work: { errors: 0 } });
    expect(outcomes()).toEqual(['trouble']);
  });
});

describe('an item that crashes every process that works on it', () => {
  it(`an item that crashes every process that works on it is abandoned after ${CRASHES_MAX} of them, and those beside it are worked on`, async () => {
    await items.add('deadly', new Date(START.getTime() - 1));
    await items.add('innocent');
    await items.add('other');
    const begun: string[] = [];
    for (let crashes = 0; crashes < CRASHES_MAX; crashes += 1) {
      let crash = () => {};
      const isCrashed = new Promise<void>((resolve) => (crash = resolve));
      const { next } = processWith(async ({ name }) => {
        begun.push(name);
        if (name !== 'deadly') return nothingMore();
        crash();
        return nothingMore();
      });
      for (let place = 0; place < 3; place += 1) void next();
      await isCrashed;
      // The first of them had claimed the others, too, when it crashed.
      if (crashes === 0) await eventually(() => expect(begun).toHaveLength(3));
      passed(LEASE_MS);
    }
    const { next } = processWith(async (claimed) => {
      begun.push(isAbandoned(claimed) ? `${claimed.name} is abandoned` : claimed.name);
      return done;
    });
    while (await next());
    const again = Array.from({ length: CRASHES_MAX - 1 }, () => 'deadly');
    expect(begun.slice(0, 3).toSorted()).toEqual(['deadly', 'innocent', 'other']);
    expect(begun.slice(3)).toEqual([...again, 'deadly is abandoned', 'innocent', 'other']);
  });

  it('an item that crashes every process does not cause items claimed after it to be abandoned', async () => {
    await items.add('suspect', new Date(START.getTime() - 1));
    await crashed(1);
    await items.add('beside');
    let end = (_end: WorkEnd<string>) => {};
    const working = new Promise<WorkEnd<string>>((resolve) => (end = resolve));
    const begun: string[] = [];
    const { next } = processWith(({ name }) => {
      begun.push(name);
      return name === 'suspect' ? working : Promise.resolve(done);
    });
    const both = [next(), next()];
    await eventually(() => expect(begun).toEqual(['suspect']));
    expect(await stored('beside')).not.toHaveProperty('lease');
    end(done);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(begun).toEqual(['suspect', 'beside']);
  });

  it('an item that crashes every process delays others no longer than its time alone', async () => {
    await items.add('suspect', new Date(START.getTime() - 1));
    await crashed(1);
    await items.add('beside');
    const { next } = processWith(({ name }) => (name === 'suspect' ? nothingMore() : Promise.resolve(done)), {
      aloneMs: 1,
    });
    void next();
    expect(await next()).toBe(true);
    expect(await stored('beside')).toMatchObject({ result: 'done' });
  });

  it('a queue without due items is asked once for all who wait, and again for who comes later', async () => {
    let claims = 0;
    const { next } = processWith(
      async () => done,
      {},
      () => {
        claims += 1;
      },
    );
    const waiting = [next(), next(), next()];
    const later = waiting[0]?.then(() => items.add('item')).then(() => next());
    expect(await Promise.all(waiting)).toEqual([false, false, false]);
    expect(claims).toBe(1);
    expect(await later).toBe(true);
    expect(claims).toBe(2);
  });

  it('a failed claim does not keep other items from being claimed', async () => {
    await items.add('item');
    const { run } = processWith(async () => done);
    const runner = new WorkRunner<string>({
      queue: items.queue,
      owner: 'test',
      leaseMs: LEASE_MS,
      clock: () => now,
      backoff: { firstMs: 1, longestMs: 1 },
      log: quiet,
    });
    await expect(runner.next(() => Promise.reject(new Error('unavailable')), run)).rejects.toThrow();
    expect(
      await runner.next(
        (who) => items.queue.claim(who),
        (claimed: Named) => run(claimed),
      ),
    ).toBe(true);
  });
});
