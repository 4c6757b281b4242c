import type { ImportQuery } from '@estate/contracts';
import { isDuplicateKey, page } from '@estate/persistence';
import type { Collection, Filter } from '@estate/persistence';
import type { ImportRecord } from '../domain/import.ts';
import { toRecord } from './import-document.ts';
import type { ImportDoc } from './import-document.ts';

interface ImportKey {
  accountId: string;
  id: string;
}

/** The imports of all accounts, for the API. */
export class ImportStore {
  readonly #docs: Collection<ImportDoc>;

  constructor(docs: Collection<ImportDoc>) {
    this.#docs = docs;
  }

  async find({ accountId, id }: ImportKey): Promise<ImportRecord | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && toRecord(doc);
  }

  /** Saves a new import; one with its id that is there already stays. */
  async add({ id, ...record }: ImportRecord): Promise<{ record: ImportRecord; isNew: boolean }> {
    try {
      await this.#docs.insertOne({ _id: id, ...record, isOpen: true });
      return { record: { id, ...record }, isNew: true };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const known = await this.find({ accountId: record.accountId, id });
      if (known === null) throw error;
      return { record: known, isNew: false };
    }
  }

  async list(accountId: string, { sourceId, state, ...query }: ImportQuery) {
    const filter: Filter<ImportDoc> = {
      accountId,
      ...(sourceId !== undefined && { sourceId }),
      ...(state !== undefined && { state }),
    };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, records: docs.map(toRecord) };
  }

  /** Lets a full transfer go on that waits for a confirmation; null when it does not wait. */
  async confirm({ accountId, id }: ImportKey): Promise<ImportRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, accountId, state: 'awaiting_confirmation', isCancelled: { $exists: false } },
      { $set: { state: 'applying', isConfirmed: true, isOpen: true } },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }

  /** Notes that an import is to be stopped; null when it has ended. */
  async cancel({ accountId, id }: ImportKey): Promise<ImportRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, accountId, state: { $in: ['queued', 'reading', 'applying', 'awaiting_confirmation'] } },
      { $set: { isCancelled: true, isOpen: true } },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }
}
