import {
  createListing,
  eraseAccount,
  findTargetByEmail,
  holdAccount,
  pauseTarget,
  takeDownAccount,
  updateListing,
} from '@estate/contracts';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { failing } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { upkeep } from '../upkeep/upkeep.ts';

const HOUR_MS = 3_600_000;
const REQUESTED_AT = '2026-11-01T08:00:00.000Z';
let stage: Stage;
let targetId: string;
let closingId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
  closingId = newId();
});

const never = new AbortController().signal;
const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const hold = (isHeld = true) => stage.ask(holdAccount, { closingId, isHeld });
const takeDown = () => stage.ask(takeDownAccount, { closingId });
const erase = () => stage.ask(eraseAccount.distribution, { closingId, requestedAt: REQUESTED_AT });
const keep = () => upkeep({ ...stage.deps, metrics: stage.laneMetrics, halfMadeAfterMs: 60_000 }, never);

async function eraseAll() {
  for (let part = await erase(); ; part = await erase()) if (part.isDone) return part.erased;
}

/** Everything that is stored, without what the erasure notes itself. */
async function stored(): Promise<string> {
  const all: unknown[] = [];
  for (const { name } of await stage.mongo.db.listCollections().toArray()) {
    if (name !== 'account-erasures') all.push(await stage.mongo.db.collection(name).find().toArray());
  }
  return JSON.stringify(all);
}

describe('the closing of an account in the distribution', () => {
  it('an account that is held publishes nothing, and goes on when it is let go', async () => {
    const { id } = await list();
    await hold();
    await stage.work();
    expect(stage.portal.story).toEqual([]);
    await hold(false);
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
  });

  it('an account that is let go for another closing stays held', async () => {
    await list();
    await hold();
    await stage.ask(holdAccount, { closingId: newId(), isHeld: false });
    await stage.work();
    expect(stage.portal.story).toEqual([]);
  });

  it('all listings of an account are taken off, also of a target that its customer has paused', async () => {
    const { id } = await list();
    const { id: never } = await list();
    await stage.work();
    await stage.ask(pauseTarget, { id: targetId });
    await stage.ask(updateListing, { id: never });
    await hold();
    expect(await takeDown()).toMatchObject({ remaining: 2, leftCount: 2 });
    await stage.work();
    expect(stage.portal.story.slice(2).sort()).toEqual([`delete ${id} 2`, `delete ${never} 2`].sort());
    expect(await takeDown()).toEqual({ remaining: 0, left: [], leftCount: 0 });
  });

  it('what a platform refuses is tried again every hour, and named with its reason as long as it is left', async () => {
    const { id } = await list();
    await stage.work();
    await hold();
    await takeDown();
    stage.portal.during = () => Promise.resolve(failing('validation_rejected', false, 'listing'));
    await stage.work();
    await keep();
    const { remaining, left } = await takeDown();
    expect(remaining).toBe(1);
    expect(left).toMatchObject([{ listingId: id, targetId, failureCode: 'validation_rejected' }]);
    await stage.work();
    expect(stage.portal.story).toHaveLength(2);
    stage.portal.during = () => Promise.resolve({ ok: true });
    stage.pass(HOUR_MS + 1);
    await takeDown();
    await stage.work();
    expect(await takeDown()).toMatchObject({ remaining: 0, left: [] });
  });

  it('the request addresses of an account are known as closing until it is erased', async () => {
    const { emailId } = (await stage.targets.peek(targetId))!;
    const find = async () => (await stage.ask(findTargetByEmail, { emailId })).target;
    expect(await find()).toEqual({ targetId, accountId: stage.accountId });
    await hold();
    expect(await find()).toMatchObject({ isClosing: true });
    await takeDown();
    await keep();
    expect(await find()).toMatchObject({ isClosing: true });
    await eraseAll();
    expect(await find()).toBeUndefined();
  });

  it('nothing of an account is left after its erasure, whatever was published, refused or half-made, and others keep everything', async () => {
    const others = await stage.addListingOfAnother();
    await list();
    await stage.work();
    await list();
    await hold();
    await takeDown();
    const counts = await eraseAll();
    expect(counts).toMatchObject({ listings: 2, targets: 2 });
    const { db } = stage.mongo;
    const kept = await db.collection<{ _id: string }>('listings').find().toArray();
    expect(kept.map(({ _id }) => _id)).toEqual([others]);
    for (const name of ['timeline', 'listings', 'consumer-credentials', 'authorizations']) {
      expect(await db.collection(name).countDocuments({ accountId: stage.accountId })).toBe(0);
    }
    expect(await stored()).not.toContain(closingId);
    expect(await erase()).toMatchObject({ erased: counts, isDone: true });
  });
});
