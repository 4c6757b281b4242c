import { createHash } from 'node:crypto';
import type { Db, UpdateFilter } from 'mongodb';
import { BytesDamaged, BytesMissing } from './blobs.ts';
import type { NamedBlobs } from './bucket.ts';
import { ByteIndex, GRIDFS, expectedOf, inStores, keyOf, storeOf } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';
import { checked, contentProblem } from './content-problem.ts';

const BATCH = 100;
const AT_ONCE = 4;

export interface MoveProgress {
  moved: number;
  movedBytes: number;
}

export interface MoveResult extends MoveProgress {
  /** True if everything was moved, and nothing was written to the old store meanwhile. */
  finished: boolean;
  /** Bytes that could not be moved, by name. */
  problems: ReadonlyMap<string, string>;
}

export interface Move {
  from: NamedBlobs;
  to: NamedBlobs;
  signal: AbortSignal;
  onProgress: (progress: MoveProgress) => void;
}

/**
 * Moves all bytes of a bucket to another store while services use both: copies, reads the copy back, updates the index, and removes the
 * original. Bytes that are deleted meanwhile stay deleted. The remains of a crash in either store are removed like those of crashed
 * uploads, and the next run continues.
 */
export async function moveBytes(db: Db, bucketName: string, move: Move): Promise<MoveResult> {
  const index = new ByteIndex(db, bucketName);
  await index.prepare();
  const problems = new Map<string, string>();
  const progress = { moved: 0, movedBytes: 0 };
  const one = async (doc: UploadDoc) => {
    try {
      if (!(await moveOne(index, doc, move))) return;
      progress.moved += 1;
      progress.movedBytes += doc.length;
    } catch (error) {
      if (!(error instanceof BytesDamaged || error instanceof BytesMissing)) throw error;
      if ((await index.docs.findOne({ _id: doc._id, ...inStores([move.from.id]) })) !== null)
        problems.set(doc.filename, error.message);
    }
  };
  // The second pass finds bytes that a replica wrote behind the first one.
  const isStopped = () => move.signal.aborted;
  for (let before = -1; before !== progress.moved && !isStopped();) {
    before = progress.moved;
    for await (const docs of inStore(index, move)) {
      for (let from = 0; from < docs.length && !isStopped(); from += AT_ONCE) {
        await Promise.all(docs.slice(from, from + AT_ONCE).map(one));
        move.onProgress({ ...progress });
      }
    }
  }
  return { ...progress, problems, finished: problems.size === 0 && !isStopped() };
}

async function* inStore(index: ByteIndex, { from, signal }: Move): AsyncGenerator<UploadDoc[], void> {
  for (let last = ''; !signal.aborted;) {
    const docs = await index.docs
      .find({ filename: { $gt: last }, ...inStores([from.id]) })
      .sort({ filename: 1 })
      .limit(BATCH)
      .toArray();
    yield docs;
    last = docs.at(-1)?.filename ?? last;
    if (docs.length < BATCH) return;
  }
}

/** False if the bytes were deleted or moved by somebody else. */
async function moveOne(index: ByteIndex, doc: UploadDoc, { from, to }: Move): Promise<boolean> {
  const key = keyOf(doc);
  const expected = expectedOf(doc);
  const hash = createHash('sha256');
  const source = checked(from.blobs.read(key, doc.length), expected);
  await to.blobs.write(
    key,
    noting(source, (piece) => hash.update(piece)),
  );
  const sha256 = hash.digest('hex');
  const problem = await contentProblem(to.blobs.read(key, doc.length), { size: doc.length, sha256 });
  if (problem === undefined && (await isNowIn(index, doc, { to: to.id, from: from.id, sha256 }))) {
    await from.blobs.remove(key);
    return true;
  }
  const now = await index.docs.findOne({ _id: doc._id });
  // Another run may have moved it, too; then the copy is in use.
  if (now === null || storeOf(now) !== to.id) await to.blobs.remove(key);
  if (problem !== undefined) throw new BytesDamaged(`The copy is wrong: ${problem}`);
  return false;
}

async function isNowIn(
  index: ByteIndex,
  doc: UploadDoc,
  { from, to, sha256 }: { from: string; to: string; sha256: string },
): Promise<boolean> {
  const update: UpdateFilter<UploadDoc> =
    to === GRIDFS ? { $set: { sha256 }, $unset: { store: '' } } : { $set: { sha256, store: to } };
  const result = await index.docs.updateOne({ _id: doc._id, ...inStores([from]) }, update);
  return result.matchedCount === 1;
}

async function* noting(
  content: AsyncIterable<Buffer>,
  note: (piece: Buffer) => void,
): AsyncGenerator<Buffer, void> {
  for await (const piece of content) {
    note(piece);
    yield piece;
  }
}
