import { createListing, getListing } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { compareNext } from './compare-revisions.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

/** A published listing. */
async function list() {
  const propertyId = stage.addProperty();
  const { id } = await stage.ask(createListing, { propertyId, targetId });
  await stage.work();
  return { id, propertyId };
}

const compare = async () => {
  await compareNext({ ...stage.deps, revisions: stage.revisions });
  await stage.work();
};

describe('the comparison of revisions with the catalog', () => {
  it('a listing whose fact was lost is published with the present revision, once', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId);
    await compare();
    await compare();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
  });

  it('a listing that knows the present revision is left alone', async () => {
    const { id } = await list();
    await compare();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('a listing whose property is being processed is left alone', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId, { processingStatus: 'pending' });
    await compare();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('a listing that knows a later revision than a restored catalog is published again and follows the next change', async () => {
    const { id, propertyId } = await list();
    await stage.stored.updateOne({ _id: id }, { $set: { heardRevision: 9 } });
    await compare();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
    const revision = stage.catalog.change(propertyId);
    await stage.listings.makeDueOfRevision({ propertyId, revision }, { at: stage.time.now, requestId: 'r' });
    await stage.work();
    expect(stage.portal.story).toHaveLength(3);
  });

  it('a listing that waits for its next attempt keeps its time', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId);
    const dueAt = new Date(stage.time.now.getTime() + 60_000);
    await stage.stored.updateOne({ _id: id }, { $set: { dueAt } });
    await compare();
    expect((await stage.stored.findOne({ _id: id }))?.dueAt).toEqual(dueAt);
  });

  it('listings of one property that know different revisions are all brought to the present one', async () => {
    const { id, propertyId } = await list();
    const other = await stage.addTarget();
    const { id: behind } = await stage.ask(createListing, { propertyId, targetId: other });
    await stage.work();
    await stage.stored.updateOne({ _id: behind }, { $set: { heardRevision: 0 } });
    await compare();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${behind} 1`, `set ${behind} 2`]);
  });

  it('all listings are compared in portions, again and again', async () => {
    const { propertyId } = await list();
    const [listing] = await stage.stored.find().toArray();
    if (!listing) throw new Error('there is no listing');
    const copies = Array.from({ length: 450 }, (_, n) => ({
      ...listing,
      _id: `v${String(n).padStart(19, '0')}`,
      propertyId: `u${String(n).padStart(19, '0')}`,
    }));
    await stage.stored.insertMany(copies);
    for (const { propertyId: copied } of copies) stage.catalog.add(copied);
    const last = copies.at(-1)?.propertyId ?? '';
    for (let round = 0; round < 2; round += 1) {
      stage.catalog.change(last);
      stage.catalog.change(propertyId);
      for (let portion = 0; portion < 3; portion += 1)
        await compareNext({ ...stage.deps, revisions: stage.revisions });
      const due = await stage.stored.find({ dueAt: { $exists: true } }).toArray();
      expect(due.map((doc) => doc.propertyId).toSorted()).toEqual([propertyId, last].toSorted());
      await stage.work();
    }
  });

  it('a catalog that does not answer makes the portion wait', async () => {
    const { id, propertyId } = await list();
    stage.catalog.change(propertyId);
    const { bus } = stage.deps;
    const unavailable = { ask: () => Promise.reject(new Unavailable('away')) } as unknown as typeof bus;
    await compareNext({ ...stage.deps, bus: unavailable, revisions: stage.revisions });
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    await compareNext({ ...stage.deps, revisions: stage.revisions });
    await stage.work();
    expect(stage.portal.story).toHaveLength(2);
  });
});
