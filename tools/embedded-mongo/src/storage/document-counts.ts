import { type Collection, indexPrefix, rangeOf } from './catalog.ts';
import type { Store } from './store.ts';

/** No index has this number: they are numbered from 0. */
const COUNT = 0xffff;

/** How many documents each collection has: stored with every change, so that a count reads no documents. */
export class DocumentCounts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  of(collection: Collection): number {
    collection.documents ??= this.#stored(collection) ?? this.#counted(collection);
    return collection.documents;
  }

  /** Notes that documents were added or removed. Within a write, after the change. */
  change(collection: Collection, by: 1 | -1): void {
    const before = collection.documents ?? this.#stored(collection);
    const documents = before === undefined ? this.#counted(collection) : before + by;
    collection.documents = documents;
    const value = Buffer.alloc(8);
    value.writeDoubleBE(documents);
    this.#store.put(indexPrefix(collection, COUNT), value);
  }

  #stored(collection: Collection): number | undefined {
    return this.#store.get(indexPrefix(collection, COUNT))?.readDoubleBE();
  }

  /** Data of a version that stored no numbers. */
  #counted(collection: Collection): number {
    return this.#store.count(rangeOf(indexPrefix(collection, 0)));
  }
}
