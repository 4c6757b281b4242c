import { before, forgottenInTime, matching, outboxSent } from '@estate/persistence';
import type { Invariant, Collection, OutboxDocument } from '@estate/persistence';
import type { MailDoc } from '../stores/mail-document.ts';
import type { RequestDoc } from '../stores/request-store.ts';

const READ_WITHIN_MS = 15 * 60_000;

interface Collections {
  mails: Collection<MailDoc>;
  requests: Collection<RequestDoc>;
}

/** What must hold for everything the inbox stores. */
export const inboxInvariants = ({ mails, requests }: Collections): Invariant[] => [
  {
    name: 'mails-read-in-time',
    advice: 'Emails wait to be read. Check whether the inbox runs and what it logs, and add replicas.',
    broken: matching(mails, (now) => ({ dueAt: { $lt: before(now, READ_WITHIN_MS) } })),
  },
  {
    name: 'pending-mails-are-due',
    advice: 'The emails were stored, but no worker will read them. Read them again (rek mails reparse <id>).',
    broken: matching(mails, (now) => ({
      state: 'pending' as const,
      dueAt: { $exists: false },
      receivedAt: { $lt: before(now, READ_WITHIN_MS) },
    })),
  },
  forgottenInTime(mails),
  ...[mails, requests].map((collection) => outboxSent(collection as unknown as Collection<OutboxDocument>)),
];
