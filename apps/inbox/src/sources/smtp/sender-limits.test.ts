import { describe, expect, it } from 'vitest';
import { SenderLimits } from './sender-limits.ts';

describe('the limits of one sender', () => {
  it('bound its connections at a time, and those of no other sender', () => {
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

  it('the limits of one sender allow another connection only when an accepted one ends', () => {
    const limits = new SenderLimits({ connections: 1, mailsPerMinute: 10 }, () => new Date(0));
    const connect = (id: string) => limits.connect({ remoteAddress: 'a', id });
    expect([connect('1'), connect('2')]).toEqual([true, false]);
    limits.disconnect({ remoteAddress: 'a', id: '2' });
    expect(connect('3')).toBe(false);
  });

  it('bound its emails per minute, and allow more in the next minute', () => {
    let now = 0;
    const limits = new SenderLimits({ connections: 2, mailsPerMinute: 2 }, () => new Date(now));
    expect([limits.mail('a'), limits.mail('a'), limits.mail('a')]).toEqual([true, true, false]);
    now = 60_000;
    expect(limits.mail('a')).toBe(true);
  });
});
