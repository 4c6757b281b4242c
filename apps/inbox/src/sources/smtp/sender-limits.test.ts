import { describe, expect, it } from 'vitest';
import { SenderLimits } from './sender-limits.ts';

describe('the limits of one sender', () => {
  it('bound its connections at a time, and nobody else’s', () => {
    const limits = new SenderLimits({ connections: 2, mailsPerMinute: 10 }, () => new Date(0));
    const connect = (address: string, id: string) => limits.connect({ remoteAddress: address, id });
    expect([connect('a', '1'), connect('a', '2'), connect('a', '3'), connect('b', '4')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    limits.disconnect({ remoteAddress: 'a', id: '1' });
    expect(connect('a', '5')).toBe(true);
  });

  it('leave a place free only when a connection ends that had one', () => {
    const limits = new SenderLimits({ connections: 1, mailsPerMinute: 10 }, () => new Date(0));
    const connect = (id: string) => limits.connect({ remoteAddress: 'a', id });
    expect([connect('1'), connect('2')]).toEqual([true, false]);
    limits.disconnect({ remoteAddress: 'a', id: '2' });
    expect(connect('3')).toBe(false);
  });

  it('bound its mails a minute, and let it go on in the next', () => {
    let now = 0;
    const limits = new SenderLimits({ connections: 2, mailsPerMinute: 2 }, () => new Date(now));
    expect([limits.mail('a'), limits.mail('a'), limits.mail('a')]).toEqual([true, true, false]);
    now = 60_000;
    expect(limits.mail('a')).toBe(true);
  });
});
