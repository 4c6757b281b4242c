import { shardKeysOf } from '@estate/persistence';
import { askingEveryShard, documentedShardKeys, recordFilters, shardingOf } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { collections } from '../collections.ts';

const shardKeys = shardKeysOf(collections);
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('the shard keys of the importer are those in the page about deployment', () => {
  expect(shardKeys).toEqual(documentedShardKeys('importer'));
});

it('no index of the importer is refused on a sharded database, and only the objects of an account ask every shard', async () => {
  expect(await shardingOf(stage.db, shardKeys)).toEqual({
    refused: [],
    everyShard: ['import-objects: account'],
  });
});

it('the objects of an import are listed by import', async () => {
  const { recorded, stop } = recordFilters(stage.db);
  for (const query of [{}, { q: 'haus' }, { outcome: 'created' as const }])
    await stage.stores.objects.list('import', { limit: 10, order: 'asc', ...query });
  stop();
  expect(recorded.length).toBeGreaterThan(2);
  expect(askingEveryShard(recorded, shardKeys)).toEqual([]);
});
