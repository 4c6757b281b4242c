import { listLanes } from '@estate/contracts';
import { readOutput } from '@estate/messaging';
import { expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { listLanesRoute } from './lanes.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

it('a list of lanes shows the others if one target is damaged, and names it', async () => {
  const { stores, time } = stage;
  const ids = [await stage.addTarget(), await stage.addTarget()].toSorted();
  const $set = { setAside: { at: 'yesterday', deaths: 5 } } as never;
  await stores.docs.targets.updateOne({ _id: ids[0] ?? '' }, { $set });
  const deps = { targets: stores.targets, listings: stores.listings, clock: () => time.now };
  const page = await listLanesRoute(deps).handle(listLanes.input.parse({ order: 'asc' }), {
    ...{ accountId: '', requestId: 'r' },
  });
  const { output } = readOutput(listLanes.output, page, 'lanes');
  const { data, unreadable } = output as { data: { id: string }[]; unreadable: unknown };
  expect(data.map(({ id }) => id)).toContain(ids[1]);
  expect(unreadable).toEqual([{ id: ids[0], unreadable: true }]);
});
