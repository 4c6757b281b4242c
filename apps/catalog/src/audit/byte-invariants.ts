import { wholeBytes } from '@estate/persistence';
import type { Bytes, Collection, Invariant } from '@estate/persistence';
import { uploadIdOf } from '../domain/attachment-addresses.ts';
import { LIVE } from '../stores/property-document.ts';
import type { PropertyDoc } from '../stores/property-document.ts';

/** Files that are looked for in the index in one pass. */
const LOOKED_FOR_AT_ONCE = 20_000;

type Files = Pick<PropertyDoc, 'stored' | 'renditions' | 'removeWhenSent' | 'processingStatus'>;
type ByteStore = Pick<Bytes, 'absent' | 'audit' | 'problems' | 'delete'>;

const FIELDS = [
  ...['stored.url', 'stored.sha256', 'renditions.sha256'],
  ...['removeWhenSent', 'processingStatus'],
];

/** Invariants of the files of properties. A property that waits for processing gets its files then. */
export const bytesWhole = (properties: Collection<PropertyDoc>, bytes: ByteStore): Invariant[] =>
  wholeBytes<PropertyDoc>(
    {
      name: 'attachments-bytes-whole',
      meaning:
        'Platforms and the dashboard show damaged images or none, and properties cannot be published again.',
      advice:
        'Bytes of attachments are missing or damaged (rek bytes check lists them with the reason). Check the byte store and its disk. As a last resort, remove the damaged bytes and fetch all of them again from the customer (rek repair).',
      repair: async (ids, now) => {
        const fetched: string[] = [];
        for (const id of ids) if (await fetchAgain(properties, bytes, { id, now })) fetched.push(id);
        return fetched;
      },
    },
    {
      ...{ walk: 'properties-bytes', collection: properties, fields: FIELDS },
      weight: { of: (doc) => namesOf(doc).length, max: LOOKED_FOR_AT_ONCE },
      namesOf: (doc) => (isSettled(doc) ? namesOf(doc) : []),
      naming: (names) => {
        const files = { $in: [...names] };
        return { $or: [{ 'stored.sha256': files }, { 'renditions.sha256': files }] };
      },
    },
    bytes,
  );

const isSettled = ({ removeWhenSent, processingStatus }: Files): boolean =>
  removeWhenSent === undefined && processingStatus !== 'pending';

/** Without the files that were uploaded: nobody can fetch them again, and they have an invariant of their own. */
function namesOf({ stored = [], renditions = [] }: Pick<Files, 'stored' | 'renditions'>): string[] {
  const uploaded = stored.filter(({ url }) => uploadIdOf(url) !== undefined);
  const names = new Set([...stored, ...renditions].map(({ sha256 }) => sha256));
  return [...names.difference(new Set(uploaded.map(({ sha256 }) => sha256)))];
}

/**
 * Has the files processed again that are wrong; the property gets a new revision, because its files may differ by now.
 */
async function fetchAgain(
  properties: Collection<PropertyDoc>,
  bytes: ByteStore,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const settled = { _id: id, processingStatus: { $ne: 'pending' as const }, ...LIVE };
  const doc = await properties.findOne(settled);
  if (!doc) return false;
  const wrong = await bytes.problems(namesOf(doc), now);
  if (wrong.size === 0) return false;
  for (const name of wrong.keys()) await bytes.delete(name);
  const isRight = ({ sha256 }: { sha256: string }) => !wrong.has(sha256);
  const { modifiedCount } = await properties.updateOne(
    { ...settled, revision: doc.revision },
    {
      $set: {
        processingStatus: 'pending',
        processing: { ...doc.processing, dueAt: now, attempt: 0, internalErrors: 0 },
        stored: (doc.stored ?? []).filter(isRight),
        renditions: (doc.renditions ?? []).filter(isRight),
      },
      $unset: { processingFailure: '', attachmentFailures: '' },
      $inc: { revision: 1 },
    },
  );
  return modifiedCount === 1;
}
