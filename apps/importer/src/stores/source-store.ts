import { page, unchanged } from '@estate/persistence';
import type { Collection, Filter, PageQuery } from '@estate/persistence';
import type { ImportSourceRecord, WaitingPackageRecord } from '../domain/import-source.ts';

export interface SourceDoc extends Omit<ImportSourceRecord, 'id'> {
  _id: string;
}

const toRecord = ({ _id: id, ...record }: SourceDoc): ImportSourceRecord => ({ id, ...record });

interface SourceKey {
  accountId: string;
  id: string;
  /** Only as long as the customer sees the same as then. */
  seen?: ImportSourceRecord;
}

type Settings = Pick<
  ImportSourceRecord,
  | 'name'
  | 'folder'
  | 'targetIds'
  | 'preventPublication'
  | 'onSold'
  | 'fallbackContact'
  | 'defaultCountry'
  | 'emptyValues'
  | 'allowPlainLogins'
  | 'maxRemovedShare'
  | 'updatedAt'
>;

const OPTIONAL = [
  'preventPublication',
  'onSold',
  'fallbackContact',
  'defaultCountry',
  'emptyValues',
] as const;
const SHOWN = ['updatedAt', 'state', 'lastImportId', 'sender', 'unlisted', 'waitingPackage'] as const;

/** The import sources of all accounts. */
export class SourceStore {
  readonly #docs: Collection<SourceDoc>;

  constructor(docs: Collection<SourceDoc>) {
    this.#docs = docs;
  }

  async insert({ id, ...record }: ImportSourceRecord): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...record });
  }

  async find(key: SourceKey): Promise<ImportSourceRecord | null> {
    const doc = await this.#docs.findOne(filterOf(key));
    return doc && toRecord(doc);
  }

  /** Any account's source. */
  async peek(id: string): Promise<ImportSourceRecord | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && toRecord(doc);
  }

  async findByUser(user: string): Promise<ImportSourceRecord | null> {
    const doc = await this.#docs.findOne({ user });
    return doc && toRecord(doc);
  }

  /** Returns the ids that no source has. */
  async missing(ids: readonly string[]): Promise<string[]> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    const known = new Set(docs.map(({ _id }) => _id));
    return ids.filter((id) => !known.has(id));
  }

  async list(accountId: string, query: PageQuery) {
    const { docs, ...rest } = await page(this.#docs, { accountId }, query);
    return { ...rest, records: docs.map(toRecord) };
  }

  count(accountId: string, limit: number): Promise<number> {
    return this.#docs.countDocuments({ accountId }, { limit });
  }

  async update(key: SourceKey, settings: Settings): Promise<ImportSourceRecord | null> {
    const left = OPTIONAL.filter((name) => settings[name] === undefined);
    const doc = await this.#docs.findOneAndUpdate(
      filterOf(key),
      {
        $set: settings,
        ...(left.length > 0 && { $unset: Object.fromEntries(left.map((name) => [name, '' as const])) }),
      },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }

  /** Takes back which targets a change has named. */
  async nameAgain({ id, accountId, updatedAt }: ImportSourceRecord, targetIds: string[]): Promise<void> {
    await this.#docs.updateOne({ _id: id, accountId, updatedAt }, { $set: { targetIds } });
  }

  /** The sources of an account that name a target: the first ones, and how many there are. */
  async naming(accountId: string, targetId: string, most: number) {
    const filter: Filter<SourceDoc> = { accountId, targetIds: targetId };
    const [docs, count] = await Promise.all([
      this.#docs.find(filter).sort({ _id: 1 }).limit(most).toArray(),
      this.#docs.countDocuments(filter),
    ]);
    return { count, data: docs.map(({ _id: id, name }) => ({ id, name })) };
  }

  async setPassword(key: SourceKey, change: Pick<ImportSourceRecord, 'passwordHash' | 'updatedAt'>) {
    const doc = await this.#docs.findOneAndUpdate(
      filterOf(key),
      { $set: change },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }

  async noteWaiting(id: string, waitingPackage: WaitingPackageRecord): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { waitingPackage } });
  }

  async endWaiting(id: string): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, waitingPackage: { $exists: true } },
      { $unset: { waitingPackage: '' } },
    );
  }

  async endWaitingExcept(ids: readonly string[]): Promise<void> {
    await this.#docs.updateMany(
      { _id: { $nin: [...ids] }, waitingPackage: { $exists: true } },
      { $unset: { waitingPackage: '' } },
    );
  }

  async remove(key: SourceKey): Promise<ImportSourceRecord | null> {
    const doc = await this.#docs.findOneAndDelete(filterOf(key));
    return doc && toRecord(doc);
  }
}

const filterOf = ({ accountId, id, seen }: SourceKey): Filter<SourceDoc> => ({
  _id: id,
  accountId,
  ...(seen && unchanged(seen, SHOWN)),
});
