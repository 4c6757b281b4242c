import type { AuditChainBreak, AuditChainReport } from '@estate/contracts';
import { beyondPlan } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import { hashOfLink } from '../stores/audit-chain.ts';
import type { AccountDoc } from '../stores/account-store.ts';
import type { AuditEntryDoc, ChainHeadDoc } from '../stores/audit-log-store.ts';
import type { ClosingDoc } from '../stores/closing-store.ts';

/** The number of entries that are checked in one call. */
const PORTION = 2000;

type EntryBreak = AuditChainBreak & { entryId: string };

export interface ChainedCollections {
  auditLog: Collection<AuditEntryDoc>;
  auditLogChains: Collection<ChainHeadDoc>;
  accounts: Collection<AccountDoc>;
  closings: Collection<ClosingDoc>;
}

/** Checks the chains of the audit log for removed and changed entries. */
export class AuditChains {
  readonly entries: Collection<AuditEntryDoc>;
  readonly heads: Collection<ChainHeadDoc>;
  readonly #accounts: Collection<AccountDoc>;
  readonly #closings: Collection<ClosingDoc>;

  constructor(docs: ChainedCollections) {
    this.entries = docs.auditLog;
    this.heads = docs.auditLogChains;
    this.#accounts = docs.accounts;
    this.#closings = docs.closings;
  }

  /** Checks a portion of an account's chain, from the entry after a number on; the last portion includes its end. */
  async check(accountId: string, after: number, now: Date): Promise<AuditChainReport> {
    // Read first, so that an entry that is stored meanwhile is no break.
    const head = await this.heads.findOne({ _id: accountId });
    const docs = await this.entries
      .find({ accountId, 'chain.number': { $gt: after } })
      .sort({ 'chain.number': 1 })
      .limit(PORTION)
      .toArray();
    const breaks: AuditChainBreak[] = await this.breaksAmong(docs, now);
    const next = docs.length === PORTION ? docs.at(-1)?.chain?.number : undefined;
    const isShort = next === undefined && head !== null && (await this.withoutNewest([head], now)).length > 0;
    if (isShort) breaks.push({ number: head.number, flaw: 'newest_missing' });
    const isChecked = (await this.#withoutErased([accountId], (id) => id)).length > 0;
    return { accountId, isChecked, entries: docs.length, breaks, ...(next !== undefined && { next }) };
  }

  /** The breaks of chains among these entries, in order. */
  async breaksAmong(docs: readonly AuditEntryDoc[], now: Date): Promise<EntryBreak[]> {
    const linked = docs.filter(({ chain }) => chain !== undefined);
    const checked = await this.#withoutErased(linked, ({ accountId = '' }) => accountId);
    const before = await this.#predecessorsOf(checked);
    return checked.flatMap((doc) => {
      const flaw = flawOf(doc, before, now);
      const place = { number: doc.chain?.number ?? 0, entryId: doc._id, at: doc.at.toISOString() };
      return flaw ? [{ ...place, flaw }] : [];
    });
  }

  /** The accounts of the chains whose newest entry is missing. */
  async withoutNewest(heads: readonly ChainHeadDoc[], now: Date): Promise<string[]> {
    const wrong: string[] = [];
    for (const { _id, number, hash, expiresAt } of await this.#withoutErased(heads, (head) => head._id)) {
      if (!isKept(expiresAt, now)) continue;
      const newest = { accountId: _id, 'chain.number': number, 'chain.hash': hash };
      if ((await this.entries.findOne(newest, { projection: { _id: 1 } })) === null) wrong.push(_id);
    }
    return wrong;
  }

  /** Drops erased accounts, which keep a few entries of their chain. */
  async #withoutErased<T>(docs: readonly T[], accountIdOf: (doc: T) => string): Promise<T[]> {
    const ids = [...new Set(docs.map(accountIdOf))];
    const [present, closings] = await Promise.all([
      this.#accounts.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray(),
      this.#closings
        .find({ accountId: { $in: ids }, state: { $ne: 'cancelled' } }, { projection: { accountId: 1 } })
        .toArray(),
    ]);
    const closed = new Set(closings.map(({ accountId }) => accountId));
    const whole = new Set(present.map(({ _id }) => _id).filter((id) => !closed.has(id)));
    return docs.filter((doc) => whole.has(accountIdOf(doc)));
  }

  /** The hashes of the entries before these, by position. */
  async #predecessorsOf(docs: readonly AuditEntryDoc[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const [accountId = '', ofAccount] of Map.groupBy(docs, (doc) => doc.accountId)) {
      const numbers = ofAccount.flatMap(({ chain }) => (chain ? [chain.number - 1] : []));
      const stored = this.entries.find(
        { accountId, 'chain.number': { $in: numbers, $gt: 0 } },
        { projection: { chain: 1 } },
      );
      for await (const { chain } of stored)
        if (chain) found.set(placeOf(accountId, chain.number), chain.hash);
    }
    return found;
  }
}

/** True if an entry is certainly not expired: a clock of another process may be ahead. */
const isKept = (expiresAt: Date, now: Date): boolean => expiresAt > beyondPlan(now, 0);

function flawOf(
  { _id: id, chain, accountId, ...entry }: AuditEntryDoc,
  before: ReadonlyMap<string, string>,
  now: Date,
): AuditChainBreak['flaw'] | undefined {
  if (!chain) return undefined;
  const sealed = { ...entry, id, ...(accountId !== undefined && { accountId }) };
  if (hashOfLink(sealed, chain) !== chain.hash) return 'changed';
  if (!chain.previous) return chain.number === 1 ? undefined : 'previous_missing';
  const found = before.get(placeOf(accountId, chain.number - 1));
  if (found === undefined) return isKept(chain.previous.expiresAt, now) ? 'previous_missing' : undefined;
  return found === chain.previous.hash ? undefined : 'previous_changed';
}

const placeOf = (accountId = '', number: number): string => `${accountId} ${String(number)}`;
