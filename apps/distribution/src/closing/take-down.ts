import { LEFT_LISTINGS_MAX } from '@estate/contracts';
import type { LeftListing, OutputOf, takeDownAccount } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import type { ListingRecord } from '../domain/listing.ts';
import type { TargetRecord } from '../domain/target.ts';

const PORTION = 100;
/** The number of portions that are deleted before the gateway gets a response. */
const PORTIONS_AT_ONCE = 20;

type TakeDownDeps = Pick<Deps, 'clock' | 'listings' | 'targets' | 'wakeLane'>;

interface Closed {
  accountId: string;
  closingId: string;
  requestId: string;
}

/**
 * Deletes the listings of an account, then its targets, and has the lanes take them off their platforms. The targets are let go last, so
 * that nothing is published in between. Each step can be taken again.
 */
export async function takeDown(
  closed: Closed,
  deps: TakeDownDeps,
): Promise<OutputOf<typeof takeDownAccount>> {
  const { accountId, closingId: id } = closed;
  const { clock, listings, targets, wakeLane } = deps;
  if (await deleteListings(closed, deps)) {
    const closing = { id, at: clock() };
    const lanes = [
      ...(await targets.closings.takeDown(accountId, closing)),
      ...(await listings.closings.retryRefused(accountId, clock())),
    ];
    for (const targetId of new Set(lanes)) wakeLane(targetId);
  }
  const { records, count } = await listings.closings.left(accountId, LEFT_LISTINGS_MAX);
  const targetIds = new Set(records.map(({ targetId }) => targetId));
  const named = await targets.closings.named([...targetIds]);
  const left = records.map((record) => leftListing(record, named.get(record.targetId)));
  return { remaining: count, left, leftCount: count };
}

/** False when there are more. */
async function deleteListings(
  { accountId, requestId }: Closed,
  { clock, listings }: TakeDownDeps,
): Promise<boolean> {
  for (let portions = 0; portions < PORTIONS_AT_ONCE; portions += 1) {
    const portion = await listings.closings.toDelete(accountId, PORTION);
    if (portion.length === 0) return true;
    for (const listing of portion) await listings.delete(listing, { at: clock(), requestId });
  }
  return false;
}

function leftListing(
  { id: listingId, targetId, lastError, property, summary }: ListingRecord,
  target: TargetRecord | undefined,
): LeftListing {
  const externalId = property?.externalId ?? summary?.externalId;
  return {
    listingId,
    ...(externalId !== undefined && { externalId }),
    targetId,
    targetType: target?.type ?? '',
    ...(target?.name !== undefined && { targetName: target.name }),
    ...(lastError && { failureCode: lastError.failureCode }),
    failureMessage: lastError?.failureMessage ?? reasonOf(target),
  };
}

function reasonOf(target: TargetRecord | undefined): string {
  if (target?.pausedAt) return 'The operator of the service has paused the target.';
  if (target?.setAside) return 'The service crashed repeatedly while it published to the target.';
  return 'The platform has not yet confirmed that the listing was taken down.';
}
