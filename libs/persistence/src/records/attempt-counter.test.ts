import { describe, expect, it } from 'vitest';
import { AttemptCounter } from './attempt-counter.ts';
import type { DayTotal } from './attempt-days.ts';

const MONDAY = new Date('2026-11-02T23:59:59.999Z');
const TUESDAY = new Date('2026-11-03T00:00:00.000Z');

/** Keeps the largest totals of each writer, as the store does; refuses the writes that are named. */
function days(refuse: readonly number[] = []) {
  const rows = new Map<string, DayTotal>();
  let writes = 0;
  const raise = async (totals: readonly DayTotal[]) => {
    for (const total of totals) {
      const key = `${total.writer} ${total.of} ${total.day}`;
      const { succeeded = 0, failed = 0 } = rows.get(key) ?? {};
      const raised = {
        succeeded: Math.max(succeeded, total.succeeded),
        failed: Math.max(failed, total.failed),
      };
      rows.set(key, { ...total, ...raised });
    }
    // The write is done, and its answer is lost.
    if (refuse.includes((writes += 1))) throw new Error('connection lost');
  };
  const of = (day: string) => [...rows.values()].filter((row) => row.day === day);
  const sum = (day: string) => [
    of(day).reduce((all, { succeeded }) => all + succeeded, 0),
    of(day).reduce((all, { failed }) => all + failed, 0),
  ];
  return { raise, sum, rows };
}

const attempt = (at: Date, succeeded = true, of = 'webhook') => ({ of, at, succeeded });

describe('the counter of attempts', () => {
  it('an attempt counts on the day in UTC on which it was made', async () => {
    const store = days();
    const counter = new AttemptCounter(store);
    for (const at of [MONDAY, TUESDAY, TUESDAY]) counter.add(attempt(at));
    counter.add(attempt(MONDAY, false));
    await counter.save();
    expect([store.sum('2026-11-02'), store.sum('2026-11-03')]).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  it('a save whose answer was lost counts nothing twice, and nothing is lost', async () => {
    const store = days([1, 3]);
    const counter = new AttemptCounter(store);
    counter.add(attempt(MONDAY));
    await expect(counter.save()).rejects.toThrow('connection lost');
    counter.add(attempt(MONDAY));
    await counter.save();
    counter.add(attempt(MONDAY));
    await expect(counter.save()).rejects.toThrow('connection lost');
    await counter.save();
    expect(store.sum('2026-11-02')).toEqual([3, 0]);
  });

  it('attempts that are added while others are saved are saved by the next save', async () => {
    const store = days();
    const counter = new AttemptCounter(store);
    counter.add(attempt(MONDAY));
    const saving = counter.save();
    counter.add(attempt(MONDAY, false));
    await Promise.all([saving, counter.save()]);
    expect(store.sum('2026-11-02')).toEqual([1, 1]);
  });

  it('attempts of a day that is over are added to it when the totals in memory were forgotten', async () => {
    const store = days();
    const counter = new AttemptCounter(store);
    for (const at of [MONDAY, MONDAY, TUESDAY, MONDAY, TUESDAY]) {
      counter.add(attempt(at));
      await counter.save();
    }
    expect([store.sum('2026-11-02'), store.sum('2026-11-03')]).toEqual([
      [3, 0],
      [2, 0],
    ]);
    expect(store.rows.size).toBeGreaterThan(2);
  });

  it('the totals in memory are bounded, and counting goes on', async () => {
    const store = days();
    const counter = new AttemptCounter(store);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 6000; n += 1) counter.add(attempt(MONDAY, true, `webhook ${n + round * 6000}`));
      counter.add(attempt(MONDAY, false));
      await counter.save();
    }
    expect(store.sum('2026-11-02')).toEqual([18_000, 3]);
    expect(new Set([...store.rows.keys()].map((key) => key.split(' ')[0])).size).toBeGreaterThan(1);
  });
});
