import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Unavailable } from '@estate/errors';
import { ObjectId } from 'mongodb';
import type { Collection, Db, Document, Filter } from 'mongodb';
import { BatchedInsert } from '../mongo/batched-insert.ts';
import { Batcher } from '../mongo/batcher.ts';
import { presentTime } from '../mongo/database-clock.ts';
import { isDuplicateKey } from '../mongo/driver-errors.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { insertUnique } from '../mongo/insert-each.ts';
import { CHUNK_BYTES } from './gridfs-blobs.ts';

/** The number of names in one query: a package asks for all of its photos at once. */
const FOUND_AT_ONCE = 100;
/** The size of a batch when walking along the index. */
const BATCH = 500;
/** The store of documents without one: the chunks beside the index. */
export const GRIDFS = 'gridfs';
/** The time that a document waits for others: several cost little more in one command than one alone. */
const GATHER_MS = 10;
const NAME = /^[\w-]{4,200}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The document of an upload in the format of GridFS, so that any driver can read its bytes. */
export interface UploadDoc {
  _id: ObjectId;
  filename: string;
  length: number;
  chunkSize: number;
  /** The time of the last `put`. */
  uploadDate: Date;
  metadata: Document;
  /** Present if the name is not the hash of the bytes. */
  sha256?: string | undefined;
  /** The id of the store with the bytes; GridFS by default. */
  store?: string | undefined;
}

export const storeOf = (doc: Pick<UploadDoc, 'store'>): string => doc.store ?? GRIDFS;
export const keyOf = ({ _id, filename }: Pick<UploadDoc, '_id' | 'filename'>) => ({
  id: _id.toHexString(),
  name: filename,
});
export const isHash = (name: string): boolean => SHA256.test(name);
export const expectedOf = ({ filename, length, sha256 }: UploadDoc) => ({
  size: length,
  sha256: sha256 ?? (isHash(filename) ? filename : undefined),
});

/** Selects uploads whose bytes are in one of the stores. */
export const inStores = (ids: readonly string[]): Filter<UploadDoc> => ({
  store: { $in: ids.map((id) => (id === GRIDFS ? null : id)) } as unknown as string,
});

/** The index of existing bytes and their stores. Its unique name decides between two simultaneous uploads. */
export class ByteIndex {
  readonly docs: Collection<UploadDoc>;
  readonly #inserts: BatchedInsert<UploadDoc>;
  readonly #finds = new Batcher((names: string[]) => this.#findAll(names), FOUND_AT_ONCE);
  #prepared: Promise<void> | undefined;
  /** The number of uploads that are about to add a document. */
  #ending = 0;

  /** @param soon - resolves when a document has waited long enough for others */
  constructor(db: Db, bucketName: string, soon: () => Promise<unknown> = () => delay(GATHER_MS)) {
    this.docs = db.collection<UploadDoc>(`${bucketName}.files`);
    this.#inserts = new BatchedInsert(this.docs, (waiting) => (this.#ending > waiting ? soon() : nextTurn()));
  }

