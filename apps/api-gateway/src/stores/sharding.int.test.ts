import { createLogger } from '@estate/observability';
import { connectMongo, shardKeysOf, openCollections } from '@estate/persistence';
import { documentedShardKeys, freshDatabase, shardingOf, startMongo } from '@estate/testing';
import { expect, it } from 'vitest';
import { collections } from '../collections.ts';

it('the shard keys of the gateway are those in the page about deployment', () => {
  expect(shardKeysOf(collections)).toEqual(documentedShardKeys('api-gateway'));
});

it('no index of the logs of the gateway is refused on a sharded database, and only operators ask every shard', async () => {
  const server = await startMongo();
  const log = createLogger({ service: 'test', level: 'silent' });
  const database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  await openCollections(database.db, collections);
  expect(await shardingOf(database.db, shardKeysOf(collections))).toEqual({
    refused: [],
    everyShard: ['audit-log: action', 'audit-log: actorId', 'audit-log: resourceId'],
  });
  await database.close();
  await server.stop();
});
