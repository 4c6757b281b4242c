import { execFileSync } from 'node:child_process';
import { link, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@estate/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDiskName } from './paths.ts';
import type { SourceFolder } from './source-folder.ts';
import { Spool } from './spool.ts';

const TIMES = { stableMs: 0, incompleteMs: 1000, keptMs: 10_000 };
const DOCUMENT = Buffer.from('<?xml version="1.0"?><openimmo></openimmo>');
let directory: string;
let spool: Spool;
let folder: SourceFolder;
let nowMs: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'source-folder-'));
  nowMs = Date.now();
  const limits = { sourceBytes: 1_000_000, accountBytes: 1_000_000, totalBytes: 1_000_000, entries: 50 };
  spool = await Spool.open({ directory, limits, now: () => nowMs });
  folder = await spool.folder('source', 'account');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function put(path: string, bytes = DOCUMENT): Promise<void> {
  const upload = await folder.upload(path, 0);
  await upload.write(bytes);
  await upload.close();
}

const ready = () => readdir(spool.ready);
const shown = () => folder.list('/').map(({ path, size }) => [path, size]);

describe('the files of a source', () => {
  it('a file that is renamed over another one replaces it, and its bytes count once', async () => {
    await put('/a.xml', Buffer.alloc(1000));
    await put('/b.tmp');
    await folder.rename('/b.tmp', '/a.xml');
    expect([folder.bytes, shown()]).toEqual([DOCUMENT.length, [['/a.xml', DOCUMENT.length]]]);
    await folder.sweep(TIMES);
    expect([folder.bytes, await ready()]).toEqual([0, [expect.any(String)]]);
  });

  it('a file that its client renames, removes or writes while it is looked at is neither lost nor blocks the others', async () => {
    const changes = [
      () => folder.rename('/a.xml', '/c.tmp'),
      () => folder.rename('/b.tmp', '/a.xml'),
      () => folder.removeFile('/a.xml'),
      () => put('/a.xml'),
    ];
    for (const [index, change] of changes.entries()) {
      for (let turn = 0; turn < 20; turn += 1) {
        for (const path of ['/a.xml', '/b.tmp']) await put(path);
        const looked = folder.sweep(TIMES);
        // At another moment of the look each time.
        for (let waits = 0; waits < turn; waits += 1) await new Promise((resolve) => setImmediate(resolve));
        await change().catch((error: unknown) =>
          expect(String(error)).toMatch(/An upload|no such file|Another/),
        );
        await looked;
        await put('/last.xml');
        nowMs += 2000;
        await folder.sweep(TIMES);
        const left = (await ready()).map((name) =>
          Buffer.from(name.split('.')[2] ?? '', 'base64url').toString(),
        );
        expect(left, `change ${String(index)}, turn ${String(turn)}`).toContain('/last.xml');
        for (const name of await ready()) await rm(join(spool.ready, name));
        await spool.measureReady();
        nowMs += 20_000;
        await folder.sweep(TIMES);
        expect([folder.bytes, folder.entries]).toEqual([0, 0]);
      }
    }
  });

  it('nobody touches a file while it is renamed over a package that is handed over', async () => {
    await put('/a.xml');
    await put('/b.tmp');
    const renamed = folder.rename('/b.tmp', '/a.xml');
    await expect(folder.removeFile('/b.tmp')).rejects.toThrow('An upload writes this file.');
    await renamed;
    expect(shown()).toEqual([['/a.xml', DOCUMENT.length]]);
    expect(await ready()).toHaveLength(1);
  });

  it('a file that is gone from the disk is forgotten, and the others are handed over', async () => {
    await put('/a.xml');
    await put('/b.xml');
    const names = await readdir(join(directory, 'source'));
    const first = names.find((name) => name.startsWith('f-')) ?? '';
    await rm(join(directory, 'source', first));
    await folder.sweep(TIMES);
    expect([folder.bytes, (await ready()).length]).toEqual([0, 1]);
  });

  it('a file at which three processes ended while they looked at it is handed over without a look', async () => {
    await put('/stuck.xml');
    await put('/next.xml');
    const [file = ''] = await onDisk('f-', '/stuck.xml');
    await rm(file);
    // A pipe that nobody writes to keeps every look waiting.
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await link(pipe, file);
    for (let ended = 1; ended <= 3; ended += 1) {
      const process = await Spool.open({ ...spool.options });
      const looking = (await process.folder('source', 'account')).sweep(TIMES);
      // The look fails once the pipe is opened: nothing can be read at a place of a pipe.
      looking.catch(() => undefined);
      await eventually(async () => expect(await looks('/stuck.xml')).toBe(ended));
    }
    const last = await Spool.open({ ...spool.options });
    await (await last.folder('source', 'account')).sweep(TIMES);
    expect(await ready()).toHaveLength(2);
    expect(await onDisk('l-', '/stuck.xml')).toEqual([]);
    await (await open(pipe, 'w')).close();
  });

  it('a file that is not complete is looked at once, until it changes', async () => {
    await put('/cut.xml', Buffer.from('<openimmo>'));
    await folder.sweep(TIMES);
    const [file = ''] = await onDisk('f-', '/cut.xml');
    await writeFile(file, DOCUMENT);
    await folder.sweep(TIMES);
    expect(await ready()).toEqual([]);
    nowMs += 10;
    await put('/cut.xml');
    await folder.sweep(TIMES);
    expect(await ready()).toHaveLength(1);
  });
});

/** The paths of the files of ours for a path of the client. */
async function onDisk(prefix: string, path: string): Promise<string[]> {
  const name = prefix + toDiskName(path);
  const names = await readdir(join(directory, 'source'));
  return names.filter((one) => one === name).map((one) => join(directory, 'source', one));
}

async function looks(path: string): Promise<number> {
  const [mark] = await onDisk('l-', path);
  return mark === undefined ? 0 : (await stat(mark)).size;
}
