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
    advice: 'Mails wait to be read: look whether an inbox runs and what it logs, and start more of them.',
    broken: matching(mails, (now) => ({ dueAt: { $lt: before(now, READ_WITHIN_MS) } })),
  },
  {
    name: 'pending-mails-are-due',
    advice: 'The mails were stored but nobody will read them: rek mails reparse <id>.',
    broken: matching(mails, (now) => ({
      state: 'pending' as const,
      dueAt: { $exists: false },
      receivedAt: { $lt: before(now, READ_WITHIN_MS) },
    })),
  },
  forgottenInTime(mails),
  ...[mails, requests].map((collection) => outboxSent(collection as unknown as Collection<OutboxDocument>)),
];
