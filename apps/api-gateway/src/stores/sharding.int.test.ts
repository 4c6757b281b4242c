import { createLogger } from '@estate/observability';
import { connectMongo } from '@estate/persistence';
import { freshDatabase, shardingOf, startMongo } from '@estate/testing';
import { expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { AuditLogStore } from './audit-log-store.ts';
import { RequestLogStore } from './request-log-store.ts';

it('no index of the logs of the gateway is refused on a sharded database, and only operators ask every shard', async () => {
  const server = await startMongo();
  const log = createLogger({ service: 'test', level: 'silent' });
  const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  await new AuditLogStore(database.db).ensureIndexes();
  await new RequestLogStore(database.db).ensureIndexes();
  expect(await shardingOf(database.db, manifest.database.shardKeys)).toEqual({
    refused: [],
    everyShard: ['audit-log: action', 'audit-log: actorId', 'audit-log: resourceId'],
  });
  await database.close();
  await server.stop();
});
