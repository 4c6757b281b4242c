import { describe, expect, it } from 'vitest';
import { NOTICE_ATTEMPTS_MAX, noticeOutcome } from './notice.ts';

const now = new Date('2026-11-01T08:30:00.000Z');
const at = (attemptCount: number) => ({ attemptCount, now, random: () => 0.5 });
const refused = { sent: false, isPermanent: false, failure: '450 later' } as const;

describe('an attempt to send a notice', () => {
  it('an attempt to send a notice that the mail server accepts ends the notice', () => {
    expect(noticeOutcome({ sent: true }, at(1))).toEqual({ status: 'sent', endedAt: now });
  });

  it('an attempt to send a notice that fails is retried after growing pauses, eight times in all', () => {
    const waits = Array.from({ length: NOTICE_ATTEMPTS_MAX }, (_, index) => {
      const { nextAttemptAt } = noticeOutcome(refused, at(index + 1));
      return nextAttemptAt && (nextAttemptAt.getTime() - now.getTime()) / 60_000;
    });
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 720, undefined]);
    expect(noticeOutcome(refused, at(NOTICE_ATTEMPTS_MAX))).toEqual({
      status: 'failed',
      failure: '450 later',
      endedAt: now,
    });
  });

  it('an attempt to send a notice that the mail server refuses for good is not repeated', () => {
    const outcome = noticeOutcome({ ...refused, isPermanent: true }, at(1));
    expect(outcome).toMatchObject({ status: 'failed', endedAt: now });
  });
});
