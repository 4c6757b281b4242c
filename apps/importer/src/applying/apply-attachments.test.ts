import { Unavailable } from '@estate/errors';
import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import type { FilesOfPackage } from '../reading/import-package.ts';
import { readAttachments } from './apply-attachments.ts';
import { CERTAINTY } from '../reading/package-names.ts';
import type { FileStore } from './take-file.ts';

const SIZES = { small: 250_000, large: 5_000_000 };

const photos = ['1.jpg', '2.jpg', '3.jpg'].map((path) => ({
  source: { kind: 'package' as const, path },
  isBlueprint: false,
  isTitle: false,
}));
const { signal } = new AbortController();
/** Where nothing was stored before. */
const storing = (store: FileStore['store']): FileStore => ({ store, find: () => Promise.resolve(undefined) });

/** How many files of that size are in memory at a time at most, when ten objects of two imports each are read together. */
async function mostAtOnce(size: number): Promise<number> {
  let [inMemory, most] = [0, 0];
  const opened: FilesOfPackage = {
    find: () => ({
      certainty: CERTAINTY.path,
      size,
      read: async () => {
        inMemory += 1;
        most = Math.max(most, inMemory);
        await new Promise(setImmediate);
        return Buffer.alloc(1);
      },
    }),
  };
  const store = storing(async () => {
    await new Promise(setImmediate);
    inMemory -= 1;
    return { url: 'https://api.example.org/attachments/a' };
  });
  const imports = [pLimit(4), pLimit(4)];
  const read = await Promise.all(
    imports.flatMap((taking) =>
      Array.from({ length: 10 }, () => readAttachments(photos, { opened, signal, taking }, store)),
    ),
  );
  expect(read.map(({ attachments }) => attachments.length)).toEqual(Array(20).fill(3));
  return most;
}

it('large files of packages are in memory two at a time, others as many at a time as each import may have', async () => {
  expect([await mostAtOnce(SIZES.large), await mostAtOnce(SIZES.small)]).toEqual([2, 8]);
});

describe('the attachments of an object', () => {
  const opened: FilesOfPackage = {
    find: (path) => ({ certainty: CERTAINTY.path, size: SIZES.small, read: async () => Buffer.from(path) }),
  };

  it('keep the order of the document, whichever is stored first', async () => {
    const order: string[] = [];
    const turns = new Map([
      ['1.jpg', 3],
      ['2.jpg', 1],
      ['3.jpg', 2],
    ]);
    const read = await readAttachments(
      photos,
      { opened, signal, taking: pLimit(3) },
      storing(async ({ bytes }) => {
        const name = bytes.toString();
        for (let turn = 0; turn < (turns.get(name) ?? 0); turn += 1) await new Promise(setImmediate);
        order.push(name);
        return { url: `https://api.example.org/attachments/${name}` };
      }),
    );
    expect(order).toEqual(['2.jpg', '3.jpg', '1.jpg']);
    expect(read.attachments.map(({ url }) => url.slice(-5))).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  });

  it('are not begun after the catalog was unavailable, and the error comes when none is under way', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const reading = readAttachments(
      photos,
      { opened, signal, taking: pLimit(2) },
      storing(async ({ bytes }) => {
        const name = bytes.toString();
        begun.push(name);
        if (name === '1.jpg') throw new Unavailable('The catalog is unavailable.');
        await new Promise(setImmediate);
        ended.push(name);
        return { url: 'https://api.example.org/attachments/a' };
      }),
    );
    await expect(reading).rejects.toThrow('The catalog is unavailable.');
    expect({ begun, ended }).toEqual({ begun: ['1.jpg', '2.jpg'], ended: ['2.jpg'] });
  });
});
