import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPicture, aPictureWithLocation, plain } from '../../test/picture.ts';
import { ORDER_MEMORY_BYTES, carryOut } from './image-orders.ts';
import type { ImageOrder, Published, Taken } from './image-orders.ts';
import type { Marks } from './render-image.ts';

let directory: string;
let path: string;
let target: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-test-'));
  [path, target] = [join(directory, 'file'), join(directory, 'rendition')];
});
afterAll(() => rm(directory, { recursive: true }));

const memory = Buffer.alloc(ORDER_MEMORY_BYTES);
const NO_MEMORY = Buffer.alloc(0);
const carriedOut = (order: ImageOrder, within = memory) => carryOut(order, () => Promise.resolve(), within);
const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
const FILES: Record<string, () => Promise<Buffer>> = {
  'a photo': () => aPicture('jpeg', 300),
  'a photo with its location': () => aPictureWithLocation('jpeg'),
  'a photo that has to be turned': () =>
    plain(60, 40, 'red').withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'a transparent picture': () => plain(60, 40, '#ff000080').png().toBuffer(),
  'half a photo': async () => cut(await aPicture('jpeg', 300)),
  'half a picture': async () => cut(await aPicture('png', 300)),
  'a GIF': () => aPicture('gif'),
  'a PDF': () => Promise.resolve(Buffer.from('%PDF-1.4\n%%EOF\n')),
  'a HEIC': () => readFile(new URL('../../test/pictures/with-location.heic', import.meta.url)),
};
const MARKS: Record<string, Marks> = { 'no watermark': {}, 'a caption': { caption: '© Büro Müller' } };

/** The part of a result that is to be stored. */
async function stored(published: Published): Promise<unknown> {
  if ('failure' in published || published.file === 'unchanged') return published;
  const bytes = await readFile(target);
  expect(published.file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(published.file.size).toBe(bytes.length);
  return published;
}

describe('a file that is inspected and published in one order', () => {
  const cases = Object.keys(FILES).flatMap((file) => Object.keys(MARKS).map((marks) => ({ file, marks })));
  it.each(cases)(
    'gives what two orders give that read it piece by piece: $file with $marks',
    async ({ file, marks: name }) => {
      const marks = MARKS[name] ?? {};
      await writeFile(path, await FILES[file]!());
      const inspection = await carriedOut({ inspect: path }, NO_MEMORY);
      const taken = (await carriedOut({ take: { path, marks, target } })) as Taken;
      if ('failure' in inspection) {
        expect(taken).toEqual(inspection);
        return;
      }
      const { mediaType } = inspection;
      expect(taken).toMatchObject({ mediaType });
      const one = 'published' in taken && (await stored(taken.published));
      const other = await stored(
        (await carriedOut({ publish: { path, marks, target } }, NO_MEMORY)) as Published,
      );
      expect(one).toEqual(other);
    },
  );

  it('writes no file when nothing has to be changed', async () => {
    await writeFile(path, await aPicture('jpeg', 300));
    await rm(target, { force: true });
    const taken = await carriedOut({ take: { path, marks: {}, target } });
    expect(taken).toEqual({
      mediaType: 'image/jpeg',
      size: { width: 300, height: 300 },
      published: { mediaType: 'image/jpeg', file: 'unchanged' },
    });
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    ['a photo', [90_000]],
    ['half a photo', [90_000]],
    ['a transparent picture', [2400]],
    ['a PDF', []],
    ['a HEIC', []],
    ['a GIF', []],
  ])('tells how many pixels come before it decodes them: %s', async (name, expected) => {
    await writeFile(path, await FILES[name]!());
    const told: number[] = [];
    const mayDecode = (pixels: number) => Promise.resolve(void told.push(pixels));
    await carryOut({ take: { path, marks: {}, target } }, mayDecode, memory);
    expect(told).toEqual(expected);
  });
});
