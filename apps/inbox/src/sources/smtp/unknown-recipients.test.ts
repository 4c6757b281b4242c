import { describe, expect, it } from 'vitest';
import { UnknownRecipients } from './unknown-recipients.ts';

const HOUR_MS = 3_600_000;

describe('unknown recipients', () => {
  it('unknown recipients are counted by sender, each once, and forgotten in the next hour', () => {
    let now = 0;
    const unknown = new UnknownRecipients(2, () => new Date(now));
    for (const address of ['x@a', 'X@A', 'x@a']) unknown.add('unknown', 'sender', address);
    expect(unknown.isGuessing('sender')).toBe(false);
    unknown.add('unknown', 'sender', 'y@a');
    expect([unknown.isGuessing('sender'), unknown.isGuessing('other')]).toEqual([true, false]);
    now = HOUR_MS;
    expect(unknown.isGuessing('sender')).toBe(false);
    unknown.add('unknown', 'sender', 'z@a');
    expect(unknown.isGuessing('sender')).toBe(false);
  });

  it('unknown recipients are no guesses of a sender that names as many known recipients, each counted once', () => {
    const unknown = new UnknownRecipients(2, () => new Date(0));
    for (const address of ['k1@a', 'k2@a', 'K2@a']) unknown.add('known', 'portal', address);
    for (const address of ['x@a', 'y@a']) unknown.add('unknown', 'portal', address);
    expect(unknown.isGuessing('portal')).toBe(false);
    unknown.add('unknown', 'portal', 'z@a');
    expect(unknown.isGuessing('portal')).toBe(true);
    unknown.add('known', 'portal', 'k3@a');
    expect(unknown.isGuessing('portal')).toBe(false);
  });
});
