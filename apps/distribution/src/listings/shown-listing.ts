import type { Listing } from '@estate/contracts';
import { readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { listingResource } from '../domain/listing.ts';
import type { ListingRecord } from '../domain/listing.ts';
import { standingOf } from '../domain/listing-standing.ts';
import { pauseOf } from '../domain/pause.ts';

type ShowDeps = Pick<Deps, 'targets'>;

/** Whether a pause of its target changes what is shown of a listing. */
const waits = (record: ListingRecord): boolean =>
  record.dueAt !== undefined || standingOf(record) === 'pending';

/** A listing with why nothing is published to its target, if something of it waits. */
export async function withPause(stored: ListingRecord, { targets }: ShowDeps) {
  const target = waits(stored) ? await targets.peek(stored.targetId) : null;
  return { stored, paused: target ? pauseOf(target) : undefined };
}

/** A listing as its customer sees it, with what its target makes it wait for. */
export async function shownListing(record: ListingRecord, deps: ShowDeps): Promise<Listing> {
  const { stored, paused } = await withPause(record, deps);
  return listingResource(stored, paused);
}

/** The same of several, each target looked at once. */
export async function shownListings(records: readonly ListingRecord[], deps: ShowDeps): Promise<Listing[]> {
  const waiting = records.filter(waits).map(({ targetId }) => targetId);
  const found = await deps.targets.peekAll([...new Set(waiting)]);
  const pauses = new Map(found.map((target) => [target.id, pauseOf(target)]));
  return records.map(readable((record) => listingResource(record, pauses.get(record.targetId))));
}
