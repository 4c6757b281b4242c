import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { connectMongo } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import { manifest } from '../manifest.ts';
import { openStores } from './open-stores.ts';
import type { Stores } from './open-stores.ts';

export const log = createLogger({ service: 'test', level: 'silent' });

export interface TestStores extends Stores {
  database: Database;
  close(): Promise<void>;
}

/** The stores on a database of their own. What their outboxes send goes nowhere. */
export async function openTestStores(): Promise<TestStores> {
  const server = await startMongo();
  const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const stores = await openStores(
    {
      database,
      bytes: (bucketName) => Promise.resolve(database.bytes(bucketName)),
      bus: memoryBus(manifest),
      log,
      metrics: createMetrics('test'),
    },
    { ERASE_SETTLE_MS: 60_000, MAIL_KEPT_DAYS: 90 },
  );
  return {
    ...stores,
    database,
    async close() {
      await stores.relay.close();
      await database.close();
      await server.stop();
    },
  };
}
