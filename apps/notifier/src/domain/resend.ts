import type { DeliveryStatus, Resend, ResendInput } from '@estate/contracts';
import { refusalOf } from '@estate/errors';
import type { Problem } from '@estate/errors';
import { expiryOf } from './event.ts';

/** Selects the deliveries that a resend queues again. */
export interface ResendScope {
  statuses: DeliveryStatus[];
  since?: Date;
  until: Date;
  fromSequence?: number;
  toSequence?: number;
}

/** A bulk resend, which another process can continue: everything up to `cursor` has been examined. */
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
  failure?: Resend['failure'];
  expiresAt: Date;
}

const RANGE_MISSING: Problem = {
  path: 'since',
  message: 'since or fromSequence is required, to avoid resending all deliveries by mistake',
  code: 'required',
};

/** @throws InvalidInput for a range that begins nowhere or ends before it begins */
export function requireRange({ since, until, fromSequence, toSequence }: ResendInput): void {
  if (since === undefined && fromSequence === undefined)
    throw refusalOf([RANGE_MISSING], 'resend-range-missing');
  const problems: Problem[] = [];
  if (since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since))
    problems.push({ path: 'until', message: 'until must be after since', code: 'invalid-input' });
  if (fromSequence !== undefined && toSequence !== undefined && toSequence < fromSequence)
    problems.push({
      ...{ path: 'toSequence', code: 'invalid-input' },
      message: 'toSequence must not be less than fromSequence',
    });
  if (problems.length > 0) throw refusalOf(problems);
}

/** A resend excludes deliveries that are created after it. */
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

/** The outcome of a resend on which too many processes crashed. */
export const abandoned = ({ id }: StoredResend, now: Date) => ({
  status: 'failed' as const,
  finishedAt: now,
  failure: {
    failureCode: 'internal' as const,
    failureMessage: `An internal error stopped the bulk resend. The deliveries queued so far are sent. Contact support with the id ${id}.`,
  },
});

export const toResend = (resend: StoredResend): Resend => ({
  id: resend.id,
  status: resend.status,
  queued: resend.queued,
  examined: resend.examined,
  createdAt: resend.createdAt.toISOString(),
  ...(resend.finishedAt && { finishedAt: resend.finishedAt.toISOString() }),
  ...(resend.failure && { failure: resend.failure }),
});
