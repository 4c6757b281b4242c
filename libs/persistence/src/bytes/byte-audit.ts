import type { Collection } from 'mongodb';
import { before } from '../audit/audit-looks.ts';
import { walking } from '../audit/audit-walk.ts';
import type { WalkOptions } from '../audit/audit-walk.ts';
import { COUNTED_MAX } from '../audit/auditor.ts';
import type { Pass } from '../audit/auditor.ts';
import { storeFor } from './bucket.ts';
import type { Bucket } from './bucket.ts';
import { keyOf } from './byte-index.ts';
import type { UploadDoc } from './byte-index.ts';
import type { ByteAudit, Bytes } from './bytes.ts';
import type { Blobs } from './blobs.ts';
import { SETTLED_MS } from './examine-bytes.ts';

/** The pace for sizes, which are compared without reading: 20,000 in a minute. */
const LENGTHS = { portion: 2000, perSecond: { documents: 334 } };
/** The pace for contents, which are read: 120 MB in a minute, and only a little in a check that somebody waits for. */
const CONTENTS = {
  portion: 500,
  weightMax: 16_000_000,
  perSecond: { documents: 100, weight: 2_000_000 },
};

type IndexedDoc = Omit<UploadDoc, '_id'> & { _id: string };
type Walk = Pick<WalkOptions<IndexedDoc>, 'portion' | 'perSecond' | 'weight'>;

/** Two walks over the index, in the order of the names: a fast one for missing bytes, and one that reads the contents. */
export function byteAudit(bucket: Bucket, { problems }: Pick<Bytes, 'problems'>): ByteAudit {
  const docs = bucket.index.docs as unknown as Collection<IndexedDoc>;
  const walk = (
    part: string,
    pace: Walk,
    broken: (names: readonly string[], now: Date) => Promise<readonly string[]>,
  ) =>
    walking<IndexedDoc>({
      ...{ ...pace, name: `${docs.collectionName}.${part}`, collection: docs },
      ...{ key: 'filename', fields: ['length'] },
      rules: [
        {
          ...{ name: part, meaning: '', advice: '' },
          broken: (found, { now }) =>
            broken(
              found.map(({ _id }) => _id),
              now,
            ),
        },
      ],
    });
  const walks = [
    ...walk('lengths', LENGTHS, async (names, now) => {
      const suspected = await incomplete(bucket, names, now);
      // Bytes may be moved or deleted during the check.
      return [...(await problems(suspected.slice(0, COUNTED_MAX), now)).keys()];
    }),
    ...walk(
      'contents',
      {
        ...CONTENTS,
        weight: { of: ({ length }) => length, max: CONTENTS.weightMax },
      },
      async (names, now) => [...(await problems(names, now)).keys()],
    ),
  ];
  return {
    async wrong(pass: Pass) {
      const found = new Set<string>();
      for (const each of walks) for (const name of await each.broken(pass)) found.add(name);
      return [...found].slice(0, COUNTED_MAX);
    },
    rounds: async (now) => {
      const rounds = walks.map((each) => each.rounds?.(now) ?? Promise.resolve([]));
      return (await Promise.all(rounds)).flat();
    },
  };
}

/** The names whose store lacks bytes. */
async function incomplete(bucket: Bucket, names: readonly string[], now: Date): Promise<string[]> {
  const putBefore = before(now, SETTLED_MS);
  const docs = await bucket.index.docs
    .find({ filename: { $in: [...names] }, uploadDate: { $lt: putBefore } })
    .sort({ filename: 1 })
    .toArray();
  const suspected: string[] = [];
  for (const [blobs, uploads] of Map.groupBy(docs, (doc): Blobs => storeFor(bucket, doc))) {
    const ids = await blobs.incomplete(uploads.map((doc) => ({ key: keyOf(doc), size: doc.length })));
    for (const { _id, filename } of uploads) if (ids.has(_id.toHexString())) suspected.push(filename);
  }
  return suspected;
}
