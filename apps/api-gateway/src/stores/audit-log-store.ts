import type { AuditLogQuery, Page } from '@estate/contracts';
import {
  dateOf,
  given,
  insertUnique,
  isDuplicateKey,
  isWriteConflict,
  madeBetween,
  page,
} from '@estate/persistence';
import type { Collection, Filter } from '@estate/persistence';
import { nextLink } from './audit-chain.ts';
import type { ChainHead, ChainLink } from './audit-chain.ts';
import type { AuditedEnd, StoredAuditEntry } from '../domain/audit-entry.ts';

export type AuditEntryDoc = Omit<StoredAuditEntry, 'id'> & {
  _id: string;
  /** Absent in entries outside of accounts, and in those of earlier versions. */
  chain?: ChainLink;
};

/** The newest link of an account's chain, under the id of the account. */
export type ChainHeadDoc = ChainHead & { _id: string };

export const CHAIN_INDEX = 'chain';

export const FILTERS = { action: 'action', actorId: 'actor.id', resourceId: 'resource.id' } as const;

/** The entries of the audit log; each is kept for a year. Those of an account form a chain, so that a missing one is noticed. */
export class AuditLogStore {
  readonly #docs: Collection<AuditEntryDoc>;
  readonly #heads: Collection<ChainHeadDoc>;
  /** The last entry of each account that is being stored. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(docs: { auditLog: Collection<AuditEntryDoc>; auditLogChains: Collection<ChainHeadDoc> }) {
    this.#docs = docs.auditLog;
    this.#heads = docs.auditLogChains;
  }

  async insert(entry: StoredAuditEntry): Promise<void> {
    const { id: _id, accountId, ...fields } = entry;
    if (accountId === undefined) await this.#docs.insertOne({ _id, ...fields });
    else await this.#inTurn(accountId, () => this.#append({ ...entry, accountId }));
  }

  /** Appends an entry; those of one account are stored one after the other, and processes take turns by the unique index. */
  async #append({ id: _id, ...fields }: StoredAuditEntry & { accountId: string }): Promise<void> {
    const { accountId, expiresAt } = fields;
    for (;;) {
      const chain = nextLink({ id: _id, ...fields }, await this.#newest(accountId));
      const [inserted] = await insertUnique(this.#docs, [{ _id, ...fields, chain }], CHAIN_INDEX);
      if (!inserted) continue;
      // After a crash in between the head is behind, and the next entry moves it on.
      await this.#moveHead(accountId, { number: chain.number, hash: chain.hash, expiresAt });
      return;
    }
  }

  async #inTurn(accountId: string, work: () => Promise<void>): Promise<void> {
    const running = (this.#turns.get(accountId) ?? Promise.resolve()).then(work, work);
    this.#turns.set(accountId, running);
    try {
      await running;
    } finally {
      if (this.#turns.get(accountId) === running) this.#turns.delete(accountId);
    }
  }

  /** The newest link. If all entries have expired, the numbers continue from the head. */
  async #newest(accountId: string): Promise<ChainHead | undefined> {
    const newest = { sort: { 'chain.number': -1 as const }, projection: { chain: 1, expiresAt: 1 } };
    const [doc, head] = await Promise.all([
      this.#docs.findOne({ accountId, 'chain.number': { $gt: 0 } }, newest),
      this.#heads.findOne({ _id: accountId }),
    ]);
    const ofDoc = doc?.chain && { ...doc.chain, expiresAt: doc.expiresAt };
    return ofDoc && ofDoc.number >= (head?.number ?? 0) ? ofDoc : (head ?? undefined);
  }

  async #moveHead(accountId: string, head: ChainHead): Promise<void> {
    const behind = { _id: accountId, number: { $lt: head.number } };
    await this.#heads.updateOne(behind, { $set: head }, { upsert: true }).catch((error: unknown) => {
      // Another process has moved it further, or is moving it now.
      if (!isDuplicateKey(error) && !isWriteConflict(error)) throw error;
    });
  }

  async finish(id: string, end: AuditedEnd): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: end });
  }

  /** The entries of an account; by default of all accounts and of none. */
  async list(accountId: string | undefined, query: AuditLogQuery): Promise<Page<StoredAuditEntry>> {
    const { action, actorId, resourceId, from, to, ...paging } = query;
    const filter = {
      ...given({
        accountId,
        [FILTERS.action]: action,
        [FILTERS.actorId]: actorId,
        [FILTERS.resourceId]: resourceId,
      }),
      ...madeBetween<AuditEntryDoc>({ time: 'at', id: '_id' }, dateOf(from), dateOf(to)),
    } as Filter<AuditEntryDoc>;
    const { hasMore, docs } = await page(this.#docs, filter, paging);
    return { hasMore, data: docs.map(fromDoc) };
  }
}

const fromDoc = ({ _id, chain: _chain, ...fields }: AuditEntryDoc): StoredAuditEntry => ({
  id: _id,
  ...fields,
});
