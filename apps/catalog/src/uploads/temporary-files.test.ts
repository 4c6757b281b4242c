import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
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
