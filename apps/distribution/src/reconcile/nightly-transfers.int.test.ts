import {
  createListing,
  createTarget,
  deleteListing,
  getListing,
  getTarget,
  listDistributionTimeline,
  pauseTarget,
  synchronizeTarget,
  updateTarget,
} from '@estate/contracts';
import type { FtpSettings } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { profileFrom } from '../platforms/any-portal.ts';
import type { AnyPlatform } from '../platforms/platform.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';
import { fullTransferRunner } from './full-transfer.ts';
import { beginNightly } from './nightly-transfers.ts';

const HOUR_MS = 3_600_000;
const type = 'openimmo-ftp';
const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
const NIGHTLY = { transfer: 'full', nightlyFullTransfer: true } as const satisfies FtpSettings;
const never = new AbortController().signal;

let stage: Stage;
let id: string;

eachOnStage(async (opened) => {
  stage = opened;
  (stage.deps.profiles as Map<string, PlatformProfile>).set(type, profileFrom());
  (stage.deps.platforms as Map<string, AnyPlatform>).set(type, stage.portal.platform);
  id = await make(NIGHTLY);
});

const make = async (settings: FtpSettings) =>
  (await stage.ask(createTarget, { type, credentials, settings })).id;
const change = (settings: FtpSettings) => stage.ask(updateTarget, { id, type, credentials, settings });
const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
const listSome = async (count: number) => {
  const listings = [];
  for (let n = 0; n < count; n += 1) listings.push(await list());
  await stage.work();
  return listings;
};
/** The property cannot be sent any more. */
const breakProperty = ({ propertyId }: { propertyId: string }) => {
  const snapshot = stage.catalog.properties.get(propertyId);
  if (!snapshot) throw new Error('no such property');
  stage.catalog.properties.set(propertyId, { ...snapshot, processingStatus: 'failed' });
};
/** Its customer has heard of it: the last update failed. */
const breakPublished = async (listings: readonly { propertyId: string }[]) => {
  listings.forEach(breakProperty);
  await stage.ask(synchronizeTarget, { id, mode: 'partial' });
  await stage.work();
};
/** To the next night and beyond it. A target without the setting has none. */
const sleep = async () => {
  const { nightAt } = (await stage.targets.peek(id)) ?? {};
  stage.time.now = nightAt ?? new Date(stage.time.now.getTime() + 24 * HOUR_MS);
  for (const ms of [0, 1000, 5 * HOUR_MS]) {
    stage.pass(ms);
    await Promise.all([beginNightly(night()), beginNightly(night()), beginNightly(night())]);
    await transfer();
    await stage.work();
  }
};
const night = () => ({ ...stage.deps, ...stage.stores });
const transfer = async (owner = 'a') => {
  const run = runner(owner);
  while (await run(never));
};
const runner = (owner = 'a') => {
  const { listings, profiles, targets, wakeLane } = stage.deps;
  const options = { ...stage.laneDeps.options, owner };
  const deps = {
    ...stage.laneDeps,
    options,
    leases: stage.leases,
    progress: stage.progress,
    targets,
    listings,
    profiles,
    wakeLane,
  };
  return fullTransferRunner(deps, 1000);
};
const last = async () => (await stage.ask(getTarget, { id })).lastFullTransfer;

