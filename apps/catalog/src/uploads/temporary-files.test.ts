import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { TemporaryFiles } from './temporary-files.ts';

it('temporary files are removed at the end of the work with them, also when it fails, and their folder with the process', async () => {
  const files = await TemporaryFiles.open();
  const used = new Set<string>();
  const write = (fails: boolean) =>
    files.lend(2, async ([path = '', other = '']) => {
      for (const each of [path, other]) used.add(each);
      await writeFile(path, 'content');
      if (fails) throw new Error('broken');
      return existsSync(path);
    });
  expect(await write(false)).toBe(true);
  await expect(write(true)).rejects.toThrow('broken');
  expect(used.size).toBe(4);
  expect([...used].filter((path) => existsSync(path))).toEqual([]);
  const [first = ''] = used;
  expect(existsSync(dirname(first))).toBe(true);
  await files.close();
  expect(existsSync(dirname(first))).toBe(false);
});

it('temporary files in the folder of a byte store are removed, and their errors are those of the store; the folder stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'byte-store-'));
  const explained = (error: unknown) => new Error('The byte store is full.', { cause: error });
  const files = await TemporaryFiles.open({ newFiles: { folder, explained } });
  const work = async ([path = '']: readonly string[]) => {
    await writeFile(path, 'content');
    expect(await readdir(folder)).toHaveLength(1);
    throw new Error('ENOSPC');
  };
  await expect(files.lend(2, work)).rejects.toThrow('The byte store is full.');
  await files.close();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
