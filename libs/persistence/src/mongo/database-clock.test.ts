import { describe, expect, it } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const HOUR_MS = 3_600_000;
/** The tests may be interrupted between two looks at the clock. */
const MINUTE_MS = 60_000;

const answering = (aheadMs: number) => () => Promise.resolve(new Date(Date.now() + aheadMs));

const aheadMs = (clock: DatabaseClock) => clock.now().getTime() - Date.now();

describe('the clock of the database', () => {
  it('a clock that the database agrees with is not changed', async () => {
    const clock = new DatabaseClock();

    for (let times = 0; times < 100; times += 1) await clock.measure(answering(0));

    expect(Math.abs(clock.offsetMs())).toBeLessThan(MINUTE_MS);
    expect(Math.abs(aheadMs(clock))).toBeLessThan(MINUTE_MS);
  });

  it.each([2 * HOUR_MS, -2 * HOUR_MS])(
    'a database that is %i ms ahead of the machine decides',
    async (ms) => {
      const clock = new DatabaseClock();

      await clock.measure(answering(ms));

      expect(Math.abs(aheadMs(clock) - ms)).toBeLessThan(MINUTE_MS);
      expect(Math.abs(clock.offsetMs() + ms)).toBeLessThan(MINUTE_MS);
    },
  );

  it('a slow answer corrects the clock no further than it proves it wrong', async () => {
    const clock = new DatabaseClock();
    const before = clock.offsetMs();
    let answered = Date.now();
    await clock.measure(async () => {
      answered = Date.now() - 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Date(answered + 10);
    });

    expect(Math.abs(clock.offsetMs() - before)).toBeLessThanOrEqual(1);
  });

  it('an answer that fails changes nothing and fails the measurement', async () => {
    const clock = new DatabaseClock();
    await clock.measure(answering(HOUR_MS));

    await expect(clock.measure(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');

    expect(Math.abs(aheadMs(clock) - HOUR_MS)).toBeLessThan(MINUTE_MS);
  });
});
