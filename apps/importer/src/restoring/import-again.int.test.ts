import { newId, sweepBytes } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../test/packages.ts';
import { PACKAGE_KEPT_DAYS, log, openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { noteNameOf } from '../domain/import.ts';
import { importAgain } from './import-again.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = PACKAGE_KEPT_DAYS * DAY_MS;
const LOST = { state: 'failed', failure: { code: 'package_lost' } };

let stage: Stage;
let accountId: string;
let sourceId: string;
beforeAll(async () => {
  stage = await openStage(undefined, { isOutside: true });
});
afterAll(() => stage.close());
beforeEach(async () => {
  accountId = newId();
  sourceId = await stage.addSource(accountId);
});

/** Everything that the databases contain, and a function that puts it back. */
async function backup() {
  const at = stage.clock();
  const collections = await stage.db.collections();
  const all = await Promise.all(collections.map((one) => one.find().toArray()));
  const owners = structuredClone([...stage.owners.properties]);
  return async () => {
    for (const [place, collection] of collections.entries()) {
      await collection.deleteMany({});
      if (all[place]!.length > 0) await collection.insertMany(all[place]!);
    }
    for (const collection of await stage.db.collections())
      if (!collections.some(({ collectionName }) => collectionName === collection.collectionName))
        await collection.deleteMany({});
    stage.owners.properties.clear();
    for (const [id, property] of owners) stage.owners.properties.set(id, property);
    return { ...RESTORE, lostSince: at };
  };
}
type Restored = Awaited<ReturnType<Awaited<ReturnType<typeof backup>>>>;
const RESTORE = {
  ...{ id: 'restore', noticedAt: new Date(), lostUntil: new Date(), isCertain: true, isSettled: false },
};

const settle = async (restored: Restored) => {
  const outcome = await importAgain({ ...stage.stores, clock: stage.clock, log }, restored);
  await stage.work();
  return outcome;
};
const packageOf = (title: string, number = '1') => documentOf([{ number, title }]);
const imported = (title: string, number?: string) =>
  stage.importOf(packageOf(title, number), { accountId, sourceId });
const titles = () =>
  stage.owners.of('properties', accountId).map(({ fields }) => (fields as { title: string }).title);
const changes = () => stage.owners.actors.length;
const isStored = (name: string) => stage.stores.packages.touch(name);

async function sweep(passedMs = 0): Promise<void> {
  const clock = () => new Date(Date.now() + passedMs);
  while (await stage.stores.keptPackages.trimNext(clock()));
  const { packages: bytes, progress } = stage.stores;
  const unnamed = (names: readonly string[]) => progress.unneeded(names);
  const sweeping = { bytes, unnamed, unusedForMs: 0, unknownForMs: KEPT_MS, clock };
  await sweepBytes({ ...sweeping, onSwept: () => undefined }, new AbortController().signal);
}

describe('imports that a restored database lost', () => {
  it('imports that a restored database lost are done again, in their order and under their ids, once', async () => {
    await imported('before');
    const restore = await backup();
    const lost = [await imported('first'), await imported('second'), await imported('other', '2')];
    const restored = await restore();
    expect(titles()).toEqual(['before']);
    expect(await settle(restored)).toBe('Imports that are done again: 3.');
    expect(titles()).toEqual(['second', 'other']);
    for (const { id } of lost)
      expect(await stage.found({ accountId, id })).toMatchObject({ state: 'finished', sourceId });
    const before = changes();
    expect(await settle(restored)).toBe('Imports that are done again: 0.');
    expect(changes()).toBe(before);
  });

  it('imports that a restored database lost and that came by FTP get their result files again', async () => {
    const restore = await backup();
    const arrived = { accountId, sourceId, fileName: 'export.zip', folder: '/out' };
    const { id } = await stage.importOf(packageOf('by FTP'), arrived);
    await settle(await restore());
    const result = await stage.db.collection<{ _id: string }>('import-results').findOne({ _id: id });
    expect(result).toMatchObject({ sourceId, folder: '/out', fileName: 'export.zip' });
  });

  it('imports that waited when the backup was made are done again with the package that was kept since', async () => {
    const waiting = await stage.send(packageOf('waited'), { accountId, sourceId });
    const restore = await backup();
    await stage.work();
    const restored = await restore();
    await sweep();
    expect(await settle(restored)).toBe('Imports that are done again: 0.');
    expect(await stage.found(waiting)).toMatchObject({ state: 'finished' });
    expect(titles()).toEqual(['waited']);
  });

  it('imports that a restored database lost are not done again if they were cancelled or a dry run', async () => {
    const restore = await backup();
    await stage.importOf(packageOf('tried'), { accountId, sourceId, dryRun: true });
    const cancelled = await stage.send(packageOf('cancelled'), { accountId, sourceId });
    await stage.stores.imports.cancel(cancelled);
    await stage.work();
    expect(await settle(await restore())).toBe('Imports that are done again: 0.');
    expect(titles()).toEqual([]);
  });

  it('imports that a restored database lost fail if their package is no longer kept, and are named', async () => {
    const restore = await backup();
    const lost = await imported('long ago');
    await imported('newest');
    await sweep(KEPT_MS + DAY_MS);
    expect(await isStored(lost.packageName)).toBe(false);
    const outcome = await settle(await restore());
    expect(outcome).toContain('Imports that are done again: 1.');
    expect(outcome).toContain(`package_lost: 1 (${lost.id})`);
    const { failure, ...ended } = await stage.found(lost);
    expect({ failure, ...ended }).toMatchObject(LOST);
    expect(failure?.message).toContain('Its package is no longer kept. Export all objects again.');
    expect(titles()).toEqual(['newest']);
  });

  it('imports that a restored database lost fail if a later package of their source was imported meanwhile', async () => {
    const restore = await backup();
    const lost = await imported('old');
    const restored = await restore();
    await imported('new');
    await settle(restored);
    expect(await stage.found(lost)).toMatchObject(LOST);
    expect((await stage.found(lost)).failure?.message).toContain('A later package of the same source');
    expect(titles()).toEqual(['new']);
  });

  it('imports that a restored database lost fail if it lost their source, too', async () => {
    const restore = await backup();
    sourceId = await stage.addSource(accountId);
    const lost = await imported('of a new source');
    await settle(await restore());
    expect((await stage.found(lost)).failure?.message).toContain('Its import source is not in the backup');
    expect(titles()).toEqual([]);
  });

  it('imports that a restored database lost are still found when their uploads were swept meanwhile', async () => {
    const restore = await backup();
    const { id } = await imported('found');
    const restored = await restore();
    await sweep(DAY_MS);
    expect(await settle(restored)).toBe('Imports that are done again: 1.');
    expect(await stage.found({ accountId, id })).toMatchObject({ state: 'finished' });
  });

  it('imports that a restored database lost with an unreadable note do not keep the others from being done again', async () => {
    const restore = await backup();
    const name = noteNameOf(`${accountId}-${newId()}`);
    await stage.stores.packages.putAll([{ name, bytes: Buffer.from('{') }]);
    await imported('readable');
    expect(await settle(await restore())).toContain('Imports that are done again: 1.');
    expect(titles()).toEqual(['readable']);
  });
});

describe('the packages of ended imports', () => {
  it('the packages of ended imports are kept for a restore, do not count as waiting, and go with their time', async () => {
    const [failed, older, newest] = [
      await stage.importOf(Buffer.from('no package'), { accountId, sourceId }),
      await imported('older'),
      await imported('newest'),
    ];
    await sweep();
    for (const { packageName } of [failed, older, newest]) expect(await isStored(packageName)).toBe(true);
    expect(await stage.budget.fits(accountId, 100_000_000)).toBe(true);
    const { keptPackages } = stage.stores;
    expect((await keptPackages.newest({ accountId, queueId: newest.queueId }))?.id).toBe(newest.id);
    await sweep(KEPT_MS + DAY_MS);
    expect(await isStored(failed.packageName)).toBe(false);
    expect(await isStored(older.packageName)).toBe(false);
    expect(await isStored(newest.packageName)).toBe(true);
    expect(await isStored(noteNameOf(older.packageName))).toBe(true);
  });

  it('the packages of ended imports that are cancelled or dry runs go at once, with their notes', async () => {
    const tried = await stage.importOf(packageOf('tried'), { accountId, sourceId, dryRun: true });
    const cancelled = await stage.send(packageOf('cancelled'), { accountId, sourceId });
    await stage.stores.imports.cancel(cancelled);
    await stage.work();
    for (const { packageName } of [tried, cancelled]) {
      expect(await isStored(packageName)).toBe(false);
      expect(await isStored(noteNameOf(packageName))).toBe(false);
    }
  });
});

describe('packages in the database itself', () => {
  it('packages in the database itself are not kept for a restore, and the operator learns that they are lost', async () => {
    const embedded = await openStage();
    const of = { accountId, sourceId: await embedded.addSource(accountId) };
    const older = await embedded.importOf(packageOf('older'), of);
    await embedded.importOf(packageOf('newest'), of);
    expect(await embedded.stores.packages.touch(older.packageName)).toBe(false);
    expect(await embedded.stores.packages.touch(noteNameOf(older.packageName))).toBe(false);
    const deps = { ...embedded.stores, clock: embedded.clock, log };
    expect(await importAgain(deps, { ...RESTORE, lostSince: new Date() })).toContain('are lost');
    await embedded.close();
  });
});
