import type { Collection, IndexDescription, MongoClient, TopologyDescriptionChangedEvent } from 'mongodb';
import { Unavailable } from '@estate/errors';
import { backoffMs } from './backoff.ts';
import { toServiceError } from './driver-errors.ts';

export type IndexSpec = IndexDescription;

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 5000;

const kept = new WeakMap<MongoClient, Map<string, () => Promise<unknown>>>();

/**
 * Makes sure the indexes exist, now and after each reconnect (a store may come back empty). Waits while the store is unavailable;
 * an index that exists with other options is an error.
 */
export async function ensureIndexes<T extends object>(
  collection: Collection<T>,
  indexes: readonly IndexSpec[],
): Promise<void> {
  if (indexes.length === 0) return;
  const create = () => collection.createIndexes(indexes.map((index) => ({ ...index })));
  await untilCreated(create);
  const names = indexes.map((index) => JSON.stringify(index)).join();
  keptBy(collection.db.client).set(`${collection.namespace} ${names}`, create);
}

async function untilCreated(create: () => Promise<unknown>): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      await create();
      return;
    } catch (error) {
      if (!(toServiceError(error) instanceof Unavailable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS)));
    }
  }
}

function keptBy(client: MongoClient): Map<string, () => Promise<unknown>> {
  const known = kept.get(client);
  if (known) return known;
  const creates = new Map<string, () => Promise<unknown>>();
  kept.set(client, creates);
  const again = (event: TopologyDescriptionChangedEvent) => {
    if (event.previousDescription.hasDataBearingServers || !event.newDescription.hasDataBearingServers)
      return;
    // A failure here means the store is unavailable again or refuses; the next reconnect or the next start tries and tells.
    for (const create of creates.values()) create().catch(() => undefined);
  };
  client.on('topologyDescriptionChanged', again);
  return creates;
}
