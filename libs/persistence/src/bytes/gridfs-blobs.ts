import { Binary, ObjectId } from 'mongodb';
import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '../mongo/driver-errors.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { BytesMissing } from './blobs.ts';
import type { Blobs, Sized } from './blobs.ts';
import { contentProblem } from './content-problem.ts';
import { cut } from './cut.ts';

export const CHUNK_BYTES = 255 * 1024;
/** The number of chunks in one batch: all of most photos, and little of a large file that is read slowly. */
const CHUNKS_AT_ONCE = 8;
/** The number of chunks that one clean-up step examines. */
const BATCH = 500;

interface ChunkDocument {
  _id: ObjectId;
  files_id: ObjectId;
  n: number;
  data: Binary;
}

/** Bytes in the chunks of GridFS, in the database of the service. */
export function gridFsBlobs(db: Db, bucketName: string): Blobs {
  const chunks = db.collection<ChunkDocument>(`${bucketName}.chunks`);
  let indexed: Promise<void> | undefined;
  const prepare = () =>
    (indexed ??= ensureIndexes(chunks, [
      { key: { files_id: 1, n: 1 }, unique: true, name: 'files_id_1_n_1' },
    ]).catch((error: unknown) => {
      indexed = undefined;
      throw error;
    }));
  const blobs: Blobs = {
    place: 'GridFS',
    async write(key, content) {
      await prepare();
      let n = 0;
      for await (const part of cut(content, CHUNK_BYTES)) {
        await insert(chunks, chunk(key.id, n, part));
        n += 1;
      }
    },
    async writeAll(several) {
      await prepare();
      const pieces = several.flatMap(({ key, bytes }) => chunksOf(key.id, bytes));
      if (pieces.length > 0) await chunks.insertMany(pieces);
    },
    read: (key, size) => read(chunks, key.id, size),
    async remove(key) {
      await chunks.deleteMany({ files_id: new ObjectId(key.id) });
    },
    list: (after) => list(chunks, after),
    // `list` finds chunks without a file.
    removeParts: () => Promise.resolve(0),
    incomplete: (uploads) => withFewerChunks(chunks, uploads),
    examine: (key, expected) => contentProblem(blobs.read(key, expected.size), expected),
    close: () => Promise.resolve(),
  };
  return blobs;
}

const chunk = (id: string, n: number, bytes: Buffer): ChunkDocument => ({
  _id: new ObjectId(),
  files_id: new ObjectId(id),
  n,
  data: new Binary(bytes),
});

const chunksOf = (id: string, bytes: Buffer): ChunkDocument[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, n) =>
    chunk(id, n, bytes.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES)),
  );

/** Inserts a chunk; a crashed move may have left the first chunks of the same bytes. */
async function insert(chunks: Collection<ChunkDocument>, piece: ChunkDocument): Promise<void> {
  try {
    await chunks.insertOne(piece);
  } catch (error) {
    if (piece.n !== 0 || !isDuplicateKey(error, 'files_id_1_n_1')) throw error;
    await chunks.deleteMany({ files_id: piece.files_id });
    await chunks.insertOne(piece);
  }
}

/** Reads chunks with one query less than the driver's stream, which looks up the file again. */
async function* read(
  chunks: Collection<ChunkDocument>,
  id: string,
  size: number,
): AsyncGenerator<Buffer, void> {
  let [next, missing] = [0, size];
  const options = { batchSize: CHUNKS_AT_ONCE };
  for await (const { n, data } of chunks.find({ files_id: new ObjectId(id) }, options).sort({ n: 1 })) {
    if (n !== next) break;
    const { buffer, byteOffset, byteLength } = data.value();
    yield Buffer.from(buffer, byteOffset, byteLength);
    next += 1;
    missing -= byteLength;
  }
  if (missing !== 0) throw new BytesMissing(`Chunk ${String(next)} of ${id} is missing in GridFS.`);
}

/** Finds uploads with missing chunks by the index, without reading bytes. */
async function withFewerChunks(
  chunks: Collection<ChunkDocument>,
  uploads: readonly Sized[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < uploads.length; from += BATCH) {
    const some = uploads.slice(from, from + BATCH);
    const stored = await chunks
      .find(
        { files_id: { $in: some.map(({ key }) => new ObjectId(key.id)) } },
        { projection: { _id: 0, files_id: 1, n: 1 } },
      )
      .toArray();
    const counts = new Map<string, number>();
    for (const { files_id: id } of stored)
      counts.set(id.toHexString(), (counts.get(id.toHexString()) ?? 0) + 1);
    for (const { key, size } of some)
      if ((counts.get(key.id) ?? 0) !== Math.ceil(size / CHUNK_BYTES)) found.add(key.id);
  }
  return found;
}

/** Walks along the index of the chunks. */
async function list(chunks: Collection<ChunkDocument>, after: string | undefined) {
  const last = after === undefined ? ObjectId.createFromTime(0) : new ObjectId(after);
  const found = await chunks
    .find({ files_id: { $gt: last } }, { projection: { _id: 0, files_id: 1 } })
    .sort({ files_id: 1 })
    .limit(BATCH)
    .toArray();
  const ids = [...new Set(found.map(({ files_id: id }) => id.toHexString()))];
  return {
    keys: ids.map((id) => ({ id, name: '' })),
    next: found.length < BATCH ? undefined : ids.at(-1),
  };
}
