import { describe, expect, it } from 'vitest';
import { WaitingMails } from './waiting-mails.ts';

const by = { owner: 'me', leaseMs: 1000, now: new Date() };

describe('emails that wait in memory', () => {
  it('emails that wait in memory are limited in number and in bytes', () => {
    const waiting = new WaitingMails({ most: 3, mostBytes: 100, claimBy: () => by, wake: () => undefined });
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
});
