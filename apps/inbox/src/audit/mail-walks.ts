import { before, leaseEnds, ofDocument, walking, wholeBytes } from '@estate/persistence';
import type { Collection, Invariant, WalkRule } from '@estate/persistence';
import { listsOf } from '../domain/account-part.ts';
import { isErased, unchangedSince } from '../stores/mail-document.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import type { Audited } from './audited.ts';
import { readingAgain } from './reading-again.ts';

const READ_WITHIN_MS = 15 * 60_000;
/** Emails whose requests are looked for in one pass. */
const LOOKED_FOR_AT_ONCE = 200;

/** Invariants of emails, alone and together with their requests and their bytes. */
export const mailWalks = ({ mails, requests, raws, store }: Audited): Invariant[] => [
  ...walking<MailDoc>({
    collection: mails,
    fields: [
      ...['state', 'dueAt', 'receivedAt', 'results', 'failure', 'listedUnder', 'arrivals'],
      ...['lease', 'fence', 'rawSha256'],
    ],
    rules: [pendingIsDue(mails), isListed(mails), leaseEnds(mails, 'mail-leases-end')],
  }),
  ...walking<MailDoc>({
    name: 'mails-requests',
    collection: mails,
    fields: ['state', 'dueAt', 'results', 'rawSha256', 'receivedAt'],
    portion: LOOKED_FOR_AT_ONCE,
    rules: [
      {
        name: 'mails-have-their-requests',
        meaning: 'Customers did not receive requests of prospects, or can no longer see them.',
        advice:
          'Requests that were created from these emails are missing. Read the emails again (rek repair). Existing requests are not changed.',
        broken: (docs) => withFewerRequests(docs, requests),
        repair: async (ids, now) => {
          const docs = await mails.find({ _id: { $in: [...ids] } }).toArray();
          return readingAgain(store)(await withFewerRequests(docs, requests), now);
        },
      },
    ],
  }),
  ...bytesWhole(mails, raws),
];

const bytesWhole = (mails: Collection<MailDoc>, raws: Audited['raws']): Invariant[] =>
  wholeBytes<MailDoc>(
    {
      name: 'raw-mails-bytes-whole',
      meaning:
        'The emails cannot be read again or result in different requests. No requests are created from pending emails.',
      advice:
        'The raw bytes of these emails are missing or damaged, and there is no copy (rek bytes check lists them with the reason). Restore them from a backup of the byte store, or ask the senders of pending emails to send them again. Find out who removed or changed them.',
    },
    {
      ...{ walk: 'mails-bytes', collection: mails, fields: ['rawSha256'] },
      namesOf: (doc) => (isErased(doc) ? [] : [doc.rawSha256]),
      naming: (names) => ({ rawSha256: { $in: [...names] } }),
    },
    raws,
  );

const pendingIsDue = (mails: Collection<MailDoc>): WalkRule<MailDoc> =>
  ofDocument<MailDoc>(mails, {
    name: 'pending-mails-are-due',
    meaning: 'Customers never receive the requests of these emails.',
    advice: 'The emails were stored, but no worker will read them. Make them due (rek repair).',
    isBroken: ({ state, dueAt, receivedAt }, now) =>
      state === 'pending' && dueAt === undefined && receivedAt < before(now, READ_WITHIN_MS),
    seen: (doc) => ({ ...unchangedSince(doc), state: 'pending' }),
    correction: (_doc, now) => ({ $set: { dueAt: now }, $unset: { unended: '', lease: '' } }),
  });

const isListed = (mails: Collection<MailDoc>): WalkRule<MailDoc> =>
  ofDocument<MailDoc>(mails, {
    name: 'mails-are-listed-as-they-are',
    meaning: 'Lists of emails do not contain these emails, or show them in a wrong state.',
    advice: 'The stored lists of the emails differ from the emails. Store them again (rek repair).',
    isBroken: (doc) =>
      doc.dueAt === undefined &&
      new Set(doc.listedUnder ?? []).symmetricDifference(new Set(listsOf(doc))).size > 0,
    seen: unchangedSince,
    correction: (doc) => ({ $set: { listedUnder: listsOf(doc) } }),
  });

/** While an email is read its requests are there before it says so; when it is erased its requests leave after it. */
async function withFewerRequests(docs: readonly MailDoc[], requests: Audited['requests']): Promise<string[]> {
  const found: string[] = [];
  for (const { _id, dueAt, state, results } of docs) {
    if (dueAt !== undefined || state === 'pending') continue;
    for (const { targetId, requestCount } of results) {
      if (requestCount === 0) continue;
      const origin = { $gte: `${targetId}:${_id}:`, $lt: `${targetId}:${_id};` };
      if ((await requests.countDocuments({ origin }, { limit: requestCount })) < requestCount)
        found.push(_id);
    }
  }
  return found;
}
