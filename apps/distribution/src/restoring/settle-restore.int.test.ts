import {
  PropertyProcessingSucceeded,
  createListing,
  deleteListing,
  listViolations,
  listUnknownObjects,
  takeDownUnknownObject,
} from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { message } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { settleRestore } from './settle-restore.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const signal = new AbortController().signal;
const restoreOf = (isCertain = true) => ({
  id: newId(),
  noticedAt: stage.time.now,
  lostSince: new Date(stage.time.now.getTime() - 3_600_000),
  lostUntil: stage.time.now,
  isCertain,
  isSettled: false,
});
const settle = (restore = restoreOf()) =>
  settleRestore({ ...stage.deps, bus: stage.bus, lanes: stage.laneControls }, restore, signal);
const list = async (propertyId = stage.addProperty()) => {
  const { id } = await stage.ask(createListing, { propertyId, targetId });
  await stage.work();
  return { id, propertyId };
};
/** As if a backup had been restored that is older than the listing. */
async function lose({ id }: { id: string }): Promise<void> {
  await stage.publicationEvents();
  await stage.stored.deleteOne({ _id: id });
}
const unknown = async () => (await stage.ask(listUnknownObjects, {})).data;
const violations = async () =>
  (await stage.ask(listViolations.distribution, {})).data.filter(
    ({ promise }) => promise === 'published-objects-are-known',
  );

describe('a restored backup', () => {
  it('an object that was published after the backup is reported, and taken down by the operator', async () => {
    const lost = await list();
    await lose(lost);
    await settle();
    expect(await unknown()).toMatchObject([{ ...lost, id: lost.id, targetId }]);
    expect(await violations()).toMatchObject([{ count: 1, ids: [lost.id] }]);
    await stage.ask(takeDownUnknownObject, { id: lost.id });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${lost.id} 1`, `delete ${lost.id} 10001`]);
    expect(await unknown()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('an object is taken down although the backup does not have its property either', async () => {
    const lost = await list();
    const about = { id: newId(), accountId: stage.accountId, at: stage.time.now };
    const resource = {
      ...PropertyProcessingSucceeded.data.parse(PropertyProcessingSucceeded.example),
      id: lost.propertyId,
      externalId: 'P-lost',
      fields: EXAMPLE_FIELDS,
    };
    await stage.bus.others.publish(message(PropertyProcessingSucceeded, resource, about));
    await lose(lost);
    stage.catalog.properties.delete(lost.propertyId);
    await settle();
    expect(await unknown()).toMatchObject([{ id: lost.id, externalId: 'P-lost' }]);
    await stage.ask(takeDownUnknownObject, { id: lost.id });
    await stage.work();
    expect(stage.portal.story.at(-1)).toBe(`delete ${lost.id} 10001`);
  });

  it('what was taken down after its publication, or is listed again, is not unknown', async () => {
    const deleted = await list();
    await stage.ask(deleteListing, { id: deleted.id });
    await stage.work();
    const listed = await list();
    await lose(listed);
    await settle();
    expect(await unknown()).toHaveLength(1);
    await list(listed.propertyId);
    expect(await unknown()).toEqual([]);
    await expect(stage.ask(takeDownUnknownObject, { id: listed.id })).rejects.toMatchObject({
      code: 'unknown-object-not-found',
    });
  });

  it('every stored listing is published again as newer than what was sent, once for each restore', async () => {
    const { id } = await list();
    const restore = restoreOf();
    await settle(restore);
    await settle(restore);
    await stage.work();
    await settle(restore);
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 10002`]);
  });

  it('nothing is published again when the service may just have been stopped', async () => {
    const { id } = await list();
    await settle(restoreOf(false));
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('an object whose target was lost, too, is reported and cannot be taken down', async () => {
    const lost = await list();
    await lose(lost);
    await settle();
    await stage.mongo.db.collection<{ _id: string }>('targets').deleteOne({ _id: targetId });
    await expect(stage.ask(takeDownUnknownObject, { id: lost.id })).rejects.toMatchObject({
      code: 'target-not-found',
    });
    expect(await unknown()).toHaveLength(1);
  });
});
