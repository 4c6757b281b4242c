import { setTimeout as pause } from 'node:timers/promises';
import { isApiError } from '@estate/client';
import type { Client, DryRun, Listing } from '@estate/client';
import { CommandError } from './surroundings.ts';

const LOOK_EVERY_MS = 1000;

interface Publication extends PlannedTimes {
  propertyId: string;
  targetId: string;
  wait: boolean;
}

interface Watch {
  signal: AbortSignal;
  /** Called with the state of the listing. */
  report: (text: string) => void;
}

interface PlannedTimes {
  publishFrom?: string;
  publishUntil?: string;
}

/** Creates the listing, or uses the existing one, and waits until it is published or planned for later. @throws CommandError if it fails */
export async function publish(
  client: Client,
  { wait, ...of }: Publication,
  { signal, report }: Watch,
): Promise<Listing> {
  let listing = await listingOf(client, of);
  while (wait && !isOver(listing)) {
    report(`${listing.id} ${listing.state}`);
    await pause(LOOK_EVERY_MS, undefined, { signal });
    listing = await client.listings.get(listing.id, { signal });
  }
  if (wait && listing.lastError) {
    const { failureCode, failureMessage } = listing.lastError;
    throw new CommandError(`${listing.id} failed: ${failureCode}: ${failureMessage}`);
  }
  return listing;
}

type Pair = Pick<Publication, 'propertyId' | 'targetId'>;

/** Deletes the listing, so that the property is taken down. @throws CommandError if there is none */
export async function takeDown(client: Client, pair: Pair, signal: AbortSignal): Promise<Listing> {
  const { data } = await client.listings.list({ ...pair, limit: 1 }, { signal });
  if (!data[0]) throw new CommandError(`${pair.propertyId} is not listed on ${pair.targetId}.`);
  return client.listings.delete(data[0].id, { signal });
}

/** Checks whether the property can be published, and what prevents it. */
export const validate = (client: Client, pair: Pair, signal: AbortSignal): Promise<DryRun> =>
  client.listings.validate(pair, { signal });

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

/** Updates the planned times of a listing; an update replaces all settings, so the others are sent unchanged. */
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
