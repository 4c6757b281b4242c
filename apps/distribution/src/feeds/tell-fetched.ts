import { PublicationSucceeded } from '@estate/contracts';
import { message } from '@estate/messaging';
import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { propertyTypeOf } from '../domain/listing.ts';

const SWEEP_EVERY_MS = 10_000;
const BATCH = 200;

type TellDeps = Pick<Deps, 'feeds' | 'listingFetches' | 'newId'>;

/** Lets listings know that they were fetched. */
export const fetchedWorker = (deps: TellDeps & { log: Logger }): Worker =>
  new Worker({
    name: 'fetched-listings',
    run: () => tellFetched(deps),
    sweepEveryMs: SWEEP_EVERY_MS,
    log: deps.log,
  });

/** True when there may be more. A fetch that is noted again after a crash changes nothing. */
export async function tellFetched({ feeds, listingFetches, newId }: TellDeps): Promise<boolean> {
  const fetched = await feeds.fetched(BATCH);
  for (const { listingId, sequence, fetchedAt: at } of fetched) {
    const listing = await listingFetches.find(listingId);
    if (listing?.sequence === sequence) {
      const { accountId, propertyId, targetId, wanted } = listing;
      const about = { id: newId(), at, accountId, requestId: wanted.requestId };
      const data = { listingId, propertyId, ...propertyTypeOf(listing), targetId, type: 'set' as const };
      const event = message(PublicationSucceeded, data, about);
      await listingFetches.shown(listing, at, event);
    }
    await feeds.told({ listingId, sequence });
  }
  return fetched.length === BATCH;
}
