import { expect, it } from 'vitest';
import type { ImportPackage } from '../reading/import-package.ts';
import { readAttachments } from './apply-attachments.ts';

const SIZES = { small: 250_000, large: 5_000_000 };

/** How many files of that size are in memory at a time at most, when ten objects are imported together. */
async function mostAtOnce(size: number): Promise<number> {
  let [inMemory, most] = [0, 0];
  const opened: ImportPackage = {
    documents: [],
    find: () => ({
      size,
      read: async () => {
        inMemory += 1;
        most = Math.max(most, inMemory);
        await new Promise(setImmediate);
        return Buffer.alloc(1);
      },
    }),
    close: () => undefined,
  };
  const store = async () => {
    await new Promise(setImmediate);
    inMemory -= 1;
    return { url: 'https://api.example.org/attachments/a' };
  };
  const photos = ['1.jpg', '2.jpg', '3.jpg'].map((path) => ({
    source: { kind: 'package' as const, path },
    isBlueprint: false,
    isTitle: false,
  }));
  const { signal } = new AbortController();
  const read = await Promise.all(
    Array.from({ length: 10 }, () => readAttachments(photos, { opened, signal }, store)),
  );
  expect(read.map(({ attachments }) => attachments.length)).toEqual(Array(10).fill(3));
  return most;
}

it('large files of packages are in memory two at a time, others one for each object', async () => {
  expect([await mostAtOnce(SIZES.large), await mostAtOnce(SIZES.small)]).toEqual([2, 10]);
});
