import { newId } from '@estate/persistence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { NO_COUNTS } from '../domain/import.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('an import counts the processes that ended while they read its package', async () => {
  const { imports, progress } = stage.stores;
  const [id, accountId] = [newId(), newId()];
  await imports.add({
    ...{
      id,
      accountId,
      queueId: `${accountId}.upload`,
      packageName: id,
      sizeBytes: 1,
      createdAt: new Date(),
    },
    ...{ state: 'reading', dryRun: false, counts: NO_COUNTS, trace: { requestId: 'req-00000001' } },
  });
  expect(await progress.noteCrash(newId())).toBe(0);
  expect([await progress.noteCrash(id), await progress.noteCrash(id)]).toEqual([1, 2]);
  expect(await imports.find({ accountId, id })).toMatchObject({ readerCrashes: 2 });
});
