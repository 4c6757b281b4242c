import { MongoError } from '../errors.ts';
import { describe } from '../values/describe.ts';
import { decodePlain, type Doc } from '../values/document.ts';
import { decodePaths, type PathTree, pathTree } from '../values/partial-decode.ts';
import { missing, valuesAt } from '../values/paths.ts';
import { changedFields } from '../values/top-level-fields.ts';
import { type Catalog, type Collection, documentKey, indexPrefix, rangeOf } from './catalog.ts';
import { DocumentCounts } from './document-counts.ts';
import { idKey, type IndexKeys, indexKeys, isTooLong } from './index-keys.ts';
import type { Index } from './index-spec.ts';
import { encodeKey } from '../values/key-encoding.ts';
import type { Store } from './store.ts';

/** The largest document in bytes. */
export const largestDocument = 16 * 1024 * 1024;

type Versions = { before: Buffer; after: Buffer; touched?: ReadonlySet<string> | undefined };
type Change = { index: Index; added: Buffer[]; removed: Buffer[] };

/** Documents together with their index entries. Every method that changes something must run within a write. */
export class Documents {
  readonly #store: Store;
  readonly #catalog: Catalog;
  readonly #counts: DocumentCounts;

  constructor(store: Store, catalog: Catalog) {
    this.#store = store;
    this.#counts = new DocumentCounts(store, catalog);
    this.#catalog = catalog;
    store.beforeCommit = () => this.#counts.save();
  }

  /** To be called after a transaction was rolled back. */
  forget(): void {
    this.#counts.forget();
  }

  get(collection: Collection, id: Buffer): Buffer | undefined {
    return this.#store.get(documentKey(collection, id));
  }

  /** The number of documents of the collection. */
  count(collection: Collection): number {
    return this.#counts.of(collection);
  }

  /** Stores a new document; a value that a unique index already has is refused with code 11000. */
  insert(collection: Collection, raw: Buffer): void {
    checkSize(raw);
    const doc = decodePaths(raw, readsOf(collection));
    checkId(doc['_id']);
    const id = idKey(doc['_id']);
    const key = documentKey(collection, id);
    if (this.#store.has(key)) throw duplicate(collection, collection.indexes[0] as Index, doc);
    const changes = this.#changes(collection, { after: doc });
    for (const change of changes) this.#checkUnique(collection, change, { id, doc });
    if (isTooLong(encodeKey(doc['_id']))) this.#flagTruncated(collection, collection.indexes[0] as Index);
    this.#apply(collection, changes, id);
    this.#store.put(key, raw);
    this.#counts.change(collection, 1);
  }

  /** Replaces a document by one with the same `_id`, which differs in no other fields than these, if they are given. */
  replace(collection: Collection, id: Buffer, versions: Versions): void {
    checkSize(versions.after);
    const changed = versions.touched ?? changedFields(versions.before, versions.after);
    const concerned = collection.indexes.filter(({ roots }) => roots.some((root) => changed.has(root)));
    const reads = treeOf(concerned);
    const doc = decodePaths(versions.after, reads);
    const changes = this.#changes(
      collection,
      { before: decodePaths(versions.before, reads), after: doc },
      concerned,
    );
    for (const change of changes) this.#checkUnique(collection, change, { id, doc });
    this.#apply(collection, changes, id);
    this.#store.put(documentKey(collection, id), versions.after);
  }

  remove(collection: Collection, id: Buffer, raw: Buffer): void {
    const doc = decodePaths(raw, readsOf(collection));
    this.#apply(collection, this.#changes(collection, { before: doc }), id);
    this.#store.remove(documentKey(collection, id));
    this.#counts.change(collection, -1);
  }

