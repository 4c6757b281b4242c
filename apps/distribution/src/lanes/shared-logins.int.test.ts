import { createListing, deleteListing, getListing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { emptyTargets } from '../reconcile/empty-target.ts';

const LOGIN = 'the same login';
const never = new AbortController().signal;
let stage: Stage;
let first: string;
let second: string;
let propertyId: string;

eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  first = await stage.addTarget({ login: LOGIN });
  second = await stage.addTarget({ login: LOGIN });
  propertyId = stage.addProperty();
});

const list = async (targetId: string, of = propertyId) =>
  (await stage.ask(createListing, { propertyId: of, targetId })).id;
const remove = (id: string) => stage.ask(deleteListing, { id });
const isPublished = async (id: string) => (await stage.ask(getListing, { id })).published;

/** The object as the portal shows it: whatever target sent the last package of it. */
const isShown = () => {
  const last = stage.portal.story.filter((step) => /^(?:set|delete) /.test(step)).at(-1);
  return last?.startsWith('set ') ?? false;
};

describe('two targets with one login', () => {
  it('a listing that is deleted leaves its object to the listing of the property on another target with the login', async () => {
    const [one, other] = [await list(first), await list(second)];
    await stage.work();
    await remove(one);
    await stage.work();
    await stage.work();
    expect(stage.portal.story.filter((step) => step.startsWith('delete'))).toEqual([]);
    expect([isShown(), await isPublished(other)]).toEqual([true, true]);
    expect(await stage.publicationEvents()).toContain(`succeeded delete ${one}`);
    expect(stage.portal.story.at(-1)).toBe(`set ${other} 2`);
  });

  it('the last of two listings that share an object takes it off, also if it was never published itself', async () => {
    const one = await list(first);
    await stage.work();
    const other = await list(second);
    stage.portal.during = () => Promise.resolve(failing('validation_rejected', false, 'listing'));
    await stage.work();
    stage.portal.during = () => Promise.resolve({ ok: true });
    await remove(one);
    await stage.work();
    await remove(other);
    await stage.work();
    expect(stage.portal.story.filter((step) => step.startsWith('delete'))).toEqual([
      expect.stringMatching(`^delete ${other} `),
    ]);
    expect(await stage.stored.countDocuments({ state: { $in: ['live', 'deleted'] } })).toBe(0);
  });

  it('two listings that share an object and are deleted together take it off', async () => {
    const both = [await list(first), await list(second)];
    await stage.work();
    for (const id of both) await remove(id);
    await stage.work();
    expect(isShown()).toBe(false);
    expect(await stage.stored.countDocuments({ state: { $in: ['live', 'deleted'] } })).toBe(0);
  });

  it('a listing that is created while the deletion of its object is sent publishes the object again', async () => {
    const one = await list(first);
    await stage.work();
    await remove(one);
    let other = '';
    stage.portal.during = async ({ op }) => {
      if (op !== 'delete') return { ok: true };
      stage.portal.during = () => Promise.resolve({ ok: true });
      other = await list(second);
      await stage.work();
      return { ok: true };
    };
    await stage.work();
    await stage.work();
    expect(stage.portal.story.at(-1)).toMatch(`set ${other} `);
    expect(await isPublished(other)).toBe(true);
  });

  it('a new property with the external id of a deleted one is published again after the deletion of the former', async () => {
    const one = await list(first);
    await stage.work();
    await remove(one);
    const successor = stage.addProperty();
    const { externalId } = stage.catalog.properties.get(propertyId)!;
    stage.catalog.properties.set(successor, { ...stage.catalog.properties.get(successor)!, externalId });
    const other = await list(first, successor);
    stage.portal.during = ({ op }) =>
      Promise.resolve(op === 'delete' ? failing('connection_lost', true, 'listing') : { ok: true });
    await stage.work();
    stage.portal.during = () => Promise.resolve({ ok: true });
    stage.pass(5000);
    await stage.work();
    expect(stage.portal.story.at(-1)).toMatch(`set ${other} `);
    expect(isShown()).toBe(true);
  });

  it('a listing of the same external id in another account keeps no object', async () => {
    const one = await list(first);
    await stage.work();
    const foreign = await stage.addTarget({ login: LOGIN });
    const docs = stage.db.collection<{ _id: string; accountId: string }>('targets');
    const accountId = newId();
    await docs.updateOne({ _id: foreign }, { $set: { accountId } });
    const known = await stage.stored.findOne({ _id: one });
    await stage.stored.insertOne({ ...known!, _id: newId(), accountId, targetId: foreign });
    await remove(one);
    await stage.work();
    expect(stage.portal.story.at(-1)).toMatch(`delete ${one} `);
  });

  it('targets that share the login of a target that is emptied are published again', async () => {
    const other = await list(second);
    await stage.work();
    const emptying = { token: newId(), requestId: 'r-test' };
    await stage.laneControls.reconcile(first, { emptying });
    const { deps, laneDeps, leases, listings, targets } = stage;
    await emptyTargets({ ...laneDeps, ...deps, leases, listings, targets }, never);
    await stage.work();
    expect(stage.portal.story.at(-1)).toBe(`set ${other} 2`);
  });
});
