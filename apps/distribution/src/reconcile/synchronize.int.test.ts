import {
  createListing,
  deleteListing,
  getListing,
  getTarget,
  readSynchronized,
  synchronizeTarget,
  updateTarget,
} from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { PROFILE } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';
import { error } from '../platforms/problems.ts';
import { fullTransferRunner } from './full-transfer.ts';

let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const never = new AbortController().signal;
const BUSY = { code: 'connection_lost', message: 'It is busy.', repeat: true, scope: 'target' } as const;
const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const synchronize = (mode: 'partial' | 'full', confirmRemovals?: number) =>
  stage.ask(synchronizeTarget, {
    ...{ id: targetId, mode },
    ...(confirmRemovals !== undefined && { confirmRemovals }),
  });
const isAlone = () =>
  (stage.deps.profiles as Map<string, PlatformProfile>).set('portal', { ...PROFILE, fullTransfer: true });
const transfer = async () => {
  const run = runner();
  while (await run(never));
};
const runner = () => {
  const { listings, profiles, targets, wakeLane } = stage.deps;
  const deps = {
    ...stage.laneDeps,
    leases: stage.leases,
    progress: stage.progress,
    targets,
    listings,
    profiles,
    wakeLane,
  };
  return fullTransferRunner(deps, 1000);
};
const lastTransfer = async () => (await stage.ask(getTarget, { id: targetId })).lastFullTransfer;
/** Of a published listing; its property cannot be sent any more. */
const breakProperty = (propertyId: string) => {
  const snapshot = stage.catalog.properties.get(propertyId);
  if (!snapshot) throw new Error('no such property');
  stage.catalog.properties.set(propertyId, { ...snapshot, processingStatus: 'failed' });
};

describe('a partial synchronization', () => {
  it('a partial synchronization sends every listing of the target once more, and says how many', async () => {
    const first = await list();
    const second = await list();
    const other = await stage.addTarget({ username: 'other' });
    const elsewhere = await stage.ask(createListing, { propertyId: first.propertyId, targetId: other });
    await stage.work();
    expect(await synchronize('partial')).toEqual({ mode: 'partial', listings: 2 });
    await stage.work();
    const sent = [...stage.portal.story].sort();
    expect(sent).toEqual(
      [
        ...[`set ${first.id} 1`, `set ${first.id} 2`, `set ${second.id} 1`, `set ${second.id} 2`],
        `set ${elsewhere.id} 1`,
      ].sort(),
    );
  });

  it('a partial synchronization keeps what a restore has asked for', async () => {
    await stage.targets.lanes.reconcile(targetId, {
      republish: { token: 'restore', requestId: 'r', restored: true },
    });
    const before = await stage.targets.peek(targetId);
    await stage.targets.transfers.synchronize(before?.accountId ?? '', targetId, {
      republish: { token: 'again', requestId: 's' },
    });
    expect((await stage.targets.peek(targetId))?.republish).toMatchObject({ token: 'again', restored: true });
  });

  it('what became of each listing is pending until it was sent, and is known of those that were deleted', async () => {
    const listings = [await list(), await list()];
    const listingIds = listings.map(({ id }) => id);
    await stage.work();
    await synchronize('partial');
    const states = async () => {
      const { data } = await stage.ask(readSynchronized, { targetId, listingIds });
      return data.map(({ state }) => state);
    };
    expect(await states()).toEqual(['pending', 'pending']);
    await stage.work();
    expect(await states()).toEqual(['succeeded', 'succeeded']);
    await stage.ask(deleteListing, { id: listingIds[0] ?? '' });
    expect(await states()).toEqual(['skipped', 'succeeded']);
  });

  it('a target of another account is not found', async () => {
    await expect(stage.ask(synchronizeTarget, { id: 'nobody', mode: 'partial' })).rejects.toMatchObject({
      code: 'target-not-found',
    });
  });
});

