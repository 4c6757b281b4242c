import {
  createListing,
  deleteListing,
  getListing,
  getTarget,
  listLanes,
  listListings,
  pauseLane,
  resumeLane,
  retryListing,
} from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { etagOf } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import { dueTargets } from './due-targets.ts';
import { oldestDue } from './show-lanes.ts';

const neverAborted = new AbortController().signal;
let server: MongoServer;
let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
});
afterAll(async () => {
  await stage.mongo.close();
  await server.stop();
});

const list = (targetId: string) => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const publishedCount = (targetId: string) => stage.stored.countDocuments({ targetId, published: true });

describe('a lane that is paused', () => {
  it('a paused lane is taken by no replica, and loses no work', async () => {
    const targetId = await stage.addTarget();
    await list(targetId);
    await stage.work();
    expect(await publishedCount(targetId)).toBe(1);
    const paused = await stage.ask(pauseLane, { id: targetId });
    expect(paused).toMatchObject({ id: targetId, dueCount: 0, working: false });
    const listing = await list(targetId);
    await list(targetId);
    await stage.ask(retryListing, { id: listing.id });
    const replicas = [stage.lanes(), stage.lanes({ options: { ...stage.laneDeps.options, owner: 'b' } })];
    for (let minutes = 0; minutes < 3; minutes += 1) {
      for (const replica of replicas) expect(await replica.runNext(neverAborted)).toBe(false);
      stage.pass(60_000);
    }
    expect(await publishedCount(targetId)).toBe(1);
    expect((await stage.ask(listLanes, { state: 'paused' })).data).toMatchObject([
      { id: targetId, dueCount: 2 },
    ]);
    await stage.ask(resumeLane, { id: targetId });
    stage.pass(5000);
    await stage.work();
    expect(await publishedCount(targetId)).toBe(3);
    expect((await stage.ask(listLanes, { state: 'paused' })).data).toEqual([]);
  });

  it('a paused lane lets the other lanes go on', async () => {
    const [still, going] = [await stage.addTarget(), await stage.addTarget()];
    await stage.ask(pauseLane, { id: still });
    await list(still);
    await list(going);
    await stage.work();
    expect([await publishedCount(still), await publishedCount(going)]).toEqual([0, 1]);
  });

  it('a lane that is paused twice is open after one resume', async () => {
    const id = await stage.addTarget();
    const first = await stage.ask(pauseLane, { id });
    stage.pass(1000);
    expect((await stage.ask(pauseLane, { id })).pausedAt).toBe(first.pausedAt);
    expect((await stage.ask(resumeLane, { id })).pausedAt).toBeUndefined();
    expect((await stage.ask(resumeLane, { id })).pausedAt).toBeUndefined();
  });

  it('a lane that does not exist cannot be paused or resumed', async () => {
    await expect(stage.ask(pauseLane, { id: newId() })).rejects.toThrow(NotFound);
    await expect(stage.ask(resumeLane, { id: newId() })).rejects.toThrow(NotFound);
  });
});

describe('what waits for a paused target', () => {
  const minutes = (count: number) => count * 60_000;
  beforeAll(async () => {
    await stage.mongo.close();
    stage = await openStage(server.uri);
  });

  it('a listing that waits for a paused target keeps its due time, so that the age of all work grows', async () => {
    const targetId = await stage.addTarget();
    await stage.ask(pauseLane, { id: targetId });
    const dueAt = stage.time.now;
    const { id } = await list(targetId);
    for (let minute = 0; minute < 20; minute += 1) {
      stage.pass(minutes(1));
      expect(await stage.lanes().runNext(neverAborted)).toBe(false);
    }
    expect((await stage.stored.findOne({ _id: id }))?.dueAt).toEqual(dueAt);
    const stores = { due: stage.due, lanes: stage.laneControls };
    const { all, open } = await dueTargets(stage.time.now, stores);
    expect({ all, open }).toMatchObject({ open: [], all: [{ id: targetId, dueAt }] });
    const lag = await oldestDue(stage.time.now, stores);
    expect(lag.get('portal')).toBeUndefined();
    expect(await violatedInvariants()).toEqual([]);
    await stage.ask(resumeLane, { id: targetId });
    await stage.work();
    expect(await publishedCount(targetId)).toBe(1);
  });

  it('a paused target and its waiting listings say so to their customer, until it is resumed', async () => {
    const targetId = await stage.addTarget();
    await stage.ask(pauseLane, { id: targetId });
    const paused = {
      by: 'operator',
      at: stage.time.now.toISOString(),
      message: expect.stringMatching(
        /paused since 2026-11-01 .* UTC by the operator of the service/,
      ) as string,
    };
    const listing = await list(targetId);
    expect(listing).toMatchObject({ paused });
    expect(await stage.ask(getTarget, { id: targetId })).toMatchObject({ paused });
    expect(await stage.ask(getListing, { id: listing.id })).toMatchObject({ paused });
    expect((await stage.ask(listListings, { targetId })).data).toMatchObject([{ paused }]);
    await stage.ask(resumeLane, { id: targetId });
    await stage.work();
    expect(await stage.ask(getTarget, { id: targetId })).not.toHaveProperty('paused');
    expect(await stage.ask(getListing, { id: listing.id })).not.toHaveProperty('paused');
  });

  it('a listing that waits for a paused target can be changed with the ETag that its reader was given', async () => {
    const targetId = await stage.addTarget();
    await stage.ask(pauseLane, { id: targetId });
    const { id } = await list(targetId);
    const shown = await stage.ask(getListing, { id });
    const ifMatch = etagOf(JSON.stringify(shown));
    expect(await stage.ask(deleteListing, { id }, { ifMatch })).toMatchObject({ id });
  });
});

async function violatedInvariants(): Promise<string[]> {
  const broken = await stage.auditor.violations();
  return broken.map(({ promise }) => promise);
}