  prepare(): Promise<void> {
    return (this.#prepared ??= ensureIndexes(this.docs, [
      { key: { filename: 1 }, unique: true, name: 'name' },
    ]).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    }));
  }

  /** Finds an upload; simultaneous look-ups share a query. */
  find(name: string): Promise<UploadDoc | null> {
    return this.#finds.do(name);
  }

  async #findAll(names: readonly string[]): Promise<(UploadDoc | null)[]> {
    const docs = await this.docs.find({ filename: { $in: [...new Set(names)] } }).toArray();
    const byName = new Map(docs.map((doc) => [doc.filename, doc]));
    return names.map((name) => byName.get(name) ?? null);
  }

  /** Returns the names that are not in the index. */
  async absent(names: readonly string[]): Promise<Set<string>> {
    const asked = [...new Set(names)];
    if (asked.length === 0) return new Set();
    const found = await this.docs
      .find({ filename: { $in: asked } }, { projection: { _id: 0, filename: 1 } })
      .toArray();
    return new Set(asked).difference(new Set(found.map(({ filename }) => filename)));
  }

  /** Marks existing bytes as put again; false if they do not exist. */
  async touch(name: string): Promise<boolean> {
    await this.prepare();
    const result = await this.docs.updateOne({ filename: name }, { $set: { uploadDate: presentTime() } });
    return result.matchedCount === 1;
  }

  /** The same for many, unless they were put in so many milliseconds before; those that are there. */
  async touchAll(names: readonly string[], putWithinMs = 0): Promise<Set<string>> {
    await this.prepare();
    const known = putWithinMs > 0 ? await this.#putSince(names, putWithinMs) : new Set<string>();
    const asked = new Set(names).difference(known);
    return asked.size === 0 ? known : known.union(await this.#touchEach(asked));
  }

  async #touchEach(asked: Set<string>): Promise<Set<string>> {
    const filter = { filename: { $in: [...asked] } };
    const { matchedCount } = await this.docs.updateMany(filter, { $set: { uploadDate: presentTime() } });
    return matchedCount === asked.size ? asked : asked.difference(await this.absent([...asked]));
  }

  async #putSince(names: readonly string[], ms: number): Promise<Set<string>> {
    const since = new Date(presentTime().getTime() - ms);
    const found = await this.docs
      .find(
        { filename: { $in: [...new Set(names)] }, uploadDate: { $gte: since } },
        { projection: { _id: 0, filename: 1 } },
      )
      .toArray();
    return new Set(found.map(({ filename }) => filename));
  }

  /** Runs an upload that calls `add` within a few milliseconds, so that it shares the command with others. */
  async together<T>(upload: () => Promise<T>): Promise<T> {
    this.#ending += 1;
    try {
      return await upload();
    } finally {
      this.#ending -= 1;
    }
  }

  /** False if the name exists already: it is then marked as put again. @throws Unavailable if it was removed since */
  async add(doc: UploadDoc): Promise<boolean> {
    try {
      await this.#inserts.insert(doc);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error, 'name')) throw error;
      await this.#touchAgain(doc.filename);
      return false;
    }
  }

  /** Adds the document of an earlier upload, unless it or another upload of its name exists. */
  async restore({ _id, ...doc }: UploadDoc): Promise<void> {
    await this.prepare();
    try {
      await this.docs.updateOne({ _id }, { $setOnInsert: doc }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Returns for each document whether it was added. */
  async addAll(docs: readonly UploadDoc[]): Promise<boolean[]> {
    const added = await insertUnique(this.docs, docs, 'name');
    for (const [place, { filename }] of docs.entries()) {
      if (!added[place]) await this.#touchAgain(filename);
    }
    return added;
  }

  async #touchAgain(name: string): Promise<void> {
    if (!(await this.touch(name)))
      throw new Unavailable('The bytes were removed while they were stored again.');
  }

  /** The total size of all names with a prefix. Names are ASCII, so they sort before the prefix followed by the last ASCII character. */
  async totalSize(beginning: string): Promise<number> {
    const meant = { filename: { $gte: beginning, $lt: `${beginning}\u007f` } };
    let size = 0;
    for await (const { length } of this.docs.find(meant, { projection: { length: 1 } })) size += length;
    return size;
  }

  /** Walks along the names in batches, so that no cursor stays open while they are processed. */
  async *steps(fields: readonly (keyof UploadDoc)[]): AsyncGenerator<UploadDoc[], void> {
    const projection = Object.fromEntries(['filename', ...fields].map((field) => [field, 1]));
    for (let last = ''; ;) {
      const found = await this.docs
        .find({ filename: { $gt: last } }, { projection })
        .sort({ filename: 1 })
        .limit(BATCH)
        .toArray();
      yield found;
      last = found.at(-1)?.filename ?? last;
      if (found.length < BATCH) return;
    }
  }

  /** Returns the uploads of a store. */
  async present(store: string, ids: readonly string[]): Promise<Set<string>> {
    const filter = { _id: { $in: ids.map((id) => new ObjectId(id)) }, ...inStores([store]) };
    const found = await this.docs.find(filter, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }
}

/** A new id, which contains its time, for finding unfinished uploads. */
const newObjectId = () => new ObjectId(ObjectId.generate(Math.floor(presentTime().getTime() / 1000)));

/** The document of a new upload. */
export function newUpload(name: string, store: string): Pick<UploadDoc, '_id' | 'filename' | 'store'> {
  if (!NAME.test(name)) throw new Error(`"${name}" is no name for bytes.`);
  return { _id: newObjectId(), filename: name, ...(store !== GRIDFS && { store }) };
}

export const finished = (
  upload: Pick<UploadDoc, '_id' | 'filename' | 'store'>,
  content: Pick<UploadDoc, 'length' | 'metadata'> & { sha256?: string | undefined },
): UploadDoc => ({ ...upload, ...content, chunkSize: CHUNK_BYTES, uploadDate: presentTime() });
