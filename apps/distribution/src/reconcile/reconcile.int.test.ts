import { createListing, deleteListing, getListing, reconcileLane } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { PROFILE } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';
import { emptyTargets } from './empty-target.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const reconcile = (removeUnknown?: boolean) =>
  stage.ask(reconcileLane, { id: targetId, ...(removeUnknown !== undefined && { removeUnknown }) });
const takesFullTransfers = () =>
  (stage.deps.profiles as Map<string, PlatformProfile>).set('portal', { ...PROFILE, fullTransfer: true });
const never = new AbortController().signal;
const emptying = () => {
  const { listings, targets, wakeLane } = stage.deps;
  return { ...stage.laneDeps, leases: stage.leases, targets, listings, wakeLane };
};

describe('reconciling a lane after a restore', () => {
  it('a reconciled lane publishes every listing again, as newer than anything that was sent before', async () => {
    const { id } = await list();
    await stage.work();
    const lane = await reconcile();
    expect(lane).toMatchObject({ id: targetId, dueCount: 1 });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 10002`]);
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: true });
  });

  it('a restored listing that is deleted before it is sent is taken off, although it does not know to be there', async () => {
    const { id } = await list();
    await stage.work();
    await stage.stored.updateOne({ _id: id }, { $set: { everUploaded: false } });
    await reconcile();
    await stage.ask(deleteListing, { id });
    await stage.work();
    expect(stage.portal.story.at(-1)).toBe(`delete ${id} 10002`);
  });

  it('a restored deletion is sent although it was just found to have nothing to take off', async () => {
    const { id } = await list();
    await stage.ask(deleteListing, { id });
    const settle = stage.progress.settle.bind(stage.progress);
    stage.progress.settle = async (...all) => {
      stage.progress.settle = settle;
      await reconcile();
      return settle(...all);
    };
    await stage.work();
    expect(stage.portal.story.at(-1)).toBe(`delete ${id} 10001`);
  });

  it('a reconciled lane sends an older deletion before the listing that follows it', async () => {
    const { id, propertyId } = await list();
    await stage.work();
    await stage.ask(deleteListing, { id });
    const { id: next } = await stage.ask(createListing, { propertyId, targetId });
    await reconcile();
    const failure = {
      code: 'connection_lost',
      message: 'It is busy.',
      repeat: true,
      scope: 'listing',
    } as const;
    stage.portal.during = ({ op }) =>
      Promise.resolve(op === 'delete' ? { ok: false, failure } : { ok: true });
    await stage.work();
    expect(stage.portal.story.slice(1)).toEqual([`delete ${id} 10002`]);
    stage.portal.during = () => Promise.resolve({ ok: true });
    stage.pass(60_000);
    await stage.work();
    stage.pass(60_000);
    await stage.work();
    expect(stage.portal.story.slice(2)).toEqual([`delete ${id} 10002`, `set ${next} 10001`]);
  });

  it('a restored listing publishes the next change of its property, although it had seen higher revisions', async () => {
    const { propertyId } = await list();
    await stage.work();
    await stage.stored.updateOne({ propertyId }, { $set: { heardRevision: 7 } });
    await reconcile();
    await stage.work();
    const revision = stage.catalog.change(propertyId);
    await stage.listings.makeDueOfRevision({ propertyId, revision }, { at: stage.time.now, requestId: 'r' });
    await stage.work();
    expect(stage.portal.sent).toHaveLength(3);
  });

  it('a platform that takes full transfers is emptied once, before anything is sent again, also after a crash', async () => {
    takesFullTransfers();
    const { id } = await list();
    await stage.work();
    await reconcile(true);
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    await emptyTargets(emptying(), never);
    await emptyTargets(emptying(), never);
    await stage.work();
    expect(stage.portal.emptiedAfter).toEqual([1]);
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 10002`]);
  });

  it('a lane whose emptying cannot log in waits, and is emptied later', async () => {
    takesFullTransfers();
    await list();
    await reconcile(true);
    stage.portal.refuseLogin = {
      code: 'connection_lost',
      message: 'It is unavailable.',
      repeat: true,
      scope: 'target',
    };
    await emptyTargets(emptying(), never);
    await emptyTargets(emptying(), never);
    expect(stage.portal.logins).toHaveLength(1);
    stage.portal.refuseLogin = undefined;
    stage.pass(60_000);
    await emptyTargets(emptying(), never);
    expect(stage.portal.emptiedAfter).toEqual([0]);
  });

  it('removeUnknown is refused where no full transfer is taken, and an unknown lane is not found', async () => {
    await expect(reconcile(true)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(stage.ask(reconcileLane, { id: 'nobody' })).rejects.toMatchObject({
      code: 'target-not-found',
    });
  });
});
