import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FeedTarget } from '../domain/target.ts';
import { FeedFiles, etagOf } from './feed-files.ts';

const FRAGMENT = { _id: 'l1', sequence: 1, text: '<immobilie/>' };
const target = {
  ...{ id: 't1', name: 'Website' },
  feed: { change: 1, changedAt: new Date(0) },
} as FeedTarget;

const HOUR_MS = 3_600_000;

let directory: string;
let fragments = [FRAGMENT];
const own = () => join(directory, String(process.pid));
async function opened(maxBytes: number): Promise<FeedFiles> {
  const feeds = {
    async *contents() {
      yield await Promise.resolve(fragments);
    },
    async *portions() {
      yield* await Promise.resolve([]);
    },
    count: () => Promise.resolve(fragments.length),
    newOf: () => Promise.resolve([]),
  };
  const files = new FeedFiles({ directory, maxBytes, feeds, software: { name: 'estate', version: '1' } });
  await files.prepare();
  return files;
}

beforeEach(async () => {
  fragments = [FRAGMENT];
  directory = await mkdtemp(join(tmpdir(), 'feed-files-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true });
});

describe('the documents of feeds on the disk', () => {
  it('a document larger than all that is kept is served, and is removed after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const files = await opened(1);
    const { path } = await files.get(target, 'openimmo.xml');
    await access(path);
    vi.runAllTimers();
    await vi.waitFor(async () => {
      expect(await readdir(own())).toEqual([]);
    });
  });

  it('a document is removed after a day, although nobody asks for another one, as after the deletion of its account', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
    const files = await opened(1e6);
    await files.get(target, 'openimmo.xml');
    vi.advanceTimersByTime(23 * HOUR_MS);
    expect(await readdir(own())).toHaveLength(1);
    vi.advanceTimersByTime(3 * HOUR_MS);
    await vi.waitFor(async () => {
      expect(await readdir(own())).toEqual([]);
    });
  });

  it('a document within what is kept stays, and is made once', async () => {
    const files = await opened(1e6);
    const first = await files.get(target, 'openimmo.xml');
    expect(await files.get(target, 'openimmo.xml')).toBe(first);
    expect(await readdir(own())).toHaveLength(1);
  });

  it('documents of a process that was killed are removed when the next one starts; those of a running one stay', async () => {
    const { pid } = spawnSync('true');
    const running = process.ppid;
    for (const name of [pid, running, process.pid]) {
      await mkdir(join(directory, String(name)));
      await writeFile(join(directory, String(name), 'document'), '');
    }
    await opened(1);
    expect(await readdir(directory)).toEqual([String(running), String(process.pid)].sort());
    expect(await readdir(own())).toEqual([]);
  });

  it('a target with another name has other documents, because they contain the name', async () => {
    const renamed = { ...target, name: 'Homepage' };
    expect(etagOf(renamed, 'openimmo.xml')).not.toBe(etagOf(target, 'openimmo.xml'));
    const files = await opened(1e6);
    const [before, after] = [
      await files.get(target, 'openimmo.xml'),
      await files.get(renamed, 'openimmo.xml'),
    ];
    expect(after.path).not.toBe(before.path);
  });

  it('a document no longer contains a fragment that was removed by hand, which no change names', async () => {
    const files = await opened(1e6);
    const recent = [{ id: 'c1', listingId: 'l1' }];
    const at = (change: number) => ({ ...target, feed: { ...target.feed, change, recent } });
    expect(await files.get(at(1), 'openimmo.xml')).toMatchObject({ count: 1 });
    fragments = [];
    recent.push({ id: 'c2', listingId: 'l2' });
    expect(await files.get(at(2), 'openimmo.xml')).toMatchObject({ count: 0 });
  });
});
