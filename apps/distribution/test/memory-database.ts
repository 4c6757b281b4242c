import type { Db } from '@estate/persistence';
import { Context } from 'mingo/core';
import * as queryOperators from 'mingo/operators/query';
import { Query } from 'mingo/query';
import { update } from 'mingo/updater';

type Doc = { _id: string } & Record<string, unknown>;
type Filter = Record<string, unknown>;

/** Each query copies its operators: those of `mingo` itself are ten times as many. */
const OPERATORS = { context: Context.init({ query: queryOperators }) };

/** As `structuredClone`, which takes several times as long for small documents. */
function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as Value;
}

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
    this.#docs.set(doc._id, copyOf(doc));
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
    return Promise.resolve(this.#stored(filter).length);
  }

  updateOne(filter: Filter, change: Record<string, unknown>): Promise<{ matchedCount: number }> {
    return Promise.resolve({ matchedCount: this.#update(filter, change, 1) });
  }

  updateMany(filter: Filter, change: Record<string, unknown>): Promise<{ matchedCount: number }> {
    return Promise.resolve({ matchedCount: this.#update(filter, change, Infinity) });
  }

  findOneAndUpdate(filter: Filter, change: Record<string, unknown>): Promise<Doc | null> {
    const [found] = this.#stored(filter);
    if (!found) return Promise.resolve(null);
    update(found, copyOf(change) as Parameters<typeof update>[1]);
    return Promise.resolve(copyOf(found));
  }

  deleteOne(filter: Filter): Promise<void> {
    const [found] = this.#stored(filter);
    if (found) this.#docs.delete(found._id);
    return Promise.resolve();
  }

  #matching(filter: Filter, sort: Record<string, 1 | -1> = {}): Doc[] {
    const found = this.#stored(filter);
    const [[field, direction] = ['_id', 1]] = Object.entries(sort);
    const rank = (doc: Doc) => (doc[field] instanceof Date ? doc[field].getTime() : Number(doc[field]));
    if (field !== '_id') found.sort((a, b) => direction * (rank(a) - rank(b)));
    return found.map(copyOf);
  }

  #stored(filter: Filter): Doc[] {
    const query = new Query(filter, OPERATORS);
    return [...this.#docs.values()].filter((doc) => query.test(doc));
  }

  #update(filter: Filter, change: Record<string, unknown>, most: number): number {
    const found = this.#stored(filter).slice(0, most);
    for (const stored of found) update(stored, copyOf(change) as Parameters<typeof update>[1]);
    return found.length;
  }
}
