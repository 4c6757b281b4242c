import { memoryBus } from '@estate/messaging';
import type { MemoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { connectMongo } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import { manifest } from '../src/manifest.ts';
import type { Manifest } from '../src/manifest.ts';
import { openStores } from '../src/stores/open-stores.ts';
import type { Stores } from '../src/stores/open-stores.ts';

export interface TestStores extends Stores {
  bus: MemoryBus<Manifest>;
  database: Database;
  place: { uri: string; name: string };
  close(): Promise<void>;
}

const log = createLogger({ service: 'test', level: 'silent' });

/** The stores on a database of their own; `close` ends everything. */
export async function openTestStores(): Promise<TestStores> {
  const server = await startMongo();
  const stores = await openOn({ uri: server.uri, name: freshDatabase() });
  const close = async () => {
    await stores.close();
    await server.stop();
  };
  return { ...stores, close };
}

/** The stores of another process on the same database. */
export const openTestStoresOn = ({ place }: TestStores): Promise<TestStores> => openOn(place);

async function openOn(place: TestStores['place']): Promise<TestStores> {
  const database = await connectMongo({ uri: place.uri, database: place.name, log });
  const bus = memoryBus(manifest);
  const bytes = (bucketName: string) => Promise.resolve(database.bytes(bucketName));
  const stores = await openStores(
    { database, bytes, bus, log, metrics: createMetrics('test') },
    { PROCESSING_RETRY_DELAYS_MS: [2000, 10_000, 30_000] },
  );
  stores.relay.start();
  const close = async () => {
    await stores.relay.close();
    await database.close();
  };
  return { ...stores, bus, database, place, close };
}
