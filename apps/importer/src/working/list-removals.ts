import type { ObjectRecord } from '../domain/import-object.ts';
import type { ImportRecord } from '../domain/import.ts';
import type { ImportProgress } from '../stores/import-progress.ts';
import type { KnownDoc, KnownStore } from '../stores/known-store.ts';
import type { ObjectStore } from '../stores/object-store.ts';

export interface RemovalDeps {
  known: Pick<KnownStore, 'ofProviders'>;
  objects: Pick<ObjectStore, 'absent' | 'add' | 'countUnidentified' | 'lastPosition'>;
  progress: Pick<ImportProgress, 'noteRemoval'>;
  newId: () => string;
}

/**
 * Adds deletions of the properties that a full transfer lacks, of its own providers and of its own source; false when they wait for a
 * confirmation, because they would be more than the share that is allowed, or an object of the transfer has no number that identifies it.
 */
export async function listRemovals(
  deps: RemovalDeps,
  record: ImportRecord,
  maxShare: number,
): Promise<boolean> {
  const { id, isConfirmed = false } = record;
  let known = 0;
  let missing = 0;
  for await (const { docs, absent } of portions(deps, record)) {
    known += docs.length;
    missing += absent.length;
  }
  const unidentified = await deps.objects.countUnidentified(id);
  const removal = { missing, known, maxShare, ...(unidentified > 0 && { unidentified }) };
  // An object that nobody can identify may be one of those that are missing.
  const isSafe = missing <= known * maxShare && (missing === 0 || unidentified === 0);
  const isAllowed = isConfirmed || isSafe;
  if (isAllowed) await addDeletions(deps, record);
  await deps.progress.noteRemoval(id, removal, { isListed: isAllowed });
  return isAllowed;
}

async function* portions({ known, objects }: RemovalDeps, { id, queueId, fullProviders = [] }: ImportRecord) {
  for await (const docs of known.ofProviders(queueId, fullProviders, id)) {
    const keys = docs.map(({ _id }) => _id);
    const absent = new Set(await objects.absent(id, keys));
    yield { docs, absent: docs.filter(({ _id }) => absent.has(_id)) };
  }
}

/** A deletion that was added before is an object of the import, so it is not missing any more. */
async function addDeletions(deps: RemovalDeps, record: ImportRecord): Promise<void> {
  let position = await deps.objects.lastPosition(record.id);
  for await (const { absent } of portions(deps, record)) {
    await deps.objects.add(
      absent.map((doc) => {
        position += 1;
        return deletionOf(doc, record, { id: deps.newId(), position });
      }),
    );
  }
}

const deletionOf = (
  { _id: key, numbers, externalId, propertyId, provider }: KnownDoc,
  { id: importId, accountId }: ImportRecord,
  { id, position }: Pick<ObjectRecord, 'id' | 'position'>,
): ObjectRecord => ({
  ...{ id, accountId, importId, position, key, numbers, propertyId, provider },
  terms: [...new Set([...Object.values(numbers), externalId].filter((term) => term !== undefined))],
  ...(externalId !== undefined && { externalId }),
  action: 'delete',
  isMissing: true,
  outcome: 'pending',
  problems: [],
  unmapped: [],
});
