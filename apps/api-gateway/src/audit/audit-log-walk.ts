import { walking } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import type { AuditEntryDoc, ChainHeadDoc } from '../stores/audit-log-store.ts';
import type { AuditChains } from './audit-chains.ts';

const PORTION = 1000;
const ADVICE =
  'Entries of the audit log were removed or changed, which only an access to the database does. Find out who did it; rek audit-log verify shows the places. A backup contains the missing entries.';

interface Chained {
  chains: AuditChains;
}

/** The chains of the audit log are complete, except for expired entries. */
export const auditLogWalk = (entries: Collection<AuditEntryDoc>, { chains }: Chained): Invariant[] =>
  walking<AuditEntryDoc>({
    name: 'audit-log',
    collection: entries,
    fields: ['accountId', 'at', 'action', 'actor', 'address', 'requestId', 'reason', 'chain'],
    portion: PORTION,
    rules: [
      {
        name: 'audit-log-entries-follow-each-other',
        meaning: 'The audit log of accounts does not show everything that was done.',
        advice: `${ADVICE} The entry before each of these is missing or differs, or the entry itself does.`,
        broken: async (docs, { now }) => (await chains.breaksAmong(docs, now)).map(({ entryId }) => entryId),
      },
    ],
  });

/** The chains of the audit log end with their newest entry. */
export const auditLogEndsWalk = (heads: Collection<ChainHeadDoc>, { chains }: Chained): Invariant[] =>
  walking<ChainHeadDoc>({
    name: 'audit-log-ends',
    collection: heads,
    fields: ['number', 'hash', 'expiresAt'],
    portion: PORTION,
    rules: [
      {
        name: 'audit-logs-end-with-their-newest-entry',
        meaning: 'The audit log of these accounts does not show what was done last.',
        advice: ADVICE,
        broken: (docs, { now }) => chains.withoutNewest(docs, now),
      },
    ],
  });
