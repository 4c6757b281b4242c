import type { ImportCounts, ImportObjectQuery } from '@estate/contracts';
import { insertUnique, page } from '@estate/persistence';
import type { Collection, Filter } from '@estate/persistence';
import type { Applied } from '../domain/applied.ts';
import type { ObjectRecord } from '../domain/import-object.ts';
import { NO_COUNTS } from '../domain/import.ts';

export interface ObjectDoc extends Omit<ObjectRecord, 'id'> {
  _id: string;
  /** Attempts that ended with an internal error. */
  internalErrors?: number;
}

export const POSITION_INDEX = 'position';

export const toObjectRecord = ({ _id: id, internalErrors: _errors, ...record }: ObjectDoc): ObjectRecord => ({
  id,
  ...record,
});

/** The objects of imports. */
export class ObjectStore {
  readonly #docs: Collection<ObjectDoc>;

  constructor(docs: Collection<ObjectDoc>) {
    this.#docs = docs;
  }

  async list(importId: string, { outcome, q, differing, ...query }: ImportObjectQuery) {
    const filter: Filter<ObjectDoc> = {
      importId,
      ...(outcome !== undefined && { outcome }),
      ...(q !== undefined && { terms: q }),
      ...(differing === true && { isDiffering: true }),
    };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, records: docs.map(toObjectRecord) };
  }

  /** Saves rows; a row whose position is taken was saved before. */
  async add(rows: readonly ObjectRecord[]): Promise<void> {
    if (rows.length === 0) return;
    const docs = rows.map(({ id, ...record }) => ({ _id: id, ...record }));
    await insertUnique(this.#docs, docs, POSITION_INDEX);
  }

  /** The first rows that wait, in the order of the document. */
  async pending(importId: string, limit: number): Promise<ObjectRecord[]> {
    const docs = await this.#docs
      .find({ importId, outcome: 'pending' })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return docs.map(toObjectRecord);
  }

  /** Saves what became of a row; the content is not needed any more. */
  async end(id: string, { isForgotten: _forgotten, problems, ...applied }: Applied): Promise<void> {
    await this.#docs.updateOne(
      { _id: id },
      {
        $set: applied,
        $unset: { content: '' },
        ...(problems.length > 0 && { $push: { problems: { $each: problems } } }),
      },
    );
  }

  /** Counts an attempt that ended with an internal error; returns how many there were. */
  async countInternalError(id: string): Promise<number> {
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id },
      { $inc: { internalErrors: 1 } },
      { returnDocument: 'after', projection: { internalErrors: 1 } },
    );
    return doc?.internalErrors ?? 0;
  }

  async counts(importId: string): Promise<ImportCounts> {
    const of = (filter: Filter<ObjectDoc>) => this.#docs.countDocuments({ importId, ...filter });
    const outcomes = ['created', 'updated', 'unchanged', 'deleted', 'failed'] as const;
    const [objects, ...each] = await Promise.all([of({}), ...outcomes.map((outcome) => of({ outcome }))]);
    const entries = outcomes.map((outcome, index) => [outcome, each[index] ?? 0] as const);
    return { ...NO_COUNTS, objects, ...Object.fromEntries(entries) };
  }

  /** How many objects of the document nobody can identify: they have no number, or only one such as `0`. */
  countUnidentified(importId: string): Promise<number> {
    const isUnidentified = [{ key: { $exists: false } }, { 'problems.reason': 'number_unsaid' }];
    return this.#docs.countDocuments({ importId, $or: isUnidentified });
  }

  /** Returns the keys that no object of the import has, nor of a later one. */
  async absent(importId: string, keys: readonly string[]): Promise<string[]> {
    const there = { key: { $in: [...keys] }, importId: { $gte: importId } };
    const docs = await this.#docs.find(there, { projection: { _id: 0, key: 1 } }).toArray();
    const named = new Set(docs.map(({ key }) => key));
    return keys.filter((key) => !named.has(key));
  }

  async lastPosition(importId: string): Promise<number> {
    const [last] = await this.#docs
      .find({ importId }, { projection: { position: 1 } })
      .sort({ position: -1 })
      .limit(1)
      .toArray();
    return last?.position ?? -1;
  }

  /** Forgets what was to be made of the rows that still wait. */
  async dropContent(importId: string): Promise<void> {
    await this.#docs.updateMany({ importId, outcome: 'pending' }, { $unset: { content: '' } });
  }

  async removeOf(importIds: readonly string[]): Promise<void> {
    await this.#docs.deleteMany({ importId: { $in: [...importIds] } });
  }
}
