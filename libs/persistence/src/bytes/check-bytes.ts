import type { Db } from 'mongodb';
import { openBucket, storeFor } from './bucket.ts';
import type { ByteStores } from './bucket.ts';
import { expectedOf, keyOf } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';
import { contentProblem } from './content-problem.ts';

const AT_ONCE = 4;

export interface Check {
  stores: ByteStores;
  onProgress: (checked: number) => void;
}

export interface CheckResult {
  checked: number;
  /** Missing or damaged bytes, by name. */
  problems: ReadonlyMap<string, string>;
}

/** Reads all bytes of a bucket and compares them with their hashes. */
export async function checkBytes(
  db: Db,
  bucketName: string,
  { stores, onProgress }: Check,
): Promise<CheckResult> {
  const bucket = openBucket(db, bucketName, stores);
  const problems = new Map<string, string>();
  let checked = 0;
  const one = async ({ filename }: Pick<UploadDoc, 'filename'>) => {
    // Bytes that were deleted or moved during the check are checked again.
    for (let repeats = 0; repeats < 2; repeats += 1) {
      const doc = await bucket.index.find(filename);
      const problem =
        doc && (await contentProblem(storeFor(bucket, doc).read(keyOf(doc), doc.length), expectedOf(doc)));
      if (problem === undefined || problem === null) break;
      if (repeats === 1) problems.set(filename, problem);
    }
    checked += 1;
  };
  for await (const docs of bucket.index.steps([])) {
    for (let from = 0; from < docs.length; from += AT_ONCE) {
      await Promise.all(docs.slice(from, from + AT_ONCE).map(one));
      onProgress(checked);
    }
  }
  return { checked, problems };
}
