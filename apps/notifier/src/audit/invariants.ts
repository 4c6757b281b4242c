import {
  LEASE_WORDS,
  before,
  beyondLeases,
  correcting,
  dueWithinSchedule,
  matching,
} from '@estate/persistence';
import type { Collection, Filter, Invariant } from '@estate/persistence';
import { NOTICE_PAUSE_MS_MAX } from '../domain/notice.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { EventDoc } from '../stores/event-store.ts';
import type { NoticeDoc } from '../stores/notice-store.ts';
import type { ResendDoc } from '../stores/resend-store.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';
import type { RepairStores } from './missing-deliveries.ts';

const MINUTE_MS = 60_000;
const DELIVERED_WITHIN_MS = 60 * MINUTE_MS;
const RESEND_TAKEN_WITHIN_MS = 15 * MINUTE_MS;
const NOTICE_TAKEN_WITHIN_MS = 60 * MINUTE_MS;
const SLOTS_UNUSED_MS = 15 * MINUTE_MS;
const OVERDUE_MAX = 1000;

/** The collections and stores by which violations are found and repaired. */
export interface Audited {
  webhooks: Collection<WebhookDoc>;
  events: Collection<EventDoc>;
  deliveries: Collection<DeliveryDoc>;
  stores: RepairStores;
  /** The pause before the first retry of a webhook without its own schedule. */
  baseMs: number;
}

export const attemptedInTime = ({
  deliveries,
  webhooks,
}: Pick<Audited, 'deliveries' | 'webhooks'>): Invariant => ({
  name: 'deliveries-attempted-in-time',
  meaning: 'Customers receive events late.',
  advice:
    'Deliveries to healthy receivers are waiting. Check whether the notifier runs, check its log, and add replicas.',
  broken: (pass) => overdue(deliveries, webhooks, pass.now),
});

/** The invariants of bulk resends. */
export const resendInvariants = (resends: Collection<ResendDoc>): Invariant[] => [
  resendsGoOn(resends),
  resendLeasesEnd(resends),
];

/** The invariants of emails to accounts. */
export const noticeInvariants = (notices: Collection<NoticeDoc>): Invariant[] => [
  noticesAttempted(notices),
  dueWithinSchedule(
    notices,
    { dueAt: 'nextAttemptAt', longestMs: NOTICE_PAUSE_MS_MAX },
    {
      name: 'notices-due-within-schedule',
      meaning: 'Accounts do not receive these emails about failing webhooks and targets.',
    },
  ),
];

const resendsGoOn = (resends: Collection<ResendDoc>): Invariant => ({
  name: 'resends-go-on',
  meaning: 'Events whose resend a customer has requested are not sent.',
  advice:
    'No worker processes the bulk resends. Check whether the notifier runs, and check its log (resend).',
  broken: matching(resends, (now) => ({
    status: 'running' as const,
    createdAt: { $lt: before(now, RESEND_TAKEN_WITHIN_MS) },
    'lease.until': { $not: { $gt: before(now, RESEND_TAKEN_WITHIN_MS) } },
  })),
});

function resendLeasesEnd(resends: Collection<ResendDoc>): Invariant {
  const held = (now: Date): Filter<ResendDoc> => ({
    status: 'running' as const,
    'lease.until': { $gt: beyondLeases(now) },
  });
  return {
    name: 'resend-leases-end',
    ...LEASE_WORDS,
    broken: matching(resends, held),
    repair: correcting(resends, held, () => ({ $unset: { lease: '' as const } })),
  };
}

const noticesAttempted = (notices: Collection<NoticeDoc>): Invariant => ({
  name: 'notices-attempted-in-time',
  meaning: 'Accounts receive emails about failing webhooks and targets late.',
  advice:
    'Emails to accounts are waiting. Check whether the notifier runs, whether SMTP_URL is set, and check its log (notice).',
  broken: matching(notices, (now) => ({ nextAttemptAt: { $lt: before(now, NOTICE_TAKEN_WITHIN_MS) } })),
});

/**
 * Deliveries to failing receivers may wait, and those of webhooks whose limits are used up; those of others may not.
 * Goes from webhook to webhook to see behind long queues.
 */
async function overdue(
  deliveries: Collection<DeliveryDoc>,
  webhooks: Collection<WebhookDoc>,
  now: Date,
): Promise<string[]> {
  const dueBefore = before(now, DELIVERED_WITHIN_MS);
  const late = (of: Filter<DeliveryDoc>, limit: number) =>
    deliveries
      .find({ ...of, status: 'pending' as const, nextAttemptAt: { $lt: dueBefore } })
      .sort({ webhookId: 1, nextAttemptAt: 1 })
      .hint('due-of-webhook')
      .limit(limit)
      .project<Pick<DeliveryDoc, '_id' | 'webhookId'>>({ webhookId: 1 })
      .toArray();
  const slotsUsedAfter = before(now, SLOTS_UNUSED_MS).getTime();
  const mayWait = async (_id: string) =>
    (await webhooks.countDocuments({ _id, failingSince: { $exists: true } })) > 0 ||
    (await webhooks.countDocuments({ _id, nextSlotMs: { $gt: slotsUsedAfter } })) > 0;
  const found: string[] = [];
  for (let after = ''; found.length < OVERDUE_MAX;) {
    const [next] = await late({ webhookId: { $gt: after } }, 1);
    if (!next) break;
    const { webhookId } = next;
    const waits = (await mayWait(webhookId)) ? [] : await late({ webhookId }, OVERDUE_MAX - found.length);
    found.push(...waits.map(({ _id }) => _id));
    after = webhookId;
  }
  return found;
}
