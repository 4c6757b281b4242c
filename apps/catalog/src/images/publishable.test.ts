import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembled } from '../../test/assembled.ts';
import { aPicture, aPictureWithLocation, plain } from '../../test/picture.ts';
import type { MediaType } from '../domain/attachment.ts';
import type { FileSource } from './file-parts.ts';
import { inspectHead } from './inspect-file.ts';
import { publishable } from './publishable.ts';
import type { Marks } from './render-image.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalog-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function made(bytes: Buffer, mediaType: MediaType, marks: Marks = {}) {
  const path = join(directory, 'file');
  await writeFile(path, bytes);
  const [one, other] = [await resultOf(path), await resultOf(bytes)];
  expect(other).toEqual(one);
  return one;

  async function resultOf(source: FileSource) {
    const head = await inspectHead(source);
    if ('failure' in head) return head.failure;
    expect(head.mediaType).toBe(mediaType);
    const result = await publishable({ source, ...head }, marks);
    return 'failure' in result ? result.failure : assembled(bytes, result.parts);
  }
}
const pixels = (bytes: unknown) =>
  sharp(bytes as Buffer)
    .raw()
    .toBuffer();
const heic = () => readFile(new URL('../../test/pictures/with-location.heic', import.meta.url));

describe('what is published of a file', () => {
  it('what is published of a file is the file itself when there is nothing to change', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const picture = await aPicture(format);
      expect((await made(picture, `image/${format}`)) as Buffer).toEqual(picture);
    }
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
    expect(await made(pdf, 'application/pdf', { caption: 'A' })).toEqual(pdf);
  });

  it('what is published of a file keeps its pixels when only data about it goes', async () => {
    const picture = await aPictureWithLocation('jpeg');
    const result = (await made(picture, 'image/jpeg')) as Buffer;
    expect(result.length).toBeLessThan(picture.length);
    expect((await pixels(result)).equals(await pixels(picture))).toBe(true);
  });

  it('what is published of a file stands upright and is in sRGB where viewers that look at nothing but pixels would go wrong', async () => {
    const turned = await plain(60, 40, 'red').withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp((await made(turned, 'image/jpeg')) as Buffer).metadata()).toMatchObject({
      width: 40,
      height: 60,
    });
    const wide = await plain(60, 40, '#00ff00').withIccProfile('p3').jpeg().toBuffer();
    const { icc } = await sharp((await made(wide, 'image/jpeg')) as Buffer).metadata();
    expect(icc).toBeUndefined();
    const print = await plain(60, 40, 'red').toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp((await made(print, 'image/jpeg')) as Buffer).metadata()).space).toBe('srgb');
  });

  it('what is published of a file is rendered when its parts cannot be separated although it can be read', async () => {
    const picture = await aPictureWithLocation('jpeg');
    const afterFirstSegment = 4 + picture.readUInt16BE(4);
    const odd = Buffer.concat([
      picture.subarray(0, afterFirstSegment),
      Buffer.from([0, 0]),
      picture.subarray(afterFirstSegment),
    ]);
    const result = (await made(odd, 'image/jpeg')) as Buffer;
    expect((await sharp(result).metadata()).exif).toBeUndefined();
  });

  it('what is published of a file carries its watermark, or there is none to publish: a HEIC that asks for one is refused', async () => {
    expect(await made(await heic(), 'image/heic', { caption: 'A' })).toMatchObject({
      code: 'attachment_type_unsupported',
    });
    expect(((await made(await heic(), 'image/heic')) as Buffer).includes('Phone')).toBe(false);
  });
});
