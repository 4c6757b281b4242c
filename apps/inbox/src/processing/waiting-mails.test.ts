import { describe, expect, it } from 'vitest';
import { WaitingMails } from './waiting-mails.ts';

const HOURS_MS = 3_600_000;
const limits = { most: 3, mostBytes: 100, patienceMs: HOURS_MS };
const by = { owner: 'me', leaseMs: 1000, now: new Date() };

const waitingMails = (options = limits) =>
  new WaitingMails({ ...options, claimBy: () => by, wake: () => undefined });

/** Whether an email that waits for space has it when nothing goes on any more. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
  let isResolved = false;
  void promise.then(() => (isResolved = true));
  await new Promise(setImmediate);
  return isResolved;
}

describe('emails that wait in memory', () => {
  it('emails that wait in memory are limited in number and in bytes', () => {
    const waiting = waitingMails();
    expect(waiting.reserve(101)).toBeUndefined();
    expect([waiting.reserve(90), waiting.reserve(11), waiting.reserve(5), waiting.reserve(5)]).toEqual([
      by,
      undefined,
      by,
      by,
    ]);
    expect(waiting.reserve(0)).toBeUndefined();
    waiting.release(5);
    expect(waiting.reserve(5)).toBe(by);
  });

  it('emails that are about to arrive wait until all of them have space', async () => {
    const waiting = waitingMails();
    await waiting.space(3, 100);
    for (const bytes of [40, 30, 10]) waiting.reserve(bytes);
    const one = waiting.space(1, 20);
    const two = waiting.space(2, 90);
    expect(await hasResolved(one)).toBe(false);
    waiting.release(10);
    expect([await hasResolved(one), await hasResolved(two)]).toEqual([true, false]);
    waiting.release(30);
    expect(await hasResolved(two)).toBe(false);
    waiting.release(40);
    await two;
  });

  it('emails that are about to arrive do not wait for ever', async () => {
    const waiting = waitingMails({ ...limits, patienceMs: 1 });
    await waiting.space(4, 1);
    expect(waiting.reserve(1)).toBe(by);
  });
});
