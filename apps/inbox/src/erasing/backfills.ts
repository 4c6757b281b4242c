import { Backfill, addressesIn, personKeysOf } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import type { MailDoc } from '../stores/mail-document.ts';
import { unchangedSince } from '../stores/mail-document.ts';
import type { RequestDoc } from '../stores/request-document.ts';

/** Younger documents may still be stored by a process of a version without keys, or be on their way into the database. */
const SETTLED_MS = 600_000;

/** Gives the keys of persons to the requests and emails that a version without them has stored. */
export const personKeyBackfills = (
  { mails, requests }: { mails: Collection<MailDoc>; requests: Collection<RequestDoc> },
  walks: Collection<WalkDoc>,
) => [
  new Backfill<MailDoc>(mails, walks, {
    ...{ name: 'mail-person-keys', settledMs: SETTLED_MS, change: keysOfMail },
    lacking: { personKeys: { $exists: false }, content: { $exists: true } },
  }),
  new Backfill<RequestDoc>(requests, walks, {
    ...{ name: 'request-person-keys', settledMs: SETTLED_MS, change: keysOfRequest },
    lacking: { personKeys: { $exists: false }, erasing: { $exists: false } },
  }),
];

function keysOfMail(doc: MailDoc) {
  const addresses = addressesIn(doc.sender, doc.subject, doc.content?.text);
  const accountIds = new Set(doc.results.map(({ accountId }) => accountId));
  const personKeys = [...accountIds].flatMap((accountId) => personKeysOf(accountId, addresses));
  return { seen: unchangedSince(doc), update: { $set: { personKeys } } };
}

function keysOfRequest({ _id, accountId, prospect, message }: RequestDoc) {
  const personKeys = personKeysOf(accountId, addressesIn(prospect.email, message));
  return { seen: { _id, accountId }, update: { $set: { personKeys } } };
}
