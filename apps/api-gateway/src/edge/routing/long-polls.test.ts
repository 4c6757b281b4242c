import { describe, expect, it } from 'vitest';
import { LongPolls } from './long-polls.ts';

const polls = (stopping: AbortSignal = new AbortController().signal, lookEveryMs = 1) =>
  new LongPolls({ stopping, lookEveryMs });

/** Looks that find nothing until the given one. */
function foundAt(number: number) {
  let looks = 0;
  const look = () => Promise.resolve((looks += 1));
  return { look, isFound: (output: number) => output >= number, count: () => looks };
}

const HOUR_MS = 3_600_000;

describe('a call that waits', () => {
  it('a call that waits is answered at once when there is something, without having waited', async () => {
    const { output, waitedMs } = await polls().run({ accountId: 'a', waitMs: HOUR_MS, ...foundAt(1) });
    expect([output, waitedMs]).toEqual([1, 0]);
  });

  it('a call that waits is answered as soon as a look finds something, and says how long it waited', async () => {
    const { output, waitedMs } = await polls().run({ accountId: 'a', waitMs: HOUR_MS, ...foundAt(3) });
    expect(output).toBe(3);
    expect(waitedMs).toBeGreaterThan(0);
  });

  it('a call that waits gets what there is when its time is over', async () => {
    const never = foundAt(Infinity);
    const { output } = await polls().run({ accountId: 'a', waitMs: 5, ...never });
    expect(output).toBe(never.count());
  });

  it('a call that waits ends when the service stops', async () => {
    const stopping = new AbortController();
    const never = foundAt(Infinity);
    const waiting = polls(stopping.signal, HOUR_MS).run({ accountId: 'a', waitMs: HOUR_MS, ...never });
    stopping.abort();
    expect((await waiting).output).toBe(never.count());
  });

  it('a call that waits ends the oldest wait of its account when there are too many, and of no other', async () => {
    const stopping = new AbortController();
    const all = polls(stopping.signal, HOUR_MS);
    const ended: string[] = [];
    const begin = (name: string, accountId: string) =>
      all
        .run({ accountId, waitMs: HOUR_MS, look: () => Promise.resolve(name), isFound: () => false })
        .then(({ output }) => ended.push(output));
    const other = begin('other', 'b');
    const [oldest, ...rest] = ['1', '2', '3', '4', '5', '6'].map((name) => begin(name, 'a'));
    await oldest;
    expect(ended).toEqual(['1']);
    stopping.abort();
    await Promise.all([other, ...rest]);
    expect(ended).toHaveLength(7);
  });

  it('a call that fails while it waits fails', async () => {
    const look = () => Promise.reject(new Error('unavailable'));
    const wait = { accountId: 'a', waitMs: HOUR_MS, look, isFound: () => true };
    await expect(polls().run(wait)).rejects.toThrow('unavailable');
  });
});