describe('a nightly full transfer', () => {
  it('a nightly full transfer is sent once in each night, with three replicas and after each restart', async () => {
    const listings = await listSome(3);
    await sleep();
    expect(stage.portal.fullTransfers.map((ids) => ids.toSorted())).toEqual([
      listings.map((listing) => listing.id).sort(),
    ]);
    expect(await last()).toMatchObject({ ok: true, listings: 3, nightly: true });
    await sleep();
    await sleep();
    expect(stage.portal.fullTransfers).toHaveLength(3);
  });

  it('a nightly full transfer of a night without a running service is not sent by day', async () => {
    await listSome(1);
    stage.time.now = new Date('2026-11-02T12:00:00.000Z');
    await beginNightly(night());
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([]);
    await sleep();
    expect(stage.portal.fullTransfers).toHaveLength(1);
  });

  it('a nightly full transfer is kept by a change of its target, and ends with its setting', async () => {
    await listSome(1);
    await change({ ...NIGHTLY, maxImages: 3 });
    await sleep();
    expect(stage.portal.fullTransfers).toHaveLength(1);
    await change({ transfer: 'full' });
    await sleep();
    expect(stage.portal.fullTransfers).toHaveLength(1);
    await change(NIGHTLY);
    await sleep();
    expect(stage.portal.fullTransfers).toHaveLength(2);
  });

  it('a nightly full transfer that has begun and was not sent begins again after a change of its target, in the same night', async () => {
    await listSome(1);
    await change(NIGHTLY);
    stage.time.now = (await stage.targets.peek(id))?.nightAt ?? stage.time.now;
    await beginNightly(night());
    stage.pass(1000);
    await change({ ...NIGHTLY, maxImages: 3 });
    expect((await stage.targets.peek(id))?.fullTransfer).toBeUndefined();
    stage.pass(1000);
    await beginNightly(night());
    await transfer();
    expect(stage.portal.fullTransfers).toHaveLength(1);
    expect(await last()).toMatchObject({ ok: true, nightly: true });
    await beginNightly(night());
    expect((await stage.targets.peek(id))?.fullTransfer).toBeUndefined();
  });

  it('a nightly full transfer is refused as a setting where no full transfer is allowed', async () => {
    await expect(change({ nightlyFullTransfer: true })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('settings.nightlyFullTransfer') as unknown,
    });
  });

  it('a nightly full transfer does not begin while the target is paused, and says when it did not get its turn', async () => {
    await listSome(1);
    stage.time.now = (await stage.targets.peek(id))?.nightAt ?? stage.time.now;
    await beginNightly(night());
    await stage.ask(pauseTarget, { id });
    await transfer();
    stage.pass(6 * HOUR_MS);
    await beginNightly(night());
    expect(await last()).toMatchObject({
      ok: false,
      nightly: true,
      message: expect.stringContaining('night'),
    });
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([]);
  });

  it('a nightly full transfer is not sent after the end of its night, nor to a login that has another target by then', async () => {
    await listSome(1);
    const sent = stage.portal.sent.length;
    const begin = async () => {
      stage.time.now = (await stage.targets.peek(id))?.nightAt ?? stage.time.now;
      await beginNightly(night());
    };
    await begin();
    stage.pass(5 * HOUR_MS);
    await transfer();
    expect(await last()).toMatchObject({
      message: expect.stringContaining('end of the night'),
      reason: { code: 'night_over' },
    });
    await begin();
    const { login = '' } = (await stage.targets.peek(id)) ?? {};
    const other = await stage.addTarget({ login });
    await stage.stores.docs.targets.updateOne({ _id: other }, { $set: { accountId: newId() } });
    await transfer();
    await stage.work();
    expect(await last()).toMatchObject({
      message: expect.stringContaining('Another account'),
      reason: { code: 'login_of_other_account' },
    });
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(stage.portal.sent).toHaveLength(sent);
  });

  it('a nightly full transfer of a target is not kept from beginning by another one whose night breaks', async () => {
    const broken = await stage.addTarget();
    await listSome(1);
    stage.time.now = new Date('2026-11-02T01:59:59.000Z');
    const deps = night();
    const { others } = deps.targets.logins;
    deps.targets.logins.others = (target) =>
      target.id === id
        ? others.call(deps.targets.logins, target)
        : Promise.reject(new Error('This is a bug.'));
    for (const target of [broken, id])
      await stage.stores.docs.targets.updateOne(
        { _id: target },
        { $set: { type, settings: NIGHTLY, nightAt: stage.time.now } },
      );
    await beginNightly(deps);
    expect((await stage.targets.peek(id))?.fullTransfer).toBeDefined();
    expect((await stage.targets.peek(broken))?.nightAt?.getTime()).toBeGreaterThan(stage.time.now.getTime());
  });

  it('a nightly full transfer of nothing is not sent, and the target says why', async () => {
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(await last()).toMatchObject({
      ...{ ok: false, reason: { code: 'nothing_listed' } },
      message: expect.stringContaining('nothing is listed'),
    });
  });
});

