import type { ListingRecord } from '../domain/listing.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { PrepareDeps } from './lane-deps.ts';

type SharedObjectDeps = Pick<PrepareDeps, 'clock' | 'logins' | 'progress'>;
type Publishing = Pick<TargetRecord, 'id' | 'accountId' | 'login'>;

/**
 * The listings that want the object of a listing to stay on its platform: those with the same external id on a target with the
 * same login. One of the same property on the same target is published after the deletion anyway.
 */
export async function sharersOf(
  record: ListingRecord,
  target: Publishing,
  { logins, progress }: SharedObjectDeps,
): Promise<ListingRecord[]> {
  const { id, accountId, propertyId, property, summary, remote } = record;
  const externalId = property?.externalId ?? summary?.externalId;
  if (externalId === undefined) return [];
  const others = (await progress.liveOf(accountId, externalId)).filter(
    (one) => one.id !== id && !(one.propertyId === propertyId && one.targetId === target.id),
  );
  if (others.length === 0) return [];
  const { login } = target;
  const ids = others.map(({ targetId }) => targetId);
  const sharing = login === undefined ? new Set() : await logins.among(ids, { accountId, login });
  return others.filter(
    (one) =>
      one.targetId === target.id ||
      sharing.has(one.targetId) ||
      (remote?.objectId !== undefined && one.remote?.objectId === remote.objectId),
  );
}

/**
 * Whether other targets publish to the same login. Before a package goes there, the files that they know are forgotten: it may
 * replace them, and the login may not be shared any more when they send the next one.
 */
export async function isLoginShared(
  target: Publishing,
  { logins, progress }: SharedObjectDeps,
): Promise<boolean> {
  const sharing = await logins.sharing(target);
  if (sharing.length > 0) await progress.doubtFiles(sharing);
  return sharing.length > 0;
}

/** Leaves the object of a deleted listing to another listing of the property, if there is any; true if that keeps it. */
export async function isLeftToAnother(
  record: ListingRecord,
  target: Publishing,
  deps: SharedObjectDeps,
): Promise<boolean> {
  for (;;) {
    const sharers = await sharersOf(record, target, deps);
    const successor = sharers.find(({ propertyId }) => propertyId === record.propertyId);
    if (!successor) return false;
    if (await deps.progress.takeOver(successor, record, deps.clock())) return true;
  }
}
