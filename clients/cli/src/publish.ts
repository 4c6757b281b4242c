import { setTimeout as pause } from 'node:timers/promises';
import { isApiError } from '@estate/client';
import type { Client, Listing } from '@estate/client';
import { CommandError } from './surroundings.ts';

const LOOK_EVERY_MS = 1000;

interface Publication extends PlannedTimes {
  propertyId: string;
  targetId: string;
  wait: boolean;
}

interface PlannedTimes {
  publishFrom?: string;
  publishUntil?: string;
}

/**
 * Creates the listing, or takes the one that there is, and waits until it is published or planned for later. @throws CommandError if it
 * fails
 */
export async function publish(
  client: Client,
  { wait, ...of }: Publication,
  signal: AbortSignal,
): Promise<Listing> {
  let listing = await listingOf(client, of);
  while (wait && !isOver(listing)) {
    await pause(LOOK_EVERY_MS, undefined, { signal });
    listing = await client.listings.get(listing.id, { signal });
  }
  if (wait && listing.lastError) {
    const { failureCode, failureMessage } = listing.lastError;
    throw new CommandError(`${listing.id} failed: ${failureCode}: ${failureMessage}`);
  }
  return listing;
}

async function listingOf(
  client: Client,
  { propertyId, targetId, ...times }: Omit<Publication, 'wait'>,
): Promise<Listing> {
  try {
    return await client.listings.create({ propertyId, targetId, ...times });
  } catch (error) {
    if (!isApiError(error, 'listing-exists')) throw error;
    const { data } = await client.listings.list({ propertyId, targetId, limit: 1 });
    if (!data[0]) throw error;
    return withTimes(client, data[0], times);
  }
}

/** An update replaces what a customer has set, so that which is not given stays. */
function withTimes(client: Client, listing: Listing, times: PlannedTimes): Promise<Listing> | Listing {
  if (Object.keys(times).length === 0) return listing;
  const { id, preventPublication, publishFrom, publishUntil } = listing;
  const before = {
    ...(preventPublication !== undefined && { preventPublication }),
    ...(publishFrom !== undefined && { publishFrom }),
    ...(publishUntil !== undefined && { publishUntil }),
  };
  return client.listings.update(id, { ...before, ...times });
}

const isOver = ({ published, lastError, state, scheduledFor }: Listing): boolean =>
  published || lastError !== undefined || state === 'unpublished' || scheduledFor !== undefined;
