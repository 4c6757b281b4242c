import { expiryOf } from './event.ts';
import type { StoredEvent } from './event.ts';
import type { NoticeText } from './notice-text.ts';
import { longestDelayMs, plannedDelayMs } from './repeat-schedule.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The pauses before the retries: the last one is made about 23 hours after the first attempt. */
const WAITS_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
export const NOTICE_ATTEMPTS_MAX = 1 + WAITS_SECONDS.length;
/** No attempt is planned further ahead than this. */
export const NOTICE_PAUSE_MS_MAX = longestDelayMs({ waitsSeconds: WAITS_SECONDS }, 0);

/** `discarded`: the account had no address any more. */
export type NoticeStatus = 'pending' | 'sent' | 'failed' | 'discarded';

/** An email to the address of an account about an event. `nextAttemptAt` is set exactly as long as it is pending. */
export interface StoredNotice extends NoticeText {
  /** The id of the event, so that an event that is received again has no second notice. */
  id: string;
  accountId: string;
  /** Left out: the address of the account. */
  to?: string;
  /** The mailbox of `to`, for the limit of emails to it. */
  toKey?: string;
  status: NoticeStatus;
  nextAttemptAt?: Date;
  /** Counted before the attempt is made. */
  attemptCount: number;
  /** Why the last attempt failed. */
  failure?: string;
  createdAt: Date;
  endedAt?: Date;
  expiresAt: Date;
}

export const newNotice = (
  { id, accountId }: Pick<StoredEvent, 'id' | 'accountId'>,
  { subject, text }: NoticeText,
  now: Date,
): StoredNotice => ({
  id,
  accountId,
  subject,
  text,
  status: 'pending',
  nextAttemptAt: now,
  attemptCount: 0,
  createdAt: now,
  expiresAt: expiryOf(now),
});

/** The response of the mail server to an attempt. */
export type NoticeResult = { sent: true } | { sent: false; isPermanent: boolean; failure: string };

export type NoticeOutcome = Pick<StoredNotice, 'status' | 'nextAttemptAt' | 'failure' | 'endedAt'>;

/** How a notice continues after its attempt number `attemptCount`. */
export function noticeOutcome(
  result: NoticeResult,
  { attemptCount, now, random }: { attemptCount: number; now: Date; random: () => number },
): NoticeOutcome {
  if (result.sent) return { status: 'sent', endedAt: now };
  const { failure, isPermanent } = result;
  const attemptsLeft = NOTICE_ATTEMPTS_MAX - attemptCount;
  if (isPermanent || attemptsLeft <= 0) return { status: 'failed', failure, endedAt: now };
  const delayMs = plannedDelayMs({ attemptsLeft, waitsSeconds: WAITS_SECONDS }, { baseMs: 0, random });
  return { status: 'pending', failure, nextAttemptAt: new Date(now.getTime() + delayMs) };
}
