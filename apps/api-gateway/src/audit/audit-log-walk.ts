import { beyondPlan, walking } from '@estate/persistence';
import type { Collection, Db, Invariant } from '@estate/persistence';
import { hashOfLink } from '../audit-log/audit-chain.ts';
import type { AuditEntryDoc, ChainHeadDoc } from '../stores/audit-log-store.ts';
import type { ClosingDoc } from '../stores/closing-store.ts';

const PORTION = 1000;

/** The chains of the audit log are whole, but for what has expired. */
export function auditLogWalk(db: Db): Invariant[] {
  const entries = db.collection<AuditEntryDoc>('audit-log');
  const advice =
    'Entries of the audit log were removed or changed, which only an access to the database does. Find out who did it. A backup contains the missing entries.';
  return [
    ...walking<AuditEntryDoc>({
      name: 'audit-log',
      collection: entries,
      fields: ['accountId', 'at', 'action', 'actor', 'address', 'requestId', 'reason', 'chain'],
      portion: PORTION,
      rules: [
        {
          name: 'audit-log-entries-follow-each-other',
          meaning: 'The audit log of accounts does not show everything that was done.',
          advice: `${advice} The entry before each of these is missing or differs, or the entry itself does.`,
          broken: (docs, { now }) => outOfPlace(db, docs, now),
        },
      ],
    }),
    ...walking<ChainHeadDoc>({
      name: 'audit-log-ends',
      collection: db.collection<ChainHeadDoc>('audit-log-chains'),
      fields: ['number', 'hash', 'expiresAt'],
      portion: PORTION,
      rules: [
        {
          name: 'audit-logs-end-with-their-newest-entry',
          meaning: 'The audit log of these accounts does not show what was done last.',
          advice,
          broken: (heads, { now }) => withoutNewest(db, heads, now),
        },
      ],
    }),
  ];
}

/** A clock of another process may be ahead. */
const isKept = (expiresAt: Date, now: Date): boolean => expiresAt > beyondPlan(now, 0);

/** Erased accounts keep a few entries of their chain. */
async function withoutErased<T>(db: Db, docs: readonly T[], accountIdOf: (doc: T) => string): Promise<T[]> {
  const ids = [...new Set(docs.map(accountIdOf))];
  const [present, closings] = await Promise.all([
    db
      .collection<{ _id: string }>('accounts')
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray(),
    db
      .collection<ClosingDoc>('closings')
      .find({ accountId: { $in: ids }, state: { $ne: 'cancelled' } }, { projection: { accountId: 1 } })
      .toArray(),
  ]);
  const closed = new Set(closings.map(({ accountId }) => accountId));
  const whole = new Set(present.map(({ _id }) => _id).filter((id) => !closed.has(id)));
  return docs.filter((doc) => whole.has(accountIdOf(doc)));
}

async function outOfPlace(db: Db, docs: readonly AuditEntryDoc[], now: Date): Promise<string[]> {
  const linked = docs.filter(({ chain }) => chain !== undefined);
  const checked = await withoutErased(db, linked, ({ accountId = '' }) => accountId);
  const before = await predecessorsOf(db.collection<AuditEntryDoc>('audit-log'), checked);
  const isWrong = ({ _id: id, chain, accountId, ...entry }: AuditEntryDoc): boolean => {
    if (!chain) return false;
    const sealed = { ...entry, id, ...(accountId !== undefined && { accountId }) };
    if (hashOfLink(sealed, chain) !== chain.hash) return true;
    if (!chain.previous) return chain.number !== 1;
    const found = before.get(placeOf(accountId, chain.number - 1));
    if (found === undefined) return isKept(chain.previous.expiresAt, now);
    return found !== chain.previous.hash;
  };
  return checked.filter(isWrong).map(({ _id }) => _id);
}

const placeOf = (accountId = '', number: number): string => `${accountId} ${String(number)}`;

/** The hashes of the entries before these, by their places. */
async function predecessorsOf(
  entries: Collection<AuditEntryDoc>,
  docs: readonly AuditEntryDoc[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [accountId = '', ofAccount] of Map.groupBy(docs, (doc) => doc.accountId)) {
    const numbers = ofAccount.flatMap(({ chain }) => (chain ? [chain.number - 1] : []));
    const stored = entries.find(
      { accountId, 'chain.number': { $in: numbers, $gt: 0 } },
      { projection: { chain: 1 } },
    );
    for await (const { chain } of stored) if (chain) found.set(placeOf(accountId, chain.number), chain.hash);
  }
  return found;
}

async function withoutNewest(db: Db, heads: readonly ChainHeadDoc[], now: Date): Promise<string[]> {
  const entries = db.collection<AuditEntryDoc>('audit-log');
  const wrong: string[] = [];
  for (const { _id, number, hash, expiresAt } of await withoutErased(db, heads, (head) => head._id)) {
    if (!isKept(expiresAt, now)) continue;
    const newest = { accountId: _id, 'chain.number': number, 'chain.hash': hash };
    if ((await entries.findOne(newest, { projection: { _id: 1 } })) === null) wrong.push(_id);
  }
  return wrong;
}
