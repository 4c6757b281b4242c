import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  checkTarget,
  createListing,
  getListing,
  getTarget,
  listLanes,
  resumeLane,
  updateTarget,
} from '@estate/contracts';
import { CRASHES_MAX, newId } from '@estate/persistence';
import { bundledProgram, eventually, freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CrashingLanes } from '../../test/crashing-lanes.fixture.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';

const SOURCE = fileURLToPath(new URL('../../test/crashing-lanes.fixture.ts', import.meta.url));
const neverAborted = new AbortController().signal;
let program: string;
let server: MongoServer;
let stage: Stage;
let database: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  program = await bundledProgram(SOURCE);
  server = await startMongo();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = freshDatabase();
  stage = await openStage(server.uri, { database });
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await stage.close();
});

const list = (targetId: string) => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const targets = () => stage.stores.docs.targets;
const stored = (id: string) => targets().findOne({ _id: id });
const published = (targetId: string) => stage.stored.countDocuments({ targetId, published: true });

/** Oldest first. */
const attempts = (targetId: string) =>
  stage.mongo.db
    .collection('timeline')
    .find({ targetId, kind: 'publication_attempt' })
    .sort({ _id: 1 })
    .toArray();

function start(deadly?: string): ChildProcess {
  const properties = [...stage.catalog.properties.keys()];
  const given: CrashingLanes = {
    uri: server.uri,
    database,
    properties,
    ...(deadly !== undefined && { deadly }),
  };
  const child = fork(program, [JSON.stringify(given)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  return child;
}

/** As time does; a lease that really were short could end under a live process of a busy machine. */
const endLeases = () =>
  targets().updateMany({ lease: { $ne: null } }, { $set: { 'lease.until': new Date(0) } });

/** Takes the lane like a process that crashes while it has it. */
async function crash(targetId: string, times: number): Promise<void> {
  for (let crashes = 0; crashes < times; crashes += 1) {
    const { leaseMs } = stage.laneDeps.options;
    const by = { owner: newId(), leaseMs, now: stage.time.now };
    expect(await stage.leases.claimForCheck(targetId, by)).not.toBeNull();
    stage.pass(leaseMs);
  }
}

describe('a target whose publications end the process', () => {
  it('a target that ends processes is set aside after five crashes, and all other targets are published', async () => {
    Object.defineProperty(stage.time, 'now', { get: () => new Date() });
    const deadly = await stage.addTarget();
    const others = [await stage.addTarget(), await stage.addTarget()];
    for (const targetId of [deadly, ...others, deadly]) await list(targetId);
    let crashes = 0;
    while (!(await stored(deadly))?.setAside) {
      const child = start(deadly);
      const crashed = once(child, 'exit').then(() => true);
      const isSetAside = eventually(async () => expect((await stored(deadly))?.setAside).toBeDefined());
      if (await Promise.race([crashed, isSetAside.then(() => false)])) crashes += 1;
      isSetAside.catch(() => undefined);
      await endLeases();
    }
    expect(crashes).toBe(CRASHES_MAX);
    expect((await attempts(deadly)).map(({ outcome }) => outcome)).toEqual(
      Array(CRASHES_MAX).fill('interrupted'),
    );
    await eventually(async () => expect(await Promise.all(others.map(published))).toEqual([1, 1]));
    expect(await published(deadly)).toBe(0);
    for (const id of others) expect(await stored(id)).not.toHaveProperty('setAside');
    const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
    await stage.ask(updateTarget, { id: deadly, type: 'portal', credentials });
    for (const child of children) child.kill('SIGKILL');
    await endLeases();
    start();
    await eventually(async () => expect(await published(deadly)).toBe(2));
    const outcomes = (await attempts(deadly)).map(({ outcome }) => outcome);
    expect(outcomes.slice(CRASHES_MAX)).toEqual(['succeeded', 'succeeded']);
    await eventually(async () => expect(await stored(deadly)).not.toHaveProperty('unended'));
  });
});

describe('a target that is set aside', () => {
  let targetId: string;
  let listingId: string;
  beforeEach(async () => {
    targetId = await stage.addTarget();
    listingId = (await list(targetId)).id;
    await crash(targetId, CRASHES_MAX);
    await stage.work();
  });

  it('a target that is set aside is not worked on, and customer and operator can see that', async () => {
    expect(stage.portal.logins).toEqual([]);
    const paused = {
      by: 'service',
      at: stage.time.now.toISOString(),
      message: expect.stringContaining(
        'by the service, because it crashed 5 times in a row while it published to the target',
      ) as string,
    };
    expect(await stage.ask(getTarget, { id: targetId })).toMatchObject({ paused });
    expect(await stage.ask(getListing, { id: listingId })).toMatchObject({ paused });
    const lane = { id: targetId, dueCount: 1, setAside: { at: paused.at, deaths: CRASHES_MAX } };
    expect((await stage.ask(listLanes, { state: 'set_aside' })).data).toMatchObject([lane]);
    expect((await stage.ask(listLanes, { state: 'open' })).data).toEqual([]);
    expect(await stage.auditor.violations()).toMatchObject([
      { promise: 'no-target-is-set-aside', ids: [targetId] },
    ]);
    const { set_aside: counts } = await stage.laneControls.countStopped();
    expect(counts.get('portal')).toBe(1);
    await expect(stage.ask(checkTarget, { id: targetId })).rejects.toMatchObject({
      code: 'target-set-aside',
    });
  });

  it('a target that is set aside is published again once the operator resumes its lane', async () => {
    expect(await stage.ask(resumeLane, { id: targetId })).not.toHaveProperty('setAside');
    await stage.work();
    expect(await published(targetId)).toBe(1);
  });

  it('a target that is set aside is published again once its customer updates it', async () => {
    const credentials = { host: 'ftp.example.org', username: 'agent', password: 'other' };
    await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });
    expect(await stage.ask(getTarget, { id: targetId })).not.toHaveProperty('paused');
    await stage.work();
    expect(await published(targetId)).toBe(1);
  });
});

