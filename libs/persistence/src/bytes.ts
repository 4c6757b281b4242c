import { Readable } from 'node:stream';
import { Unavailable } from '@estate/errors';
import { Binary, ObjectId } from 'mongodb';
import type { Collection, Db, Document } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import { ensureIndexes } from './indexes.ts';
import { insertUnique } from './insert-each.ts';
import { cut } from './cut.ts';

const CHUNK_BYTES = 255 * 1024;
/** Cleaning up looks at so many at once. */
const BATCH = 500;

/** Bytes that were found; `size` in bytes. */
export interface StoredBytes {
  size: number;
  metadata: Record<string, unknown>;
  stream: Readable;
}

/** Bytes that are in memory as a whole. */
export interface NamedBytes {
  name: string;
  bytes: Buffer;
}

/** Bytes under a name that says what they are, such as their hash: equal names mean equal bytes. */
export interface Bytes {
  /** Stores the bytes, or nothing when the name is there; nothing is visible before all of it is stored. */
  put(name: string, stream: AsyncIterable<Buffer>, metadata: Record<string, unknown>): Promise<void>;
  /** Stores several small things at once, each as `put` would. */
  putAll(things: readonly NamedBytes[]): Promise<void>;
  /** Whether the bytes are there; if so, they count as put just now. */
  touch(name: string): Promise<boolean>;
  read(name: string): Promise<StoredBytes | null>;
  /** With `putBefore` only when nobody put it since. */
  delete(name: string, putBefore?: Date): Promise<void>;
  /** The names that nobody put since, many at a time. */
  names(putBefore: Date): AsyncIterable<string[]>;
  /** Removes what crashed uploads left behind that began before; returns how many uploads that were. */
  removeUnfinished(begunBefore: Date): Promise<number>;
}

interface FileDocument {
  _id: ObjectId;
  filename: string;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  metadata: Document;
}

interface ChunkDocument {
  _id: ObjectId;
  files_id: ObjectId;
  n: number;
  data: Binary;
}

/** Bytes in GridFS; the unique index on the file name decides between two uploads at once. */
export function createBytes(db: Db, bucketName: string): Bytes {
  const files = db.collection<FileDocument>(`${bucketName}.files`);
  const chunks = db.collection<ChunkDocument>(`${bucketName}.chunks`);
  const parts = { files, chunks };
  let indexed: Promise<void> | undefined;
  const prepare = () =>
    (indexed ??= createIndexes(parts).catch((error: unknown) => {
      indexed = undefined;
      throw error;
    }));
  const touchName = async (name: string) => {
    await prepare();
    return touch(files, name);
  };
  return {
    touch: touchName,
    async putAll(things) {
      await prepare();
      await uploadAll(parts, things);
    },
    async put(name, stream, metadata) {
      if (await touchName(name).catch(leaving(stream))) await leaveUnread(stream);
      else await upload(parts, { name, stream, metadata });
    },
    async read(name) {
      const file = await files.findOne({ filename: name });
      if (file === null) return null;
      const stream = Readable.from(chunksOf(chunks, file), { objectMode: false });
      return { size: file.length, metadata: file.metadata, stream };
    },
    async delete(name, putBefore) {
      const unused = putBefore === undefined ? {} : { uploadDate: { $lt: putBefore } };
      const file = await files.findOneAndDelete({ filename: name, ...unused });
      if (file) await chunks.deleteMany({ files_id: file._id });
    },
    names: (putBefore) => namesOf(files, putBefore),
    removeUnfinished: (begunBefore) => removeUnfinished(parts, begunBefore),
  };
}

interface Parts {
  files: Collection<FileDocument>;
  chunks: Collection<ChunkDocument>;
}

async function createIndexes({ files, chunks }: Parts): Promise<void> {
  await ensureIndexes(files, [{ key: { filename: 1 }, unique: true, name: 'name' }]);
  await ensureIndexes(chunks, [{ key: { files_id: 1, n: 1 }, unique: true, name: 'files_id_1_n_1' }]);
}

/** One question less than the driver's own stream asks, which looks for the file once more. */
async function* chunksOf(
  chunks: Collection<ChunkDocument>,
  { _id, length }: FileDocument,
): AsyncGenerator<Buffer> {
  let [next, missing] = [0, length];
  for await (const { n, data } of chunks.find({ files_id: _id }).sort({ n: 1 })) {
    if (n !== next) break;
    const { buffer, byteOffset, byteLength } = data.value();
    yield Buffer.from(buffer, byteOffset, byteLength);
    next += 1;
    missing -= byteLength;
  }
  if (missing !== 0) throw new Unavailable('The bytes were removed while they were read.');
}

/** A Readable that nobody began to read has to be destroyed to let its source go. */
async function leaveUnread(stream: AsyncIterable<Buffer>): Promise<void> {
  if (stream instanceof Readable) stream.destroy();
  else await stream[Symbol.asyncIterator]().return?.();
}

