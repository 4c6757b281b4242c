import { beforeEach, describe, expect, it } from 'vitest';
import { quiet } from '../mongo/quiet.fixture.ts';
import { RestoreWatch } from './restore-watch.ts';
import type { Mark, Restore, RestoreSteps } from './restore-watch.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();
const signal = new AbortController().signal;
let now: Date;
let copy: Mark | undefined;
let first: Restore[];
let then: Restore[];

beforeEach(async () => {
  now = new Date('2026-11-01T08:00:00.000Z');
  copy = undefined;
  [first, then] = [[], []];
  await Promise.all(['marks', 'restores'].map((name) => database().db.collection(name).deleteMany({})));
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const marks = {
  read: () => Promise.resolve(copy),
  write: (mark: Mark) => {
    copy = mark;
    return Promise.resolve();
  },
};
const watch = () => new RestoreWatch({ db: database().db, marks, log: quiet, clock: () => now });
const steps: RestoreSteps = {
  first: (restore) => Promise.resolve(`Restores: ${String(first.push(restore))}.`),
  then: (restore) => Promise.resolve(void then.push(restore)),
};
/** A service that starts, looks and stops. */
async function start(): Promise<RestoreWatch> {
  const started = watch();
  await started.prepare(steps, signal);
  return started;
}
const saved = () => database().db.collection<{ _id: string }>('marks').find().toArray();
async function restore(backup: { _id: string }[]): Promise<void> {
  await database().db.collection('marks').deleteMany({});
  await database().db.collection<{ _id: string }>('marks').insertMany(backup);
}

describe('a database beside the broker', () => {
  it('a database that goes on is not restored, however long the service was stopped', async () => {
    await start();
    pass(20);
    await start();
    pass(86_400);
    const last = await start();
    expect(await last.list()).toEqual([]);
    expect(first).toEqual([]);
  });

  it('a database that is older than the mark of the broker was restored, and is found once', async () => {
    await start();
    const backup = await saved();
    const backupAt = now;
    pass(3600);
    await start();
    pass(20);
    await start();
    const lostUntil = now;
    pass(600);
    await restore(backup);
    await start();
    await start();
    pass(20);
    const last = await start();
    expect(first).toMatchObject([{ lostSince: backupAt, lostUntil, isCertain: true, isSettled: false }]);
    expect(await last.list()).toHaveLength(1);
  });

  it('a database that was restored says what its service could bring back, also after a new start', async () => {
    await (await start()).order(now);
    expect((await (await start()).list()).map(({ outcome }) => outcome)).toEqual(['Restores: 1.']);
  });

  it('a database without a broker that knows it may be restored only after the service was stopped', async () => {
    await start();
    copy = undefined;
    pass(60);
    await start();
    expect(first).toEqual([]);
    copy = undefined;
    pass(3600);
    await start();
    expect(first).toMatchObject([{ isCertain: false }]);
  });

  it('a mark of another database says nothing', async () => {
    copy = { databaseId: 'another', number: 99, at: now };
    await start();
    pass(20);
    await start();
    expect(first).toEqual([]);
    expect(copy).not.toMatchObject({ databaseId: 'another' });
  });

  it('several replicas that start at once find a restore once', async () => {
    await start();
    const backup = await saved();
    pass(60);
    await start();
    await restore(backup);
    await Promise.all([start(), start(), start()]);
    expect(await watch().list()).toHaveLength(1);
    expect(new Set(first.map(({ id }) => id)).size).toBe(1);
  });

  it('a first step that fails ends the start and is taken again at the next one', async () => {
    await start();
    const backup = await saved();
    pass(60);
    await start();
    await restore(backup);
    const failing = { first: () => Promise.reject(new TypeError('a bug')) };
    await expect(watch().prepare(failing, signal)).rejects.toThrow('a bug');
    await start();
    expect(first).toHaveLength(1);
  });

  it('a restore that the operator names is settled by the running service, once', async () => {
    const running = await start();
    await running.order(new Date(now.getTime() - 3_600_000));
    expect(first).toHaveLength(1);
    running.start();
    await expect.poll(async () => (await running.list()).map(({ isSettled }) => isSettled)).toEqual([true]);
    await running.close();
    const next = await start();
    next.start();
    await next.close();
    expect(then).toHaveLength(1);
  });
});
