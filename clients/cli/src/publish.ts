import { setTimeout as pause } from 'node:timers/promises';
import { isApiError } from '@estate/client';
import type { Client, Listing } from '@estate/client';
import { CommandError } from './surroundings.ts';

const LOOK_EVERY_MS = 1000;

interface Publication {
  propertyId: string;
  targetId: string;
  wait: boolean;
}

/** Creates the listing, or takes the one that there is, and waits until it is published. @throws CommandError if it fails */
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

async function listingOf(client: Client, of: { propertyId: string; targetId: string }): Promise<Listing> {
  try {
    return await client.listings.create(of);
  } catch (error) {
    if (!isApiError(error, 'listing-exists')) throw error;
    const { data } = await client.listings.list({ ...of, limit: 1 });
    if (!data[0]) throw error;
    return data[0];
  }
}

const isOver = ({ published, lastError, state }: Listing): boolean =>
  published || lastError !== undefined || state === 'unpublished';
