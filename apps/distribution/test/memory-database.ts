import type { Db } from '@estate/persistence';
import { Query, update } from 'mingo';

type Doc = { _id: string } & Record<string, unknown>;
type Filter = Record<string, unknown>;

/** A database in memory with the few commands of the lanes, each of them one step; documents go in and out as copies. */
export function memoryDatabase(): Db {
  const collections = new Map<string, MemoryCollection>();
  const collection = (name: string) => {
    const found = collections.get(name) ?? new MemoryCollection();
    collections.set(name, found);
    return found;
  };
  return { collection } as unknown as Db;
}

class MemoryCollection {
  readonly #docs = new Map<string, Doc>();

  insertOne(doc: Doc): Promise<void> {
    this.#docs.set(doc._id, structuredClone(doc));
    return Promise.resolve();
  }

  findOne(filter: Filter, { sort }: { sort?: Record<string, 1 | -1> } = {}): Promise<Doc | null> {
    return Promise.resolve(this.#matching(filter, sort)[0] ?? null);
  }

  find(filter: Filter) {
    let sorting: Record<string, 1 | -1> = {};
    let most = Infinity;
    const cursor = {
      sort: (order: Record<string, 1 | -1>) => {
        sorting = order;
        return cursor;
      },
      limit: (count: number) => {
        most = count;
        return cursor;
      },
      toArray: () => Promise.resolve(this.#matching(filter, sorting).slice(0, most)),
    };
    return cursor;
  }

  countDocuments(filter: Filter): Promise<number> {
    return Promise.resolve(this.#matching(filter).length);
  }

  updateOne(filter: Filter, change: Record<string, unknown>): Promise<{ matchedCount: number }> {
    return Promise.resolve({ matchedCount: this.#update(filter, change, 1) });
  }

  updateMany(filter: Filter, change: Record<string, unknown>): Promise<{ matchedCount: number }> {
    return Promise.resolve({ matchedCount: this.#update(filter, change, Infinity) });
  }

  findOneAndUpdate(filter: Filter, change: Record<string, unknown>): Promise<Doc | null> {
    const [found] = this.#matching(filter);
    if (!found) return Promise.resolve(null);
    this.#update({ _id: found._id }, change, 1);
    return this.findOne({ _id: found._id });
  }

  deleteOne(filter: Filter): Promise<void> {
    const [found] = this.#matching(filter);
    if (found) this.#docs.delete(found._id);
    return Promise.resolve();
  }

  #matching(filter: Filter, sort: Record<string, 1 | -1> = {}): Doc[] {
    const query = new Query(filter);
    const found = [...this.#docs.values()].filter((doc) => query.test(doc));
    const [[field, direction] = ['_id', 1]] = Object.entries(sort);
    const rank = (doc: Doc) => (doc[field] instanceof Date ? doc[field].getTime() : Number(doc[field]));
    if (field !== '_id') found.sort((a, b) => direction * (rank(a) - rank(b)));
    return found.map((doc) => structuredClone(doc));
  }

  #update(filter: Filter, change: Record<string, unknown>, most: number): number {
    const found = this.#matching(filter).slice(0, most);
    for (const { _id } of found) {
      const stored = this.#docs.get(_id);
      if (stored) update(stored, structuredClone(change) as Parameters<typeof update>[1]);
    }
    return found.length;
  }
}
