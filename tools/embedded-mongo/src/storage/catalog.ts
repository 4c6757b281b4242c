import { MongoError } from '../errors.ts';
import { decodePlain, type Doc, encode } from '../values/document.ts';
import { type Index, indexOf } from './index-spec.ts';
import { after, type KeyRange, type Store } from './store.ts';

/** A collection in memory; its documents and indexes are stored under its number. */
export type Collection = {
  number: number;
  database: string;
  name: string;
  indexes: Index[];
  nextIndex: number;
  /** The number of its documents, once it was read or changed. */
  documents?: number;
};

const catalogPrefix = Buffer.alloc(4);
const idIndex: Doc = { v: 2, key: { _id: 1 }, name: '_id_' };

/** The first six bytes of every key of an index; index 0 holds the documents themselves by `_id`. */
export function indexPrefix(collection: Collection, index: number): Buffer {
  const prefix = Buffer.allocUnsafe(6);
  prefix.writeUInt32BE(collection.number, 0);
  prefix.writeUInt16BE(index, 4);
  return prefix;
}

/** All keys with a prefix. */
export const rangeOf = (prefix: Buffer): KeyRange => ({ from: prefix, to: after(prefix) });

/** The key of a document. */
export const documentKey = (collection: Collection, id: Buffer): Buffer =>
  Buffer.concat([indexPrefix(collection, 0), id]);

/** The collections and their indexes: stored with the documents, and changed only within write transactions. */
export class Catalog {
  readonly #store: Store;
  #collections = new Map<string, Collection>();

  constructor(store: Store) {
    this.#store = store;
    this.reload();
  }

  /** Reads everything again from the store. */
  reload(): void {
    this.#collections = new Map();
    for (const { key, value } of this.#store.entries(rangeOf(catalogPrefix)))
      this.#collections.set(key.subarray(4).toString(), collectionFrom(decodePlain(value)));
  }

  find(database: string, name: string): Collection | undefined {
    return this.#collections.get(`${database}.${name}`);
  }

  /** The collection, created with its `_id` index if it is missing. Within a write only. */
  ensure(database: string, name: string): Collection {
    const found = this.find(database, name);
    if (found) return found;
    if (name === '' || name.includes('\0') || name.startsWith('system.') || /[ /\\."$\0]|^$/.test(database))
      throw new MongoError(73, `Invalid namespace specified '${database}.${name}'`);
    const number = Math.max(0, ...this.collections().map((other) => other.number)) + 1;
    const index = indexOf(0, idIndex, { multikey: [], truncated: false });
    const collection: Collection = { number, database, name, indexes: [index], nextIndex: 1 };
    this.#collections.set(`${database}.${name}`, collection);
    this.save(collection);
    return collection;
  }

  /** Stores the collection's indexes. Within a write only. */
  save(collection: Collection): void {
    const { number, database, name, nextIndex } = collection;
    const indexes = collection.indexes.map(({ id, spec, multikey, truncated }) => ({
      id,
      spec,
      multikey,
      truncated,
    }));
    this.#store.put(keyOf(collection), encode({ number, database, name, nextIndex, indexes }));
  }

  /** Removes the collection with everything in it. Within a write only. */
  remove(collection: Collection): void {
    const prefix = Buffer.allocUnsafe(4);
    prefix.writeUInt32BE(collection.number);
    this.#store.removeRange(rangeOf(prefix));
    this.#store.remove(keyOf(collection));
    this.#collections.delete(`${collection.database}.${collection.name}`);
  }

  collections(): Collection[] {
    return [...this.#collections.values()];
  }
}

const keyOf = ({ database, name }: Collection): Buffer =>
  Buffer.concat([catalogPrefix, Buffer.from(`${database}.${name}`)]);

/** An index as it is stored; older data only record that there is an array, not on which path. */
type StoredIndex = { id: number; spec: Doc; multikey: boolean | string[]; truncated: boolean };

const multikeyOf = ({ multikey, spec }: StoredIndex): string[] =>
  Array.isArray(multikey) ? multikey : multikey ? Object.keys(spec['key'] as Doc) : [];

function collectionFrom(stored: Doc): Collection {
  const { number, database, name, nextIndex, indexes } = stored as Omit<Collection, 'indexes'> & {
    indexes: StoredIndex[];
  };
  return {
    number,
    database,
    name,
    nextIndex,
    indexes: indexes.map((index) =>
      indexOf(index.id, index.spec, { multikey: multikeyOf(index), truncated: index.truncated }),
    ),
  };
}