/** What is open behind a stream is closed before its failure is reported. */
const leaving = (stream: AsyncIterable<Buffer>) => async (error: unknown) => {
  await leaveUnread(stream);
  throw error;
};

/** Marks bytes that are there as put again; false when they are not. */
async function touch(files: Collection<FileDocument>, name: string): Promise<boolean> {
  const result = await files.updateOne({ filename: name }, { $set: { uploadDate: new Date() } });
  return result.matchedCount === 1;
}

interface Upload {
  name: string;
  stream: AsyncIterable<Buffer>;
  metadata: Record<string, unknown>;
}

/** Chunks first, the file that makes them visible last; the chunks of a failed or second upload are removed. */
async function upload({ files, chunks }: Parts, { name, stream, metadata }: Upload): Promise<void> {
  const id = new ObjectId();
  const length = await uploadChunks(chunks, id, stream);
  const uploadDate = new Date();
  try {
    await files.insertOne({ _id: id, filename: name, length, chunkSize: CHUNK_BYTES, uploadDate, metadata });
  } catch (error) {
    // Of any other error the outcome is unknown: the file may be there, so its chunks must stay.
    if (!isDuplicateKey(error, 'name')) throw error;
    await discard(chunks, id);
    if (await touch(files, name)) return;
    throw new Unavailable('The bytes were removed while they were stored again.', { cause: error });
  }
}

/** Expects new things: what turns out to be there already is marked as put again, and its second chunks are removed. */
async function uploadAll({ files, chunks }: Parts, things: readonly NamedBytes[]): Promise<void> {
  const uploads = [
    ...new Map(things.map((thing) => [thing.name, { ...thing, id: new ObjectId() }])).values(),
  ];
  const pieces = uploads.flatMap(({ id, bytes }) => piecesOf(id, bytes));
  if (pieces.length > 0) await chunks.insertMany(pieces);
  const uploadDate = new Date();
  const documents = uploads.map(({ id: _id, name: filename, bytes: { length } }) => ({
    _id,
    filename,
    length,
    chunkSize: CHUNK_BYTES,
    uploadDate,
    metadata: {},
  }));
  const stored = await insertUnique(files, documents, 'name');
  for (const { id, name } of uploads.filter((_upload, index) => !stored[index])) {
    await discard(chunks, id);
    if (!(await touch(files, name)))
      throw new Unavailable('The bytes were removed while they were stored again.');
  }
}

function piecesOf(id: ObjectId, bytes: Buffer): ChunkDocument[] {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, n) => ({
    _id: new ObjectId(),
    files_id: id,
    n,
    data: new Binary(bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)),
  }));
}

async function uploadChunks(
  chunks: Collection<ChunkDocument>,
  id: ObjectId,
  stream: AsyncIterable<Buffer>,
): Promise<number> {
  let n = 0;
  let length = 0;
  try {
    for await (const part of cut(stream, CHUNK_BYTES)) {
      await chunks.insertOne({ _id: new ObjectId(), files_id: id, n, data: new Binary(part) });
      n += 1;
      length += part.length;
    }
  } catch (error) {
    await discard(chunks, id);
    throw error;
  }
  return length;
}

/** Best effort: what stays when the store is unavailable is invisible and found by `removeUnfinished`. */
async function discard(chunks: Collection<ChunkDocument>, id: ObjectId): Promise<void> {
  await chunks.deleteMany({ files_id: id }).catch(() => undefined);
}

/** Steps along the names, so that no cursor waits for what is done with them. */
async function* namesOf(files: Collection<FileDocument>, putBefore: Date): AsyncGenerator<string[]> {
  for (let last = ''; ;) {
    const found = await files
      .find({ filename: { $gt: last } }, { projection: { filename: 1, uploadDate: 1 } })
      .sort({ filename: 1 })
      .limit(BATCH)
      .toArray();
    yield found.filter(({ uploadDate }) => uploadDate < putBefore).map(({ filename }) => filename);
    last = found.at(-1)?.filename ?? last;
    if (found.length < BATCH) return;
  }
}

/** Steps along the index of the chunks; an upload's id says when it began. */
async function removeUnfinished({ files, chunks }: Parts, begunBefore: Date): Promise<number> {
  const end = ObjectId.createFromTime(Math.floor(begunBefore.getTime() / 1000));
  let last = ObjectId.createFromTime(0);
  let removed = 0;
  for (;;) {
    const found = await chunks
      .find({ files_id: { $gt: last, $lt: end } }, { projection: { _id: 0, files_id: 1 } })
      .sort({ files_id: 1 })
      .limit(BATCH)
      .toArray();
    const ids = new Map(found.map(({ files_id: id }) => [id.toHexString(), id]));
    const finished = files.find({ _id: { $in: [...ids.values()] } }, { projection: { _id: 1 } });
    for (const { _id: id } of await finished.toArray()) ids.delete(id.toHexString());
    for (const id of ids.values()) await chunks.deleteMany({ files_id: id });
    removed += ids.size;
    last = found.at(-1)?.files_id ?? last;
    if (found.length < BATCH) return removed;
  }
}