describe('a nightly full transfer that would remove much', () => {
  it('a nightly full transfer that would remove more than the share is held with its number, until that is confirmed', async () => {
    const [kept, ...broken] = await listSome(5);
    await breakPublished(broken);
    const sent = stage.portal.sent.length;
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(stage.portal.sent).toHaveLength(sent);
    const name = stage.catalog.properties.get(broken[0]?.propertyId ?? '')?.externalId ?? '?';
    expect(await last()).toMatchObject({
      ...{ ok: false, nightly: true, removals: 4 },
      message: expect.stringContaining(name),
      reason: { code: 'would_remove', mayRemove: 3, names: expect.arrayContaining([name]) },
    });
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([]);
    await stage.ask(synchronizeTarget, { id, mode: 'full', confirmRemovals: 4 });
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([[kept?.id]]);
    expect(await last()).not.toHaveProperty('removals');
    await stage.work();
    for (const listing of broken)
      expect(await stage.ask(getListing, { id: listing.id })).toMatchObject({
        published: false,
        state: 'failed',
      });
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([[kept?.id], [kept?.id]]);
  });

  it('a nightly full transfer waits while published properties are being processed or our own checks break, and nothing is sent meanwhile', async () => {
    const listings = await listSome(2);
    const propertyId = listings[0]?.propertyId ?? '';
    const sent = stage.portal.sent.length;
    stage.catalog.change(propertyId, { processingStatus: 'pending' });
    stage.time.now = (await stage.targets.peek(id))?.nightAt ?? stage.time.now;
    const wait = async () => {
      stage.pass(1000);
      await transfer();
      await stage.work();
    };
    await beginNightly(night());
    await wait();
    stage.catalog.change(propertyId, { processingStatus: 'successful' });
    stage.portal.problems = () => {
      throw new Error('This is a bug.');
    };
    await wait();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(stage.portal.sent).toHaveLength(sent);
    stage.portal.problems = () => [];
    await wait();
    expect(stage.portal.fullTransfers.map((ids) => ids.toSorted())).toEqual([
      listings.map((listing) => listing.id).sort(),
    ]);
  });

  it('a nightly full transfer does not count what is only being repeated, and may remove the share of what is shown when it is sent', async () => {
    const listings = await listSome(20);
    const [lost, gone] = [listings.slice(0, 4), listings.slice(4, 14)];
    const repeated = {
      lastError: { failureCode: 'internal', failureMessage: '', at: stage.time.now },
    } as const;
    await stage.stored.updateMany(
      { targetId: id, _id: { $in: gone.map((listing) => listing.id) } },
      { $set: { ...repeated, standing: 'update_failed', dueAt: new Date('2027-01-01') } },
    );
    stage.time.now = (await stage.targets.peek(id))?.nightAt ?? stage.time.now;
    await beginNightly(night());
    expect((await stage.targets.peek(id))?.fullTransfer).toMatchObject({ mayRemove: 4 });
    lost.forEach(breakProperty);
    for (const listing of gone) await stage.ask(deleteListing, { id: listing.id });
    await transfer();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(await last()).toMatchObject({ removals: 4 });
  });

  it.each([
    [
      'a day later',
      () => {
        stage.pass(24 * HOUR_MS + 1);
        return Promise.resolve();
      },
    ],
    ['after a change of the target', () => change({ ...NIGHTLY, maxImages: 3 })],
  ])('the number that a nightly full transfer names confirms nothing %s', async (_when, then) => {
    const [, ...broken] = await listSome(5);
    broken.forEach(breakProperty);
    await sleep();
    expect(await last()).toMatchObject({ removals: 4 });
    broken.forEach(({ propertyId }) => stage.catalog.add(propertyId));
    await then();
    await stage.work();
    await expect(
      stage.ask(synchronizeTarget, { id, mode: 'full', confirmRemovals: 4 }),
    ).rejects.toMatchObject({ code: 'removals-unconfirmed' });
  });

  it('a nightly full transfer that would remove a few is sent', async () => {
    const listings = await listSome(5);
    await breakPublished(listings.slice(0, 3));
    await sleep();
    expect(stage.portal.fullTransfers).toHaveLength(1);
    expect(stage.portal.fullTransfers[0]).toHaveLength(2);
  });

  it('a nightly full transfer with a share of 0 removes nothing without a confirmation', async () => {
    await change({ ...NIGHTLY, maxRemovedShare: 0 });
    const listings = await listSome(5);
    await breakPublished(listings.slice(0, 1));
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(await last()).toMatchObject({ removals: 1 });
  });

  it('a nightly full transfer counts again when it is sent, and the number that it names can be confirmed although fewer would disappear by then', async () => {
    const [kept, ...broken] = await listSome(5);
    broken.forEach(breakProperty);
    await sleep();
    expect(stage.portal.fullTransfers).toEqual([]);
    expect(await last()).toMatchObject({ ok: false, nightly: true, removals: 4 });
    const [reported, ...others] = broken;
    stage.catalog.add(reported?.propertyId ?? '');
    await stage.ask(synchronizeTarget, { id, mode: 'partial' });
    await stage.work();
    await stage.ask(synchronizeTarget, { id, mode: 'full', confirmRemovals: others.length + 1 });
    await transfer();
    expect(stage.portal.fullTransfers.map((ids) => ids.toSorted())).toEqual([
      [kept?.id, reported?.id].sort(),
    ]);
  });
});

