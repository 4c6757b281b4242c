import { newId } from '@estate/persistence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('the result files of the newest of several packages with one name are those that are shown', async () => {
  const { results } = stage.stores;
  const of = { accountId: newId(), sourceId: newId(), folder: '/in', fileName: 'a.zip' };
  const now = new Date();
  const times = { writtenAt: now, removeAt: new Date(now.getTime() + 1000) };
  const [first, second] = [newId(), newId()];
  await results.write({ ...of, importId: first }, [{ name: 'a.log', text: 'first' }], times);
  await results.expect({ ...of, importId: second }, now);
  expect(await results.text({ ...of, name: 'a.log' })).toBe('first');
  await results.write({ ...of, importId: second }, [{ name: 'a.log', text: 'zweiter ä' }], times);
  expect(await results.list(of.sourceId)).toEqual([
    { folder: '/in', name: 'a.log', size: 10, modifiedMs: now.getTime() },
  ]);
  expect(await results.text({ ...of, name: 'a.log' })).toBe('zweiter ä');
  expect(await results.text({ ...of, name: 'b.log' })).toBeNull();
  expect(await results.removeOld(new Date(now.getTime() + 1000))).toBe(true);
  expect(await results.list(of.sourceId)).toEqual([]);
});

it('a result that is due is looked at less and less often until it is written', async () => {
  const { results } = stage.stores;
  const of = { importId: newId(), accountId: newId(), sourceId: newId(), folder: '/', fileName: 'b.zip' };
  const now = new Date('2020-01-01T00:00:00.000Z');
  const after = (ms: number) => new Date(now.getTime() + ms);
  await results.expect(of, now);
  expect(await results.takeDue(after(1999))).toBeNull();
  expect(await results.takeDue(after(2000))).toEqual(of);
  expect(await results.takeDue(after(3999))).toBeNull();
  expect(await results.takeDue(after(4000))).toEqual(of);
  expect(await results.takeDue(after(7999))).toBeNull();
  await results.write(of, [], { writtenAt: now, removeAt: after(1) });
  expect(await results.takeDue(after(10_000_000))).toBeNull();
});
