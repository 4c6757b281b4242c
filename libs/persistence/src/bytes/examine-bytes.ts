import { storeFor } from './bucket.ts';
import type { Bucket } from './bucket.ts';
import { expectedOf, keyOf } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';
import type { Bytes } from './bytes.ts';

const AT_ONCE = 4;
/** The minimum age of examined bytes: the document of younger ones may be written while they are deleted. */
export const SETTLED_MS = 60_000;

/** Examines stored bytes by their names. */
export const examiner = (bucket: Bucket): Pick<Bytes, 'absent' | 'problems'> => ({
  absent: (names) => bucket.index.absent(names),
  async problems(names, now) {
    const found = new Map<string, string>();
    const putBefore = new Date(now.getTime() - SETTLED_MS);
    const left = [...new Set(names)];
    while (left.length > 0) {
      const looks = left.splice(0, AT_ONCE).map(async (name) => {
        const problem = await problemOf(bucket, name, putBefore);
        if (problem !== undefined) found.set(name, problem);
      });
      await Promise.all(looks);
    }
    return found;
  },
});

/** The problem of bytes; those that are deleted or moved during the examination are examined again. */
async function problemOf(bucket: Bucket, name: string, putBefore: Date): Promise<string | undefined> {
  let problem: string | undefined;
  for (let looks = 0; looks < 2; looks += 1) {
    const doc = await bucket.index.find(name);
    if (doc === null) return 'The index does not know the bytes.';
    problem = doc.uploadDate < putBefore ? await examineOne(bucket, doc) : undefined;
    if (problem === undefined) return undefined;
  }
  return problem;
}

async function examineOne(bucket: Bucket, doc: UploadDoc): Promise<string | undefined> {
  const blobs = storeFor(bucket, doc);
  const problem = await blobs.examine(keyOf(doc), expectedOf(doc));
  return problem === undefined ? undefined : `${blobs.place}: ${problem}`;
}