describe('a full transfer', () => {
  it('a full transfer is one package with all listings, each of which counts as published, and nothing is sent twice', async () => {
    isAlone();
    const listings = [await list(), await list(), await list()];
    await stage.work();
    expect(await synchronize('full')).toEqual({ mode: 'full', listings: 3, removals: 0 });
    await transfer();
    await stage.work();
    await transfer();
    expect(stage.portal.fullTransfers).toHaveLength(1);
    expect(stage.portal.fullTransfers[0]?.toSorted()).toEqual(listings.map(({ id }) => id).sort());
    expect(stage.portal.sent).toHaveLength(3);
    for (const { id } of listings)
      expect(await stage.ask(getListing, { id })).toMatchObject({ state: 'published' });
    expect(await lastTransfer()).toEqual({ at: stage.time.now.toISOString(), ok: true, listings: 3 });
  });

  it('a full transfer contains no listing that is being taken down', async () => {
    isAlone();
    const kept = await list();
    const gone = await list();
    await stage.work();
    await stage.ask(deleteListing, { id: gone.id });
    await synchronize('full');
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([[kept.id]]);
    await stage.work();
    expect(stage.portal.story.at(-1)).toMatch(new RegExp(`^delete ${gone.id} `));
  });

  it.each([
    ['where the platform takes none', 'full-transfer-unsupported', () => list()],
    ['of nothing', 'full-transfer-empty', () => Promise.resolve(isAlone())],
  ])('a full transfer %s is refused', async (_what, code, prepare) => {
    await prepare();
    await expect(synchronize('full')).rejects.toMatchObject({ code });
  });

  it('a full transfer that would remove published listings is refused with their names, until their number is confirmed', async () => {
    isAlone();
    const { propertyId } = await list();
    await list();
    await stage.work();
    breakProperty(propertyId);
    await synchronize('partial');
    await stage.work();
    const name = stage.catalog.properties.get(propertyId)?.externalId ?? '?';
    const refusal = { code: 'removals-unconfirmed', message: expect.stringContaining(name) as unknown };
    await expect(synchronize('full')).rejects.toMatchObject(refusal);
    await expect(synchronize('full', 2)).rejects.toMatchObject(refusal);
    expect(await synchronize('full', 1)).toEqual({ mode: 'full', listings: 2, removals: 1 });
    await transfer();
    expect(stage.portal.fullTransfers).toMatchObject([[expect.any(String)]]);
  });

  it('a full transfer is not sent if more would disappear by then than was confirmed, and everything else is sent one by one', async () => {
    isAlone();
    const { propertyId } = await list();
    const other = await list();
    await stage.work();
    await synchronize('full');
    breakProperty(propertyId);
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(await lastTransfer()).toMatchObject({
      ok: false,
      listings: 0,
      message: expect.stringContaining('1 published listings') as unknown,
      ...{ removals: 1, reason: { code: 'would_remove', mayRemove: 0, oneByOne: true } },
    });
    await stage.work();
    expect(stage.portal.story.at(-1)).toBe(`set ${other.id} 2`);
  });

  it('a full transfer contains nothing that the checks of the platform refuse', async () => {
    isAlone();
    const kept = await list();
    const refused = await list();
    const { externalId } = stage.catalog.properties.get(refused.propertyId) ?? {};
    stage.portal.problems = (snapshot) =>
      snapshot.externalId === externalId ? [error('contact_required', 'contact')] : [];
    await synchronize('full');
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([[kept.id]]);
    expect((await stage.ask(getListing, { id: refused.id })).published).toBe(false);
  });

  it('a full transfer is not sent to an account that was changed since, nor to one that is paused meanwhile', async () => {
    isAlone();
    await list();
    await stage.work();
    await synchronize('full');
    const { begin } = stage.leases;
    stage.leases.begin = () => Promise.resolve(false);
    await transfer();
    stage.leases.begin = begin.bind(stage.leases);
    expect(stage.portal.fullTransfers).toEqual([]);
    const credentials = { host: 'ftp.example.org', username: 'somebody else', password: 'secret' };
    await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([]);
  });

  it('a full transfer is refused while a target of another account has the login', async () => {
    isAlone();
    await list();
    await stage.stores.docs.targets.updateOne({ _id: targetId }, { $set: { login: 'shared' } });
    const other = await stage.addTarget({ login: 'shared' });
    await stage.stores.docs.targets.updateOne({ _id: other }, { $set: { accountId: newId() } });
    await expect(synchronize('full')).rejects.toMatchObject({ code: 'full-transfer-unsupported' });
  });

  it('a full transfer is not sent to a login that has another target by then, and everything is sent one by one', async () => {
    isAlone();
    await list();
    await stage.work();
    await stage.stores.docs.targets.updateOne({ _id: targetId }, { $set: { login: 'shared' } });
    await synchronize('full');
    await stage.addTarget({ login: 'shared' });
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(await lastTransfer()).toMatchObject({
      message: expect.stringContaining('same login'),
      ...{ ok: false, reason: { code: 'login_of_other_target' } },
    });
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
  });

  it('a full transfer of one account that takes long delays its own others, and no other account', async () => {
    isAlone();
    const targets = [targetId, await stage.addTarget(), await stage.addTarget()] as const;
    for (const id of targets) {
      await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
      await stage.work();
      await stage.ask(synchronizeTarget, { id, mode: 'full' });
    }
    const [slow, same, other] = targets;
    const accountId = newId();
    await stage.stores.docs.targets.updateOne({ _id: other }, { $set: { accountId } });
    await stage.stored.updateMany({ targetId: other }, { $set: { accountId } });
    await stage.stores.docs.targets.updateOne({ _id: same }, { $set: { retryAt: new Date(1000) } });
    const { promise: sent, resolve: send } = Promise.withResolvers<{ ok: true }>();
    const { promise: sending, resolve: isSending } = Promise.withResolvers<null>();
    stage.portal.duringFull = () => {
      stage.portal.duringFull = () => Promise.resolve({ ok: true });
      isSending(null);
      return sent;
    };
    const run = runner();
    const first = run(never);
    await sending;
    expect([await run(never), await run(never)]).toEqual([true, false]);
    const isMarked = async (id = '') => (await stage.targets.peek(id))?.fullTransfer !== undefined;
    expect([await isMarked(slow), await isMarked(same), await isMarked(other)]).toEqual([true, true, false]);
    send({ ok: true });
    await first;
    expect([await run(never), await run(never)]).toEqual([true, false]);
  });

  it('a full transfer that fails is tried once more, and after that its listings are sent one by one', async () => {
    isAlone();
    await list();
    await stage.work();
    await synchronize('full');
    stage.portal.duringFull = () => Promise.resolve({ ok: false, failure: BUSY });
    await transfer();
    expect(await lastTransfer()).toBeUndefined();
    await transfer();
    expect(stage.portal.fullTransfers).toHaveLength(1);
    stage.pass(60_000);
    await transfer();
    expect(stage.portal.fullTransfers).toHaveLength(2);
    expect(await lastTransfer()).toMatchObject({
      ...{ ok: false, message: 'It is busy.' },
      reason: { code: 'platform_failed', failureCode: BUSY.code, oneByOne: true },
    });
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
  });

  it('a full transfer that arrives at the second try ends the wait of its lane', async () => {
    isAlone();
    await list();
    await stage.work();
    await synchronize('full');
    stage.portal.duringFull = () => Promise.resolve({ ok: false, failure: BUSY });
    await transfer();
    expect(await stage.targets.peek(targetId)).toMatchObject({ laneAttempt: 1 });
    stage.portal.duringFull = () => Promise.resolve({ ok: true });
    stage.pass(60_000);
    await transfer();
    expect(await lastTransfer()).toMatchObject({ ok: true, listings: 1 });
    expect(await stage.targets.peek(targetId)).toMatchObject({ laneAttempt: 0 });
  });

  it('a full transfer waits while the catalog cannot be asked', async () => {
    isAlone();
    await list();
    await stage.work();
    await synchronize('full');
    const ask = stage.laneDeps.bus.ask;
    stage.laneDeps.bus.ask = () => Promise.reject(new Unavailable('The catalog does not answer.'));
    await transfer();
    stage.laneDeps.bus.ask = ask;
    expect(stage.portal.fullTransfers).toEqual([]);
    stage.pass(1000);
    await transfer();
    expect(stage.portal.fullTransfers).toHaveLength(1);
  });

  it('a full transfer leaves a listing that was never sent as one that is nowhere, if it is not sent', async () => {
    isAlone();
    const { propertyId } = await list();
    await stage.work();
    const fresh = await list();
    await synchronize('full');
    breakProperty(propertyId);
    await transfer();
    expect((await stage.stored.findOne({ _id: fresh.id }))?.everUploaded).toBe(false);
  });
});