describe('a target whose checks end the process', () => {
  it('a target whose checks end the process is set aside by the check after the fifth', async () => {
    const targetId = await stage.addTarget();
    await crash(targetId, CRASHES_MAX);
    const check = vi.spyOn(stage.portal.platform, 'check');
    await expect(stage.ask(checkTarget, { id: targetId })).rejects.toMatchObject({
      code: 'target-set-aside',
    });
    expect(check).not.toHaveBeenCalled();
    expect(await stored(targetId)).toMatchObject({ setAside: { deaths: CRASHES_MAX } });
  });
});

describe('a process that takes a lane whose last process crashed', () => {
  it('the crashes of a lane count anew once a process has handed it back', async () => {
    const targetId = await stage.addTarget();
    for (let round = 0; round < 3; round += 1) {
      await list(targetId);
      await crash(targetId, CRASHES_MAX - 1);
      await stage.work();
    }
    expect(await published(targetId)).toBe(3);
  });

  it('a process works on one suspect lane at a time, and on others beside it', async () => {
    const [first, second, other] = [
      await stage.addTarget(),
      await stage.addTarget(),
      await stage.addTarget(),
    ];
    for (const targetId of [first, second, other]) await list(targetId);
    await crash(first, 1);
    await crash(second, 1);
    let atWork = 0;
    const seen: number[] = [];
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    stage.portal.during = async () => {
      atWork += 1;
      seen.push(atWork);
      await gate;
      atWork -= 1;
      return { ok: true };
    };
    const lanes = stage.lanes({}, 3);
    const running = [1, 2, 3].map(() => lanes.runNext(neverAborted));
    await eventually(() => expect(seen).toEqual([1, 2]));
    expect(await Promise.race([...running])).toBe(false);
    const suspects = await Promise.all([first, second].map(stored));
    const isHeld = (doc: TargetDoc | null) => (doc?.lease?.until ?? 0) > stage.time.now;
    expect(suspects.filter(isHeld)).toHaveLength(1);
    go();
    await Promise.all(running);
    await stage.work();
    expect(await Promise.all([first, second, other].map(published))).toEqual([1, 1, 1]);
  });

  it('a lane that could not be handed back is handed back as soon as the store answers again', async () => {
    const targetId = await stage.addTarget();
    await list(targetId);
    const release = stage.leases.release.bind(stage.leases);
    stage.leases.release = () => {
      stage.leases.release = release;
      return Promise.reject(new Error('the store is unavailable'));
    };
    await stage.work();
    await eventually(async () => expect(await stored(targetId)).not.toHaveProperty('lease'));
    expect(await stored(targetId)).not.toHaveProperty('unended');
  });
});
