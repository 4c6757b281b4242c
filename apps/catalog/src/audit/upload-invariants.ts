import { isDuplicateKey, wholeBytes } from '@estate/persistence';
import type { Bytes, Collection, Invariant, Rule } from '@estate/persistence';
import { uploadIdOf } from '../domain/attachment-addresses.ts';
import { USES_APART_MS } from '../domain/uploaded-attachment.ts';
import { namedAmongAll } from '../stores/named-among.ts';
import type { NamingCollection } from '../stores/named-among.ts';
import { LIVE } from '../stores/property-document.ts';
import type { PropertyDoc } from '../stores/property-document.ts';
import type { UploadDoc } from '../stores/upload-store.ts';

type Uploads = Collection<UploadDoc>;
type Properties = Collection<PropertyDoc>;

/** The bytes of every uploaded attachment are stored. One that nothing names is removed by a repair. */
export const uploadsWhole = (
  { uploads, naming }: { uploads: Uploads; naming: readonly NamingCollection[] },
  bytes: Pick<Bytes, 'absent' | 'audit' | 'problems'>,
): Invariant[] => {
  const unnamed = async (ids: readonly string[]): Promise<string[]> => {
    const named = await namedAmongAll(naming, ids);
    return ids.filter((id) => !named.has(id));
  };
  return wholeBytes<UploadDoc>(
    {
      name: 'uploaded-attachments-whole',
      meaning: 'Uploaded attachments cannot be downloaded, and their properties cannot be published again.',
      advice:
        'Bytes of uploaded attachments are missing or damaged (rek bytes check lists them with the reason). Check the byte store and its disk, or restore the bytes from a backup. Uploading the same file stores it again. Attachments that no property, no contact and no logo uses can be removed (rek repair).',
      repairable: unnamed,
      repair: async (ids, now) => {
        const removed: string[] = [];
        for (const id of await unnamed(ids)) {
          const doc = await uploads.findOne({ _id: id });
          // A use that was not written down is of the last minutes.
          if (!doc || doc.usedAt.getTime() > now.getTime() - 2 * USES_APART_MS) continue;
          if (!(await bytes.problems([doc.sha256], now)).has(doc.sha256)) continue;
          const { deletedCount } = await uploads.deleteOne({ _id: id, usedAt: doc.usedAt });
          if (deletedCount === 1) removed.push(id);
        }
        return removed;
      },
    },
    {
      ...{ walk: 'uploads-bytes', collection: uploads, fields: ['sha256'] },
      namesOf: ({ sha256 }) => [sha256],
      naming: (names) => ({ sha256: { $in: [...names] } }),
    },
    bytes,
  );
};

/** Adds the uploaded attachments again that properties name and their account lacks. */
export const addingUploads =
  ({ properties, uploads }: { properties: Properties; uploads: Uploads }): NonNullable<Rule['repair']> =>
  async (ids, now) => {
    const repaired: string[] = [];
    for (const _id of ids) {
      const doc = await properties.findOne({ _id, processingStatus: 'successful', ...LIVE });
      if (doc && (await addMissing(doc, { uploads, now }))) repaired.push(_id);
    }
    return repaired;
  };

async function ownersOf(uploads: Uploads, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const docs = await uploads.find({ _id: { $in: [...ids] } }, { projection: { accountId: 1 } }).toArray();
  return new Map(docs.map(({ _id, accountId }) => [_id, accountId]));
}

/** Adds what the property knows of the uploads that it names; true when none is missing afterwards and one was. */
async function addMissing(
  { accountId, uploads: ids = [], stored = [] }: PropertyDoc,
  { uploads, now }: { uploads: Uploads; now: Date },
): Promise<boolean> {
  const present = await ownersOf(uploads, ids);
  const missing = ids.filter((id) => !present.has(id));
  for (const _id of missing) {
    const file = stored.find(({ url }) => uploadIdOf(url) === _id);
    if (!file) continue;
    const { sha256, size, mediaType } = file;
    const doc = { _id, accountId, sha256, size, mediaType, createdAt: now, usedAt: now };
    await uploads.insertOne(doc).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }
  const after = await ownersOf(uploads, ids);
  return missing.length > 0 && ids.every((id) => after.get(id) === accountId);
}
