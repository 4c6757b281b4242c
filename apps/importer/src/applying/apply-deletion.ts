import { deleteProperty } from '@estate/contracts';
import { NotFound, ServiceError } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { ObjectRecord } from '../domain/import-object.ts';
import { problemOf } from '../domain/problems.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';
import { deleteListings } from './apply-listings.ts';
import { knownOf } from './known-of.ts';
import type { Applied } from '../domain/applied.ts';

const TRIES = 5;

/** Deletes the property of an object, after its listings. */
export async function applyDeletion(
  deps: ApplyDeps,
  row: ObjectRecord & { key: string },
  { caller, record }: Pick<Applying, 'caller' | 'record'>,
): Promise<Applied> {
  const known = await knownOf(deps, row, { record });
  if (known?.hash === undefined && known?.deletedBy !== row.id) return unknownObject();
  const { propertyId } = known;
  const deleted: Applied = { outcome: 'deleted', propertyId, problems: [] };
  if (record.dryRun) return deleted;
  await deps.known.noteDeletion(row.key, row.id);
  await deleteWithListings(deps, propertyId, caller);
  return { ...deleted, isForgotten: true };
}

async function deleteWithListings(deps: ApplyDeps, propertyId: string, caller: Caller): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await deleteListings(deps, propertyId, caller);
    try {
      await deps.bus.ask(deleteProperty, { id: propertyId }, caller);
      return;
    } catch (error) {
      if (error instanceof NotFound) return;
      // A listing was created in the meantime.
      const isListed = error instanceof ServiceError && error.code === 'property-has-listings';
      if (!isListed || tries === TRIES) throw error;
    }
  }
}

function unknownObject(): Applied {
  const problem = problemOf('object_unknown', { severity: 'warning', reason: 'object_unknown' });
  return { outcome: 'unchanged', problems: [problem] };
}
