import type { DeliveryStatus, Resend, ResendInput } from '@estate/contracts';
import { expiryOf } from './event.ts';

/** Which deliveries a resend queues again. */
export interface ResendScope {
  statuses: DeliveryStatus[];
  since?: Date;
  until: Date;
  fromSequence?: number;
  toSequence?: number;
}

/** A resend that goes on over restarts: everything up to `cursor` was looked at. */
export interface StoredResend {
  id: string;
  accountId: string;
  webhookId: string;
  scope: ResendScope;
  status: Resend['status'];
  cursor: string;
  queued: number;
  examined: number;
  createdAt: Date;
  finishedAt?: Date;
  expiresAt: Date;
}

/** Deliveries made after the resend was ordered are none of its business. */
export function newResend(
  input: ResendInput,
  about: { id: string; accountId: string; webhookId: string; now: Date },
): StoredResend {
  const { now, ...of } = about;
  const until = input.until === undefined ? now : new Date(Math.min(now.getTime(), Date.parse(input.until)));
  return {
    ...of,
    scope: {
      statuses: [input.status].flat(),
      ...(input.since !== undefined && { since: new Date(input.since) }),
      until,
      ...(input.fromSequence !== undefined && { fromSequence: input.fromSequence }),
      ...(input.toSequence !== undefined && { toSequence: input.toSequence }),
    },
    status: 'running',
    cursor: '',
    queued: 0,
    examined: 0,
    createdAt: now,
    expiresAt: expiryOf(now),
  };
}

export const toResend = (resend: StoredResend): Resend => ({
  id: resend.id,
  status: resend.status,
  queued: resend.queued,
  examined: resend.examined,
  createdAt: resend.createdAt.toISOString(),
  ...(resend.finishedAt && { finishedAt: resend.finishedAt.toISOString() }),
});