  /** Adds all documents to a new index. A duplicate is found after a part was added: to be run atomically. */
  build(collection: Collection, index: Index): void {
    const reads = treeOf([index]);
    const entries = [...this.#store.entries(rangeOf(indexPrefix(collection, 0)))].map(({ key, value }) => {
      const { keys: added, ...flags } = indexKeys(index, decodePaths(value, reads));
      index.multikey = union(index.multikey, flags.multikey);
      index.truncated ||= flags.truncated;
      return { id: Buffer.from(key.subarray(6)), added };
    });
    for (const { id, added } of entries) {
      const change = { index, added, removed: [] };
      if (index.unique)
        this.#checkUnique(collection, change, { id, doc: decodePlain(this.get(collection, id) as Buffer) });
      this.#apply(collection, [change], id);
    }
  }

  #changes(
    collection: Collection,
    versions: { before?: Doc; after?: Doc },
    indexes: readonly Index[] = collection.indexes,
  ): Change[] {
    return indexes
      .filter(({ id }) => id !== 0)
      .map((index) => this.#change(collection, index, versions))
      .filter(({ added, removed }) => added.length > 0 || removed.length > 0);
  }

  #change(collection: Collection, index: Index, { before, after }: { before?: Doc; after?: Doc }): Change {
    const had = before ? indexKeys(index, before).keys : [];
    const { keys: has, multikey, truncated } = after ? indexKeys(index, after) : noKeys;
    if (multikey.some((path) => !index.multikey.includes(path))) {
      index.multikey = union(index.multikey, multikey);
      this.#catalog.save(collection);
    }
    if (truncated) this.#flagTruncated(collection, index);
    return { index, added: without(has, had), removed: without(had, has) };
  }

  #flagTruncated(collection: Collection, index: Index): void {
    if (index.truncated) return;
    index.truncated = true;
    this.#catalog.save(collection);
  }

  #checkUnique(
    collection: Collection,
    { index, added }: Change,
    { id, doc }: { id: Buffer; doc: Doc },
  ): void {
    if (!index.unique) return;
    const prefix = indexPrefix(collection, index.id);
    for (const key of added)
      for (const { value } of this.#store.entries(rangeOf(Buffer.concat([prefix, key]))))
        if (!value.equals(id)) throw duplicate(collection, index, doc);
  }

  #apply(collection: Collection, changes: readonly Change[], id: Buffer): void {
    for (const { index, added, removed } of changes) {
      const prefix = indexPrefix(collection, index.id);
      for (const key of removed) this.#store.remove(Buffer.concat([prefix, key, id]));
      for (const key of added) this.#store.put(Buffer.concat([prefix, key, id]), id);
    }
  }
}

const treeOf = (indexes: readonly Index[]): PathTree =>
  pathTree([['_id'], ...indexes.flatMap(({ reads }) => reads)]);

const known = new WeakMap<Collection, { indexes: number; reads: PathTree }>();

/** The paths that the indexes of a collection read; an index is only ever added, or removed with its collection. */
function readsOf(collection: Collection): PathTree {
  const { length: indexes } = collection.indexes;
  const before = known.get(collection);
  if (before?.indexes === indexes) return before.reads;
  const reads = treeOf(collection.indexes);
  known.set(collection, { indexes, reads });
  return reads;
}

const noKeys: IndexKeys = { keys: [], multikey: [], truncated: false };

const union = (paths: readonly string[], others: readonly string[]): string[] => [
  ...new Set([...paths, ...others]),
];

const without = (keys: readonly Buffer[], others: readonly Buffer[]): Buffer[] =>
  keys.filter((key) => !others.some((other) => other.equals(key)));

function checkSize(raw: Buffer): void {
  if (raw.length > largestDocument)
    throw new MongoError(
      10334,
      `BSONObj size: ${raw.length} is invalid. Size must be between 0 and ${largestDocument}(16MB)`,
    );
}

function checkId(id: unknown): void {
  if (id === undefined || Array.isArray(id))
    throw new MongoError(53, "The '_id' value cannot be an array or undefined");
}

function duplicate({ database, name }: Collection, index: Index, doc: Doc): MongoError {
  const keyValue: Doc = {};
  for (const { path, parts } of index.fields) {
    const [value] = valuesAt(doc, parts);
    keyValue[path] = value === missing || value === undefined ? null : value;
  }
  const message = `E11000 duplicate key error collection: ${database}.${name} index: ${index.name} dup key: ${describe(keyValue)}`;
  return new MongoError(11000, message, { keyPattern: index.spec['key'], keyValue });
}