describe('a full transfer that does not arrive', () => {
  const attempts = async (listingId: string) => {
    const { data } = await stage.ask(listDistributionTimeline, { listingId, limit: 100 });
    return data.flatMap((entry) => (entry.kind === 'publication_attempt' ? [entry] : [])).toReversed();
  };
  const begin = async () => {
    const listings = await listSome(2);
    await stage.ask(synchronizeTarget, { id, mode: 'full' });
    stage.pass(1000);
    return listings;
  };

  it('a full transfer whose process was killed is in the timeline of each listing, and another process sends it', async () => {
    const listings = await begin();
    const { promise: killed, resolve: end } = Promise.withResolvers<{ ok: true }>();
    const { promise: sending, resolve: isSending } = Promise.withResolvers<null>();
    stage.portal.duringFull = () => {
      isSending(null);
      return killed;
    };
    const lost = transfer('killed');
    await sending;
    stage.portal.duringFull = () => Promise.resolve({ ok: true });
    stage.pass(stage.laneDeps.options.leaseMs + 1000);
    await transfer('another');
    expect(await last()).toMatchObject({ ok: true, listings: 2 });
    for (const listing of listings) {
      expect((await attempts(listing.id)).map(({ outcome }) => outcome)).toEqual([
        ...['succeeded', 'interrupted', 'succeeded'],
      ]);
    }
    end({ ok: true });
    await lost;
  });

  it('a full transfer that failed is in the timeline of each listing, with the reason and the next attempt', async () => {
    const listings = await begin();
    const failure = {
      code: 'connection_lost',
      message: 'It is busy.',
      repeat: true,
      scope: 'target',
    } as const;
    stage.portal.duringFull = () => Promise.resolve({ ok: false, failure });
    await transfer();
    const { retryAt } = (await stage.targets.peek(id)) ?? {};
    for (const listing of listings) {
      expect((await attempts(listing.id)).at(-1)).toMatchObject({
        ...{ outcome: 'retry', failureCode: 'connection_lost', failureMessage: 'It is busy.' },
        nextAttemptAt: retryAt?.toISOString(),
      });
    }
  });
});
