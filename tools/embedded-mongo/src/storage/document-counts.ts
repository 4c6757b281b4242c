import { type Catalog, type Collection, indexPrefix, rangeOf } from './catalog.ts';
import type { Store } from './store.ts';

/** A number that no index has: they are numbered from 0. */
const COUNT = 0xffff;

/** The number of documents of each collection is stored with every transaction, so that a count reads no documents. */
export class DocumentCounts {
  readonly #store: Store;
  readonly #catalog: Pick<Catalog, 'find'>;
  /** The collections that the current transaction has changed. */
  readonly #changed = new Set<Collection>();

  constructor(store: Store, catalog: Pick<Catalog, 'find'>) {
    this.#store = store;
    this.#catalog = catalog;
  }

  of(collection: Collection): number {
    collection.documents ??= this.#stored(collection) ?? this.#counted(collection);
    return collection.documents;
  }

  /** Notes that documents were added or removed. Within a write, after the change. */
  change(collection: Collection, by: 1 | -1): void {
    const before = collection.documents ?? this.#stored(collection);
    collection.documents = before === undefined ? this.#counted(collection) : before + by;
    this.#changed.add(collection);
  }

  /** Stores the changed numbers. Within a write, at its end. */
  save(): void {
    for (const collection of this.#changed) {
      // The number of a removed collection may belong to another one by now.
      if (this.#catalog.find(collection.database, collection.name) !== collection) continue;
      const value = Buffer.alloc(8);
      value.writeDoubleBE(this.of(collection));
      this.#store.put(indexPrefix(collection, COUNT), value);
    }
    this.#changed.clear();
  }

  /** Drops changes that were undone. */
  forget(): void {
    this.#changed.clear();
  }

  #stored(collection: Collection): number | undefined {
    return this.#store.get(indexPrefix(collection, COUNT))?.readDoubleBE();
  }

  /** Counts the documents in data of a version that stored no numbers. */
  #counted(collection: Collection): number {
    return this.#store.count(rangeOf(indexPrefix(collection, 0)));
  }
}
