import { checkProperty } from '@estate/contracts';
import type { ListingRecord } from '../domain/listing.ts';
import type { Deps } from '../deps.ts';

export type Acceptance = { accepted: ListingRecord } | { missing: 'target' | 'property' };

type AcceptDeps = Pick<Deps, 'bus' | 'clock' | 'listings' | 'wakeLane' | 'targets'>;

/**
 * Second half of the two-writer rule: the pending listing is written and visible to whoever deletes its target or property,
 * so what is still there now stays. Makes the listing live, or removes it. Idempotent, also when two run at once.
 */
export async function acceptListing(pending: ListingRecord, deps: AcceptDeps): Promise<Acceptance> {
  const { id, accountId, propertyId, targetId, wanted } = pending;
  const reject = async (missing: 'target' | 'property') => {
    await deps.listings.removePending(id);
    return { missing };
  };
  const target = await deps.targets.find(accountId, targetId);
  if (!target || target.deleting) return reject('target');
  const caller = { accountId, requestId: wanted.requestId };
  const { exists, ...known } = await deps.bus.ask(checkProperty, { propertyId }, caller);
  if (!exists) return reject('property');
  const accepted = await deps.listings.confirm(id, deps.clock(), known);
  if (!accepted) return { missing: 'property' };
  deps.wakeLane(targetId);
  return { accepted };
}
