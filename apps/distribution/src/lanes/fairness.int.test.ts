import { createListing } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { eventually, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { pendingListing } from '../domain/listing.ts';
import type { Sent } from '../../test/fake-portal.ts';
import { toListingDoc } from '../stores/listings/listing-document.ts';
import { LaneScheduler } from './lane-scheduler.ts';

let server: MongoServer;
let stage: Stage;
let lanes: LaneScheduler | undefined;

beforeAll(async () => {
  server = await startMongo();
});
afterAll(() => server.stop());
beforeEach(async () => {
  stage = await openStage(server.uri);
});
afterEach(async () => {
  await lanes?.close();
  await stage.close();
});

function start(limits: { concurrency: number; perAccount: number }): void {
  lanes = new LaneScheduler(stage.laneDeps, { ...limits, sweepEveryMs: 100 });
  lanes.start();
}

/** A platform that answers nobody until it is released. */
function deadPlatform(isDead: (sent: Sent) => boolean) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  stage.portal.during = async (sent) => {
    if (isDead(sent)) await released;
    return { ok: true };
  };
  return release;
}

const published = (ids: readonly string[]) =>
  stage.stored.countDocuments({ _id: { $in: [...ids] }, published: true });

describe('a customer beside another', () => {
  it('a customer is not delayed by another one whose platforms are all dead', async () => {
    const dead = new Set<string>();
    for (let target = 0; target < 12; target += 1) {
      const targetId = await stage.addTarget();
      dead.add((await stage.ask(createListing, { propertyId: stage.addProperty(), targetId })).id);
    }
    const release = deadPlatform(({ publication }) => dead.has(publication.listingId));
    const small = await stage.addListingOfAnother();
    start({ concurrency: 4, perAccount: 2 });
    await eventually(async () => (await published([small])) === 1);
    expect(await published([...dead])).toBe(0);
    expect(stage.portal.mostSessions).toBeLessThanOrEqual(4);
    release();
    await eventually(async () => (await published([...dead])) === dead.size);
  });

  it('a customer is served while another one has 10,000 listings due', async () => {
    const targets = await Promise.all(Array.from({ length: 20 }, () => stage.addTarget()));
    const propertyId = stage.addProperty();
    const at = stage.time.now;
    const listings = Array.from({ length: 10_000 }, (_, index) => {
      const targetId = targets[index % targets.length] ?? '';
      const { counts: _c, pendingSince: _p, ...pending } = pendingListing({
        id: newId(), accountId: stage.accountId, propertyId, targetId, requestId: 'r', at,
      }); // oxfmt-ignore
      return toListingDoc({ ...pending, state: 'live', dueAt: at, everUploaded: true });
    });
    await stage.stored.insertMany(listings);
    stage.pass(1000);
    start({ concurrency: 4, perAccount: 2 });
    await eventually(() => stage.portal.sent.length > 20);
    const small = await stage.addListingOfAnother();
    const { targetId = '' } = (await stage.stored.findOne({ _id: small })) ?? {};
    lanes?.wake(targetId);
    await eventually(async () => (await published([small])) === 1);
    expect(await stage.stored.countDocuments({ published: true })).toBeLessThan(5000);
  });
});
