import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';
import type { Db } from 'mongodb';
import { BytesMissing } from './blobs.ts';
import type { BlobKey, Blobs } from './blobs.ts';
import { openBucket, storeFor } from './bucket.ts';
import type { Bucket, ByteStores } from './bucket.ts';
import { expectedOf, finished, inStores, isHash, keyOf, newUpload, storeOf } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';
import { byteAudit } from './byte-audit.ts';
import type { Bytes, FileToStore, NamedBytes } from './bytes.ts';
import { checked } from './content-problem.ts';
import { examiner } from './examine-bytes.ts';
import { piecesOfFile } from './pieces-of-file.ts';
import { byteRecovery } from './recover-bytes.ts';

/** The bytes of a bucket: its index is in the database, its bytes are in one of the stores, by default in GridFS. */
export function createBytes(db: Db, bucketName: string, given?: ByteStores): Bytes {
  const bucket = openBucket(db, bucketName, given);
  const { index } = bucket;
  const examine = examiner(bucket);
  return {
    touch: (name) => index.touch(name),
    touchAll: (names, putWithinMs) => index.touchAll(names, putWithinMs),
    async put(name, stream, metadata) {
      if (await index.touch(name).catch(leaving(stream))) await leaveUnread(stream);
      else await upload(bucket, { name, metadata, write: (key) => writeStream(bucket, { key, stream }) });
    },
    async putFile(name, file, metadata) {
      if (!(await index.touch(name))) await uploadFile(bucket, name, { file, metadata });
    },
    async putNewFile(name, file, metadata) {
      await index.prepare();
      return uploadFile(bucket, name, { file, metadata });
    },
    newFiles: bucket.current.blobs.newFiles,
    async putAll(things) {
      if (things.length > 0) await uploadAll(bucket, things);
    },
    async read(name) {
      const doc = await index.find(name);
      if (doc === null) return null;
      const content = checked(following(bucket, doc), expectedOf(doc));
      return { ...aboutOf(doc), stream: Readable.from(content, { objectMode: false }) };
    },
    async file(name) {
      const doc = await index.find(name);
      return doc === null ? undefined : fileOf(storeFor(bucket, doc), doc);
    },
    async pass(name) {
      const doc = await index.find(name);
      if (doc === null) return null;
      const url = await storeFor(bucket, doc).link?.(keyOf(doc));
      if (url !== undefined) return { ...aboutOf(doc), url };
      return { ...aboutOf(doc), stream: Readable.from(following(bucket, doc), { objectMode: false }) };
    },
    totalSize: (beginning) => index.totalSize(beginning),
    delete: (name, putBefore) => remove(bucket, name, putBefore),
    names: (putBefore) => namesOf(bucket, putBefore),
    removeUnfinished: (begunBefore, wholeBefore = begunBefore) =>
      removeUnfinished(bucket, begunBefore, wholeBefore),
    ...examine,
    audit: byteAudit(bucket, examine),
    recovery: byteRecovery(bucket),
  };
}

const aboutOf = ({ length, metadata }: UploadDoc) => ({ size: length, metadata });

async function fileOf(blobs: Blobs, doc: UploadDoc): Promise<string | undefined> {
  const path = blobs.file?.(keyOf(doc));
  if (path === undefined) return undefined;
  const found = await stat(path).catch(() => undefined);
  return found?.size === doc.length ? path : undefined;
}

/** Reads bytes, and continues in another store if they are moved meanwhile. */
async function* following(bucket: Bucket, found: UploadDoc): AsyncGenerator<Buffer, void> {
  let passed = 0;
  for (let doc = found; ;) {
    let skip = passed;
    try {
      for await (const piece of storeFor(bucket, doc).read(keyOf(doc), doc.length)) {
        const rest = piece.subarray(Math.min(skip, piece.length));
        skip -= piece.length - rest.length;
        passed += rest.length;
        if (rest.length > 0) yield rest;
      }
      return;
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error;
      const now = await bucket.index.find(doc.filename);
      if (now === null || (storeOf(now) === storeOf(doc) && now._id.equals(doc._id))) throw lost(error);
      doc = now;
    }
  }
}

const lost = (cause: BytesMissing) =>
  new Unavailable(`The bytes were removed while they were read, or their store lost them. ${cause.message}`, {
    cause,
  });

/** Closes the source of a stream that is not read: an unused Readable has to be destroyed. */
async function leaveUnread(stream: AsyncIterable<Buffer>): Promise<void> {
  if (stream instanceof Readable) stream.destroy();
  else await stream[Symbol.asyncIterator]().return?.();
}

/** Closes everything behind a stream before its failure is reported. */
const leaving = (stream: AsyncIterable<Buffer>) => async (error: unknown) => {
  await leaveUnread(stream);
  throw error;
};

type Written = Pick<UploadDoc, 'length' | 'sha256'>;

interface Upload {
  name: string;
  metadata: Record<string, unknown>;
  write: (key: BlobKey) => Promise<Written>;
}

const uploadFile = (
  bucket: Bucket,
  name: string,
  { file, metadata }: { file: FileToStore; metadata: Record<string, unknown> },
): Promise<boolean> =>
  bucket.index.together(() =>
    upload(bucket, { name, metadata, write: (key) => writeFile(bucket, { key, file }) }),
  );

