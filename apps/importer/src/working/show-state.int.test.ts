import { tmpdir } from 'node:os';
import { createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { NO_COUNTS } from '../domain/import.ts';
import { showState } from './show-state.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const NOW = new Date('2026-11-02T08:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

it('the metrics show the oldest import that has something to do, and the free part of the disk', async () => {
  const { imports, progress } = stage.stores;
  const metrics = createMetrics('importer');
  showState(metrics, { progress, clock: () => NOW, directories: [tmpdir()] });
  const shown = async (name: string) =>
    Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]);
  expect(await shown('importer_oldest_import_seconds')).toBe(0);
  const accountId = newId();
  const ids: string[] = [];
  for (const createdAt of [ago(9000), ago(3000), ago(60)]) {
    const id = newId();
    ids.push(id);
    await imports.add({
      ...{ id, accountId, queueId: `${accountId}.upload`, packageName: id, sizeBytes: 1, createdAt },
      ...{ state: 'queued', dryRun: false, counts: NO_COUNTS, trace: { requestId: 'req-00000001' } },
    });
  }
  expect(await shown('importer_oldest_import_seconds')).toBe(9000);
  // What waits for a confirmation waits for its customer.
  const removal = { missing: 1, known: 1, maxShare: 0.3 };
  await progress.noteRemoval(ids[0] ?? '', removal, { isListed: false });
  expect(await shown('importer_oldest_import_seconds')).toBe(3000);
  const free = await shown('importer_disk_available_ratio');
  expect([free > 0, free <= 1]).toEqual([true, true]);
});
