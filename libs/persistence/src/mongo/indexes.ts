import type { Collection, Db, IndexDescription, MongoClient, TopologyDescriptionChangedEvent } from 'mongodb';
import { Unavailable } from '@estate/errors';
import { backoffMs } from './backoff.ts';
import { toServiceError } from './driver-errors.ts';

export type IndexSpec = IndexDescription;

const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 5000;

interface Declared {
  collection: Collection<{ _id: string }>;
  indexes: readonly IndexSpec[];
  create: () => Promise<unknown>;
}

const kept = new WeakMap<MongoClient, Map<string, Declared>>();

/** A collection from which the database removes each document a number of seconds after the time in a field. */
export interface Expiring {
  collection: Collection<{ _id: string }>;
  field: string;
  afterSeconds: number;
}

/**
 * Creates the indexes, now and after each reconnect (a store may come back empty). Waits while the store is unavailable; an index that
 * exists with other options is an error.
 */
export async function ensureIndexes<T extends object>(
  collection: Collection<T>,
  indexes: readonly IndexSpec[],
): Promise<void> {
  if (indexes.length === 0) return;
  const create = () => collection.createIndexes(indexes.map((index) => ({ ...index })));
  await untilCreated(create);
  const names = indexes.map((index) => JSON.stringify(index)).join();
  const declared = { collection: collection as unknown as Declared['collection'], indexes, create };
  keptBy(collection.db.client).set(`${collection.namespace} ${names}`, declared);
}

/** The collections of a database whose declared indexes let documents expire, by name. */
export function expiringIn(db: Db): Expiring[] {
  const declared = [...(kept.get(db.client)?.values() ?? [])].filter(
    ({ collection: { dbName } }) => dbName === db.databaseName,
  );
  const expiring = declared.flatMap(({ collection, indexes }) =>
    indexes.flatMap(({ key, expireAfterSeconds: afterSeconds }) =>
      afterSeconds === undefined ? [] : [{ collection, field: Object.keys(key)[0] ?? '', afterSeconds }],
    ),
  );
  const byName = new Map(expiring.map((one) => [one.collection.collectionName, one]));
  return [...byName.values()].toSorted((one, other) =>
    one.collection.collectionName < other.collection.collectionName ? -1 : 1,
  );
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

function keptBy(client: MongoClient): Map<string, Declared> {
  const known = kept.get(client);
  if (known) return known;
  const all = new Map<string, Declared>();
  kept.set(client, all);
  const again = (event: TopologyDescriptionChangedEvent) => {
    if (event.previousDescription.hasDataBearingServers || !event.newDescription.hasDataBearingServers)
      return;
    // A failure means that the store is unavailable again or refuses; the next reconnect or the next start retries and reports it.
    for (const { create } of all.values()) create().catch(() => undefined);
  };
  client.on('topologyDescriptionChanged', again);
  return all;
}
