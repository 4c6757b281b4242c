import type { Delivery, DeliveryStatus, EventName } from '@estate/contracts';
import { expiryOf } from './event.ts';
import type { StoredEvent } from './event.ts';
import { ATTEMPTS_MAX, honouredDelayMs, plannedDelayMs, retryAfterMs } from './repeat-schedule.ts';
import type { Schedule } from './repeat-schedule.ts';

/** One attempt; with nothing but `at` its outcome is not known (yet): it may or may not have arrived. */
export interface Attempt {
  at: Date;
  statusCode?: number;
  body?: string;
  error?: string;
  durationMs?: number;
}

/** One event on its way to one webhook. `nextAttemptAt` is set exactly as long as it is pending. */
export interface StoredDelivery {
  id: string;
  accountId: string;
  webhookId: string;
  eventId: string;
  eventName: string;
  status: DeliveryStatus;
  nextAttemptAt?: Date;
  /** The newest ones. */
  attempts: Attempt[];
  /** Counted before the attempt is made. */
  attemptCount: number;
  createdAt: Date;
  expiresAt: Date;
}

/** What the receiver did. */
export interface Reception {
  statusCode?: number;
  /** Of the receiver's answer. */
  retryAfter?: string;
}

export type Decision =
  | { status: 'succeeded' }
  /** `receiverGone`: nothing may be sent to this webhook any more. */
  | { status: 'failed'; receiverGone: boolean }
  | { status: 'pending'; nextAttemptAt: Date };

export function newDelivery(
  event: Pick<StoredEvent, 'id' | 'eventName' | 'accountId'>,
  about: { id: string; webhookId: string; now: Date },
): StoredDelivery {
  return {
    id: about.id,
    accountId: event.accountId,
    webhookId: about.webhookId,
    eventId: event.id,
    eventName: event.eventName,
    status: 'pending',
    nextAttemptAt: about.now,
    attempts: [],
    attemptCount: 0,
    createdAt: about.now,
    expiresAt: expiryOf(about.now),
  };
}

type Verdict = 'succeeded' | 'gone' | 'repeat';

/** What an answer means, the first rule that fits; everything else, also no answer at all, is repeated. */
const RESPONSE_RULES: readonly { from: number; to: number; verdict: Verdict }[] = [
  { from: 200, to: 299, verdict: 'succeeded' },
  { from: 410, to: 410, verdict: 'gone' },
];

export function verdictOf(statusCode: number | undefined): Verdict {
  if (statusCode === undefined) return 'repeat';
  return RESPONSE_RULES.find(({ from, to }) => from <= statusCode && statusCode <= to)?.verdict ?? 'repeat';
}

/** What becomes of a delivery after its attempt number `attemptCount`. */
export function decide(
  { statusCode, retryAfter }: Reception,
  { attemptCount, now, schedule }: { attemptCount: number; now: Date; schedule: Schedule },
): Decision {
  const verdict = verdictOf(statusCode);
  if (verdict === 'succeeded') return { status: 'succeeded' };
  if (verdict === 'gone') return { status: 'failed', receiverGone: true };
  if (attemptCount >= ATTEMPTS_MAX) return { status: 'failed', receiverGone: false };
  const planned = plannedDelayMs(attemptCount, schedule);
  const delayMs = honouredDelayMs(planned, retryAfterMs(retryAfter, now));
  return { status: 'pending', nextAttemptAt: new Date(now.getTime() + delayMs) };
}

export function toDelivery(delivery: StoredDelivery): Delivery {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    // A webhook can only subscribe to names that the contract knows.
    eventName: delivery.eventName as EventName,
    status: delivery.status,
    ...(delivery.nextAttemptAt && { nextAttemptAt: delivery.nextAttemptAt.toISOString() }),
    attempts: delivery.attempts.map(({ at, ...outcome }) => ({ at: at.toISOString(), ...outcome })),
  };
}
