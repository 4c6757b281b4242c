import { Unavailable } from '@estate/errors';
import type { Db } from 'mongodb';
import type { Blobs } from './blobs.ts';
import { ByteIndex, GRIDFS, storeOf } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';
import { gridFsBlobs } from './gridfs-blobs.ts';

/** A store with its id in the index. */
export interface NamedBlobs {
  id: string;
  blobs: Blobs;
}

/** The store to write to, and further stores to read from. */
export interface ByteStores {
  current: NamedBlobs;
  others: readonly NamedBlobs[];
}

/** The index and the stores of one bucket. */
export interface Bucket {
  index: ByteIndex;
  current: NamedBlobs;
  stores: ReadonlyMap<string, Blobs>;
}

/** The store in the database, which can always be read. */
export const gridFs = (db: Db, bucketName: string): NamedBlobs => ({
  id: GRIDFS,
  blobs: gridFsBlobs(db, bucketName),
});

export function openBucket(db: Db, bucketName: string, given?: ByteStores): Bucket {
  const embedded = gridFs(db, bucketName);
  const { current, others } = given ?? { current: embedded, others: [] };
  const stores = new Map([embedded, ...others, current].map(({ id, blobs }) => [id, blobs]));
  return { index: new ByteIndex(db, bucketName), current, stores };
}

/** @throws Unavailable if the store is not configured */
export function storeFor({ stores }: Bucket, doc: UploadDoc): Blobs {
  const blobs = stores.get(storeOf(doc));
  if (blobs) return blobs;
  throw new Unavailable(
    `The bytes ${doc.filename} are in the store ${storeOf(doc)}, which is not configured. Name it in BYTE_STORE_FROM.`,
  );
}
