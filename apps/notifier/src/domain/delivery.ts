import type { Delivery, DeliveryAttempt, DeliveryStatus, EventName } from '@estate/contracts';
import { retryAfterMs } from '@estate/contracts/retry-after';
import { linksOf } from './event-links.ts';
import type { EventLinks } from './event-links.ts';
import { expiryOf } from './event.ts';
import type { StoredEvent } from './event.ts';
import { honouredDelayMs, laterAttempts, newPlan, plannedDelayMs } from './repeat-schedule.ts';
import type { Plan, Schedule } from './repeat-schedule.ts';
import { verdictOn } from './response-rules.ts';
import type { StoredWebhook } from './webhook.ts';

/** One attempt; with only `at`, its outcome is unknown. */
export interface Attempt extends Omit<DeliveryAttempt, 'at'> {
  at: Date;
}

/**
 * The transfer of one event to one webhook, with its attempts. `nextAttemptAt` is set exactly as long as it is pending.
 */
export interface StoredDelivery extends EventLinks {
  id: string;
  accountId: string;
  webhookId: string;
  eventId: string;
  eventName: string;
  eventTime: Date;
  status: DeliveryStatus;
  /** How often the webhook had been made active again when the delivery was queued. */
  era?: number;
  /** Its number in the webhook, without gaps; tests have none. */
  sequence?: number;
  test?: boolean;
  nextAttemptAt?: Date;
  /** The newest ones. */
  attempts: Attempt[];
  /** Counted before the attempt is made. */
  attemptCount: number;
  /** How many attempts its plan still has; a resend begins a new plan. */
  attemptsLeft: number;
  /** The pauses of its plan, if its webhook had its own schedule when it was queued. */
  waitsSeconds?: readonly number[];
  createdAt: Date;
  expiresAt: Date;
}

/** The reaction of the receiver. */
export interface Reception {
  statusCode?: number;
  /** The header of the receiver's answer. */
  retryAfter?: string;
}

export type Decision =
  | { status: 'succeeded' }
  /** `receiverGone`: nothing may be sent to this webhook any more. */
  | { status: 'failed'; receiverGone: boolean }
  | { status: 'pending'; nextAttemptAt: Date };

/** The first status of a delivery, by the status of its webhook. */
const FIRST_STATUS = { active: 'pending', paused: 'held', disabled: 'discarded' } as const;

export function newDelivery(
  event: Pick<StoredEvent, 'id' | 'eventName' | 'eventTime' | 'accountId' | keyof EventLinks>,
  webhook: Pick<StoredWebhook, 'id' | 'status' | 'era' | 'retryScheduleSeconds'>,
  about: { id: string; now: Date },
): StoredDelivery {
  const status = FIRST_STATUS[webhook.status];
  return {
    id: about.id,
    accountId: event.accountId,
    webhookId: webhook.id,
    eventId: event.id,
    eventName: event.eventName,
    eventTime: event.eventTime,
    ...linksOf(event),
    status,
    ...(webhook.era !== undefined && { era: webhook.era }),
    ...(status === 'pending' && { nextAttemptAt: about.now }),
    attempts: [],
    attemptCount: 0,
    ...newPlan(webhook),
    createdAt: about.now,
    expiresAt: expiryOf(about.now),
  };
}

/** How a delivery continues after an attempt that left it `attemptsLeft`. */
export function decide(
  { statusCode, retryAfter }: Reception,
  { now, schedule, ...plan }: Plan & { now: Date; schedule: Schedule },
): Decision {
  const verdict = verdictOn(statusCode);
  if (verdict === 'succeeded') return { status: 'succeeded' };
  if (verdict === 'gone') return { status: 'failed', receiverGone: true };
  if (plan.attemptsLeft <= 0) return { status: 'failed', receiverGone: false };
  const planned = plannedDelayMs(plan, schedule);
  const delayMs = honouredDelayMs(planned, retryAfterMs(retryAfter, now));
  return { status: 'pending', nextAttemptAt: new Date(now.getTime() + delayMs) };
}

export function toDelivery(delivery: StoredDelivery, { baseMs }: Pick<Schedule, 'baseMs'>): Delivery {
  const { nextAttemptAt } = delivery;
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    // A webhook can only subscribe to names that the contract knows.
    eventName: delivery.eventName as EventName,
    status: delivery.status,
    ...(delivery.sequence !== undefined && { sequence: delivery.sequence }),
    ...(delivery.test && { test: true }),
    ...linksOf(delivery),
    ...(nextAttemptAt && {
      nextAttemptAt: nextAttemptAt.toISOString(),
      laterAttemptsAt: laterAttempts(nextAttemptAt, delivery, baseMs).map((at) => at.toISOString()),
    }),
    attemptCount: delivery.attemptCount,
    attempts: delivery.attempts.map(({ at, ...outcome }) => ({ at: at.toISOString(), ...outcome })),
    createdAt: delivery.createdAt.toISOString(),
  };
}
