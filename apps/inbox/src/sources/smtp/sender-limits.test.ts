import { describe, expect, it } from 'vitest';
import { SenderLimits } from './sender-limits.ts';

describe('the limits of one sender', () => {
  it('bound its connections at a time, and nobody else’s', () => {
    const limits = new SenderLimits({ connections: 2, mailsPerMinute: 10 }, () => new Date(0));
    expect([limits.connect('a'), limits.connect('a'), limits.connect('a'), limits.connect('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    limits.disconnect('a');
    expect(limits.connect('a')).toBe(true);
  });

  it('bound its mails a minute, and let it go on in the next', () => {
    let now = 0;
    const limits = new SenderLimits({ connections: 2, mailsPerMinute: 2 }, () => new Date(now));
    expect([limits.mail('a'), limits.mail('a'), limits.mail('a')]).toEqual([true, true, false]);
    now = 60_000;
    expect(limits.mail('a')).toBe(true);
  });
});
