import { Backfill, addressesIn, personKeysOf } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import type { MailDoc } from '../stores/mail-document.ts';
import { unchangedSince } from '../stores/mail-document.ts';
import { keysOf } from '../stores/request-document.ts';
import type { RequestDoc } from '../stores/request-document.ts';

/** Younger documents may still be stored by a process of a version without keys, or be on their way into the database. */
const SETTLED_MS = 600_000;

/** Gives the keys of persons to the emails and requests that a version without them, or with keys of fewer texts, has stored. */
export const personKeyBackfills = (
  { mails, requests }: { mails: Collection<MailDoc>; requests: Collection<RequestDoc> },
  walks: Collection<WalkDoc>,
) => [
  new Backfill<MailDoc>(mails, walks, {
    ...{ name: 'mail-person-keys', settledMs: SETTLED_MS, change: keysOfMail },
    lacking: { personKeys: { $exists: false }, content: { $exists: true } },
  }),
  new Backfill<RequestDoc>(requests, walks, {
    ...{ name: 'request-person-keys-of-all-texts', settledMs: SETTLED_MS, change: keysOfRequest },
    lacking: { hasAllKeys: { $exists: false }, erasing: { $exists: false } },
  }),
];

function keysOfMail(doc: MailDoc) {
  const addresses = addressesIn(doc.sender, doc.subject, doc.content?.text);
  const accountIds = new Set(doc.results.map(({ accountId }) => accountId));
  const personKeys = [...accountIds].flatMap((accountId) => personKeysOf(accountId, addresses));
  return { seen: unchangedSince(doc), update: { $set: { personKeys } } };
}

function keysOfRequest(doc: RequestDoc) {
  const { _id, accountId } = doc;
  return { seen: { _id, accountId }, update: { $set: keysOf(accountId, doc) } };
}
