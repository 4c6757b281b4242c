import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@estate/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWhole } from './attachment-bytes.ts';
import { Spool } from './spool.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('the spool of a package', () => {
  it('a spool returns what was added at the same time, each as often as it is read, and has no file by name', async () => {
    const spool = new Spool(join(directory, 'work'));
    const added = [1, 300_000, 0, 262_144].map((size) => randomBytes(size));
    const contents = await Promise.all(added.map((bytes) => spool.add(bytes)));
    for (let time = 0; time < 2; time += 1)
      for (const [index, content] of contents.entries())
        expect((await readWhole(content)).equals(added[index] ?? Buffer.alloc(0))).toBe(true);
    expect(await readdir(join(directory, 'work'))).toEqual([]);
    await spool.close();
  });

  it('a spool to which nothing was added makes no directory', async () => {
    await new Spool(join(directory, 'unused')).close();
    expect(await readdir(directory)).not.toContain('unused');
  });

  it('a spool that cannot be written is a failure of this machine that may pass', async () => {
    const path = join(directory, 'a file');
    await writeFile(path, '');
    const spool = new Spool(path);
    await expect(spool.add(Buffer.from('bytes'))).rejects.toBeInstanceOf(Unavailable);
    await spool.close();
  });

  it('what was added to a spool cannot be read after the spool was closed', async () => {
    const spool = new Spool(directory);
    const content = await spool.add(Buffer.from('bytes'));
    await spool.close();
    await expect(readWhole(content)).rejects.toThrow('could not be read to their end');
  });
});
