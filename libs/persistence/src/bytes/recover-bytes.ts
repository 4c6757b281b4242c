import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { BytesMissing } from './blobs.ts';
import type { BlobKey, Blobs } from './blobs.ts';
import type { Bucket } from './bucket.ts';
import { finished, isHash } from './byte-index.ts';
import type { ByteRecovery, StoredUpload } from './bytes.ts';

/** Undefined while bytes are written to the database itself. */
export const byteRecovery = (bucket: Bucket): ByteRecovery | undefined =>
  bucket.current.blobs.lengthOf && {
    uploadsSince: (since) => uploadsSince(bucket, since),
    recover: (upload) => recover(bucket, upload),
  };

async function* uploadsSince({ stores }: Bucket, since: Date): AsyncGenerator<StoredUpload[], void> {
  const first = ObjectId.createFromTime(Math.floor(since.getTime() / 1000)).toHexString();
  for (const [store, blobs] of stores) {
    if (!blobs.lengthOf) continue;
    for (let after: string | undefined; ;) {
      const { keys, next } = await blobs.list(after);
      yield keys.filter(({ id }) => id >= first).map((key) => ({ ...key, store }));
      if (next === undefined) break;
      after = next;
    }
  }
}

/** Recovers an upload; its hash is computed from the stored bytes, because nothing else is known of it. */
async function recover(
  { index, stores }: Bucket,
  { store, ...key }: StoredUpload,
): Promise<number | undefined> {
  const blobs = stores.get(store);
  const length = await blobs?.lengthOf?.(key);
  if (!blobs || length === undefined) return undefined;
  const sha256 = await hashOf(blobs, key, length);
  if (sha256 === undefined) return undefined;
  const upload = { _id: new ObjectId(key.id), filename: key.name, store };
  await index.restore(finished(upload, { length, metadata: {}, ...(!isHash(key.name) && { sha256 }) }));
  return length;
}

async function hashOf(blobs: Blobs, key: BlobKey, length: number): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of blobs.read(key, length)) hash.update(piece);
  } catch (error) {
    if (!(error instanceof BytesMissing)) throw error;
    return undefined;
  }
  return hash.digest('hex');
}
