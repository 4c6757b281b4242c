import type { ObjectRecord } from '../domain/import-object.ts';
import { formerKeyOf } from '../reading/object-row.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';

/**
 * The property that an object became. One whose first number says nothing was known by that number before: it gets its key now, so that a
 * full transfer does not miss it.
 */
export async function knownOf(
  { known }: Pick<ApplyDeps, 'known'>,
  row: Pick<ObjectRecord, 'provider' | 'numbers' | 'externalId'> & { key: string },
  { record: { queueId, dryRun } }: Pick<Applying, 'record'>,
): Promise<KnownDoc | null> {
  const found = await known.find(row.key);
  const formerKey = formerKeyOf(queueId, row);
  const former = formerKey === undefined || formerKey === row.key ? null : await known.find(formerKey);
  // Objects with the same number that says nothing were one property: it is that of the object with its external id.
  if (!former || former.externalId === undefined || former.externalId !== row.externalId) return found;
  return dryRun ? (found ?? former) : known.rename(former, row.key);
}
