import { describe, expect, it } from 'vitest';
import { UnknownRecipients } from './unknown-recipients.ts';

const HOUR_MS = 3_600_000;

describe('the recipients that nobody knows', () => {
  it('are counted by sender, each once, and forgotten in the next hour', () => {
    let now = 0;
    const unknown = new UnknownRecipients(2, () => new Date(now));
    for (const address of ['x@a', 'X@A', 'x@a']) unknown.add('sender', address);
    expect(unknown.isGuessing('sender')).toBe(false);
    unknown.add('sender', 'y@a');
    expect([unknown.isGuessing('sender'), unknown.isGuessing('other')]).toEqual([true, false]);
    now = HOUR_MS;
    expect(unknown.isGuessing('sender')).toBe(false);
    unknown.add('sender', 'z@a');
    expect(unknown.isGuessing('sender')).toBe(false);
  });

  it('are no guesses of a sender that names as many known ones, each counted once', () => {
    const unknown = new UnknownRecipients(2, () => new Date(0));
    for (const address of ['k1@a', 'k2@a', 'K2@a']) unknown.addKnown('portal', address);
    for (const address of ['x@a', 'y@a']) unknown.add('portal', address);
    expect(unknown.isGuessing('portal')).toBe(false);
    unknown.add('portal', 'z@a');
    expect(unknown.isGuessing('portal')).toBe(true);
    unknown.addKnown('portal', 'k3@a');
    expect(unknown.isGuessing('portal')).toBe(false);
  });
});