/**
 * Writes the bytes first, and last the document that makes them visible; the bytes of a failed or second upload are removed. False for a
 * second upload.
 */
async function upload({ index, current }: Bucket, { name, metadata, write }: Upload): Promise<boolean> {
  const begun = newUpload(name, current.id);
  const key = keyOf(begun);
  let written: Written;
  try {
    written = await write(key);
  } catch (error) {
    await discard(current.blobs, key);
    throw error;
  }
  // If this fails for another reason than the name, the document may exist, so its bytes must stay.
  const added = index.add(finished(begun, { ...written, metadata }));
  const isNew = await added.catch(discarding(current.blobs, key));
  if (!isNew) await discard(current.blobs, key);
  return isNew;
}

interface StreamedBlob {
  key: BlobKey;
  stream: AsyncIterable<Buffer>;
}

async function writeStream({ current }: Bucket, { key, stream }: StreamedBlob): Promise<Written> {
  const measure = new Measure(stream, isHash(key.name));
  await current.blobs.write(key, measure.content());
  return measure.result();
}

interface BlobOfFile {
  key: BlobKey;
  file: FileToStore;
}

async function writeFile({ current: { blobs } }: Bucket, { key, file }: BlobOfFile): Promise<Written> {
  const { path, size, sha256 } = file;
  if (blobs.writeFile) await blobs.writeFile(key, path);
  else await blobs.write(key, piecesOfFile(path));
  return { length: size, ...(!isHash(key.name) && { sha256 }) };
}

/** Counts bytes in transit, and hashes them unless their name contains the hash. */
class Measure {
  readonly #stream: AsyncIterable<Buffer>;
  readonly #hash: ReturnType<typeof createHash> | undefined;
  #length = 0;

  constructor(stream: AsyncIterable<Buffer>, isHashKnown: boolean) {
    this.#stream = stream;
    this.#hash = isHashKnown ? undefined : createHash('sha256');
  }

  async *content(): AsyncGenerator<Buffer, void> {
    for await (const piece of this.#stream) {
      this.#length += piece.length;
      this.#hash?.update(piece);
      yield piece;
    }
  }

  result(): Written {
    return { length: this.#length, ...(this.#hash && { sha256: this.#hash.digest('hex') }) };
  }
}

/** Uploads things that are expected to be new: existing ones are marked as put again, and their second bytes are removed. */
async function uploadAll({ index, current }: Bucket, things: readonly NamedBytes[]): Promise<void> {
  await index.prepare();
  const once = [...new Map(things.map((thing) => [thing.name, thing])).values()];
  const uploads = once.map(({ name, bytes }) => ({ begun: newUpload(name, current.id), bytes }));
  await current.blobs.writeAll(uploads.map(({ begun, bytes }) => ({ key: keyOf(begun), bytes })));
  const docs = uploads.map(({ begun, bytes }) =>
    finished(begun, {
      length: bytes.length,
      metadata: {},
      ...(!isHash(begun.filename) && { sha256: createHash('sha256').update(bytes).digest('hex') }),
    }),
  );
  const added = await index.addAll(docs);
  for (const doc of docs.filter((_doc, place) => !added[place])) await discard(current.blobs, keyOf(doc));
}

/** Removes bytes with best effort: those that stay because the store is unavailable are invisible, and found by `removeUnfinished`. */
async function discard(blobs: Blobs, key: BlobKey): Promise<void> {
  await blobs.remove(key).catch(() => undefined);
}

const discarding = (blobs: Blobs, key: BlobKey) => async (error: unknown) => {
  if (error instanceof Unavailable) await discard(blobs, key);
  throw error;
};

async function remove(bucket: Bucket, name: string, putBefore?: Date): Promise<void> {
  const { index, stores } = bucket;
  const unused = putBefore === undefined ? {} : { uploadDate: { $lt: putBefore } };
  const within = inStores([...stores.keys()]);
  const doc = await index.docs.findOneAndDelete({ filename: name, ...unused, ...within });
  if (doc) {
    await storeFor(bucket, doc).remove(keyOf(doc));
    return;
  }
  const kept = putBefore === undefined ? await index.find(name) : null;
  if (kept) storeFor(bucket, kept);
}

async function* namesOf({ index }: Bucket, putBefore: Date): AsyncGenerator<string[], void> {
  for await (const docs of index.steps(['uploadDate']))
    yield docs.filter(({ uploadDate }) => uploadDate < putBefore).map(({ filename }) => filename);
}

/** Removes bytes in a store that are not in the index, from crashed uploads, moves and deletions. */
async function* removeUnfinished(
  { index, stores }: Bucket,
  begunBefore: Date,
  wholeBefore: Date,
): AsyncGenerator<number, void> {
  const end = Math.floor(wholeBefore.getTime() / 1000);
  const isOld = ({ id }: BlobKey) => Number.parseInt(id.slice(0, 8), 16) < end;
  for (const [store, blobs] of stores) {
    yield await blobs.removeParts(begunBefore);
    for (let after: string | undefined; ;) {
      const { keys, next } = await blobs.list(after);
      const old = keys.filter(isOld);
      const present = await index.present(
        store,
        old.map(({ id }) => id),
      );
      const orphans = old.filter(({ id }) => !present.has(id));
      for (const key of orphans) await blobs.remove(key);
      yield orphans.length;
      if (next === undefined) break;
      after = next;
    }
  }
}
