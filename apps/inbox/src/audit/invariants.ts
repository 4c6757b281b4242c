import { before, dueWithinSchedule, matching } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { BACKOFF } from '../processing/pauses.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { Audited } from './audited.ts';
import { mailWalks } from './mail-walks.ts';

const READ_WITHIN_MS = 15 * 60_000;
const ERASED_WITHIN_MS = 60 * 60_000;

/** The invariants of emails. */
export const mailInvariants = (audited: Audited): Invariant[] => [
  {
    name: 'mails-read-in-time',
    meaning: 'Customers do not receive the requests of these emails.',
    advice: 'Emails are waiting to be read. Check whether the inbox runs, check its log, and add replicas.',
    broken: matching(audited.mails, (now) => ({ dueAt: { $lt: before(now, READ_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    audited.mails,
    { dueAt: 'dueAt', longestMs: BACKOFF.longestMs },
    {
      name: 'mails-due-within-schedule',
      meaning: 'Customers do not receive the requests of these emails.',
    },
  ),
  ...mailWalks(audited),
];

/** The invariants of requests. */
export const requestInvariants = (
  requests: Collection<RequestDoc>,
  { settleMs }: Pick<Audited, 'settleMs'>,
): Invariant[] => [
  {
    name: 'erased-requests-leave',
    meaning: 'Personal data is kept although its erasure was confirmed.',
    advice:
      'Requests that must be erased still exist. Check whether the inbox and the notifier run, and check their logs.',
    broken: matching(requests, (now) => ({ 'erasing.dueAt': { $lt: before(now, ERASED_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    requests,
    { dueAt: 'erasing.dueAt', longestMs: settleMs },
    {
      name: 'erasures-of-requests-due-within-schedule',
      meaning: 'Personal data is kept although its erasure was confirmed.',
    },
  ),
];
