import type { AuditLogQuery, Page } from '@estate/contracts';
import { dateOf, ensureIndexes, given, madeBetween, page } from '@estate/persistence';
import type { Collection, Db, Filter, IndexSpec } from '@estate/persistence';
import type { AuditedEnd, StoredAuditEntry } from '../audit-log/audit-entry.ts';

type AuditEntryDoc = Omit<StoredAuditEntry, 'id'> & { _id: string };

const FILTERS = { action: 'action', actorId: 'actor.id', resourceId: 'resource.id' } as const;

/** Entries of the audit log; each is kept for a year. */
export class AuditLogStore {
  readonly #docs: Collection<AuditEntryDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('audit-log');
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      ...Object.entries(FILTERS).flatMap(([name, field]): IndexSpec[] => [
        { key: { [field]: 1, _id: 1 }, name },
        { key: { accountId: 1, [field]: 1, _id: 1 }, name: `account-and-${name}` },
      ]),
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ]);
  }

  async insert({ id, ...fields }: StoredAuditEntry): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  async finish(id: string, end: AuditedEnd): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: end });
  }

  /** The entries of an account; of all accounts and of none when it is left out. */
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

const fromDoc = ({ _id, ...fields }: AuditEntryDoc): StoredAuditEntry => ({ id: _id, ...fields });
