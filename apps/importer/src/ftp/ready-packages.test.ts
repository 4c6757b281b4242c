import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadyPackages } from './ready-packages.ts';
import type { ReadyDeps } from './ready-packages.ts';
import { toDiskName } from './server/paths.ts';
import { READY } from './server/spool.ts';

let directory: string;
let taken: string[];
let handedOver = 0;
/** Accounts without space in the byte store. */
const full = new Set<string>();
const broken = new Set<string>();
/** Sources by their ids, which begin with the name of their account. */
const deleted = new Set<string>();
/** The packages that wait, by source. */
const waiting = new Map<string, unknown>();

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ready-packages-'));
  await mkdir(join(directory, READY));
  taken = [];
  for (const noted of [full, broken, deleted, waiting]) noted.clear();
});
afterEach(() => rm(directory, { recursive: true }));

const deps = (): ReadyDeps => ({
  directory,
  sources: {
    peek: (id) => Promise.resolve(deleted.has(id) ? null : ({ id, accountId: id.split('-')[0] } as never)),
    noteWaiting: (id, noted) => Promise.resolve(void waiting.set(id, noted)),
    endWaiting: (id) => Promise.resolve(void waiting.delete(id)),
    endWaitingExcept: (ids) => {
      for (const id of waiting.keys()) if (!ids.includes(id)) waiting.delete(id);
      return Promise.resolve();
    },
  },
  accept: ({ fileName, accountId }) => {
    if (broken.has(accountId)) return Promise.reject(new Error('the disk is broken'));
    taken.push(fileName);
    return Promise.resolve();
  },
  expectResult: () => Promise.resolve(),
  refuse: () => Promise.resolve(),
  budget: { fits: (accountId) => Promise.resolve(!full.has(accountId)) },
  clock: () => new Date(),
  onAccepted: () => undefined,
});

async function handOver(sourceId: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    handedOver += 1;
    const order = `${handedOver.toString(36).padStart(9, '0')}-0001-aaaa`;
    await writeFile(join(directory, READY, [order, sourceId, toDiskName(`/${name}`)].join('.')), name);
  }
}

async function takeAll(): Promise<string[]> {
  const ready = new ReadyPackages(deps());
  while (await ready.takeNext());
  return taken;
}

describe('packages that are ready', () => {
  it('packages that are ready are taken in turns by account, those of each account in their order', async () => {
    await handOver('many-1', 'm1', 'm2', 'm3');
    await handOver('many-2', 'm4', 'm5');
    await handOver('few-1', 'f1', 'f2');
    expect(await takeAll()).toEqual(['m1', 'f1', 'm2', 'f2', 'm3', 'm4', 'm5']);
    expect(await readdir(join(directory, READY))).toEqual([]);
  });

  it('packages that are ready wait while their account has no space for them, and those of others do not', async () => {
    await handOver('full-1', 'w1');
    await handOver('few-1', 'f1', 'f2');
    full.add('full');
    expect(await takeAll()).toEqual(['f1', 'f2']);
    full.clear();
    expect(await takeAll()).toEqual(['f1', 'f2', 'w1']);
  });

  it('the first package of each source that waits for space is noted until it is taken', async () => {
    await handOver('full-1', 'w1', 'w2');
    await handOver('full-2', 'w3');
    await handOver('few-1', 'f1');
    full.add('full');
    const ready = new ReadyPackages(deps());
    while (await ready.takeNext());
    expect(Object.fromEntries(waiting)).toMatchObject({
      'full-1': { fileName: 'w1', sizeBytes: 2, since: expect.any(Date) as Date },
      'full-2': { fileName: 'w3' },
    });
    full.clear();
    // What waited is looked at again after a rest.
    await vi.waitFor(async () => {
      while (await ready.takeNext());
      expect(waiting.size).toBe(0);
    });
  });

  it('a package that an earlier process noted, and whose file is gone, does not wait any more', async () => {
    await handOver('full-1', 'w1');
    full.add('full');
    for (const source of ['full-1', 'full-2']) waiting.set(source, { fileName: 'noted before' });
    await takeAll();
    expect(Object.fromEntries(waiting)).toMatchObject({ 'full-1': { fileName: 'w1' } });
    expect([...waiting.keys()]).toEqual(['full-1']);
  });

  it('packages that are ready are taken although the first one of another account fails each time', async () => {
    await handOver('broken-1', 'b1');
    await handOver('few-1', 'f1', 'f2');
    broken.add('broken');
    const ready = new ReadyPackages(deps());
    const tries = [];
    for (let number = 0; number < 4; number += 1)
      tries.push(await ready.takeNext().catch((error: Error) => error.message));
    expect(tries).toEqual(['the disk is broken', true, 'the disk is broken', true]);
    expect(taken).toEqual(['f1', 'f2']);
  });

  it('packages that are ready of a source that was deleted are removed', async () => {
    await handOver('gone-1', 'g1');
    deleted.add('gone-1');
    expect(await takeAll()).toEqual([]);
    expect(await readdir(join(directory, READY))).toEqual([]);
  });
});
