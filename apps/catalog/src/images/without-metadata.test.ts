import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { assembled } from '../../test/assembled.ts';
import { lookerOf } from '../../test/looker.ts';
import { segment } from '../../test/hostile/jpeg.ts';
import { aPicture, aPictureWithLocation } from '../../test/picture.ts';
import type { MediaType } from '../domain/attachment.ts';
import { StructureBroken } from './file-parts.ts';
import { withoutMetadata } from './without-metadata.ts';

async function stripped(bytes: Buffer, mediaType: MediaType): Promise<Buffer> {
  return assembled(bytes, await withoutMetadata(lookerOf(bytes), mediaType));
}
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
const HEIC = readFile(new URL('../../test/pictures/with-location.heic', import.meta.url));
const TELLING = ['Exif', 'GPS', 'Phone', 'xmpmeta', 'rdf:RDF', '48.1371'];

describe.each(['jpeg', 'png', 'webp'] as const)('a %s without metadata', (format) => {
  const type = `image/${format}` as const;

  it('says nothing of place, device and author, and keeps every pixel', async () => {
    const before = await aPictureWithLocation(format);
    expect((await sharp(before).metadata()).exif).toBeDefined();
    const after = await stripped(before, type);
    const metadata = await sharp(after).metadata();
    for (const kind of ['exif', 'xmp', 'icc', 'iptc'] as const) expect(metadata[kind]).toBeUndefined();
    for (const word of TELLING) expect(after.includes(word)).toBe(false);
    expect((await pixels(after)).equals(await pixels(before))).toBe(true);
  });

  it('ends where the picture ends', async () => {
    const picture = await stripped(await aPictureWithLocation(format), type);
    const followed = Buffer.concat([picture, await aPictureWithLocation('jpeg')]);
    expect((await stripped(followed, type)).equals(picture)).toBe(true);
  });

  it('stays as it is when there is nothing to take away', async () => {
    const picture = await stripped(await aPictureWithLocation(format), type);
    expect((await stripped(picture, type)).equals(picture)).toBe(true);
  });
});

describe('a JPEG without metadata', () => {
  it('a JPEG without metadata has lost its comments, wherever they were', async () => {
    const comment = segment(0xfe, Buffer.from('by Anna Beispiel'));
    const bare = await stripped(await aPicture('jpeg'), 'image/jpeg');
    const scan = bare.indexOf(Buffer.from([0xff, 0xda]));
    const before = Buffer.concat([
      bare.subarray(0, 2),
      comment,
      bare.subarray(2, scan),
      comment,
      bare.subarray(scan, -2),
      comment,
      bare.subarray(-2),
    ]);
    expect((await pixels(before)).equals(await pixels(bare))).toBe(true);
    expect((await stripped(before, 'image/jpeg')).equals(bare)).toBe(true);
  });
});

describe('a progressive JPEG without metadata', () => {
  it('a progressive JPEG without metadata keeps every one of its scans', async () => {
    const before = await sharp(await aPictureWithLocation('jpeg'))
      .keepMetadata()
      .jpeg({ progressive: true })
      .toBuffer();
    const after = await stripped(before, 'image/jpeg');
    expect((await sharp(after).metadata()).isProgressive).toBe(true);
    expect((await pixels(after)).equals(await pixels(before))).toBe(true);
  });
});

describe('a HEIC without metadata', () => {
  it('a HEIC without metadata says nothing of place and device, and nothing else in it has moved or changed', async () => {
    const before = await HEIC;
    expect((await sharp(before).metadata()).exif?.includes('Phone')).toBe(true);
    const after = await stripped(before, 'image/heic');
    const { exif, width, height } = await sharp(after).metadata();
    expect([width, height]).toEqual([64, 48]);
    expect(exif?.some((byte, at) => byte !== 0 && at > 8) ?? false).toBe(false);
    for (const word of TELLING.slice(1)) expect(after.includes(word)).toBe(false);
    const changed = before.reduce((count, byte, at) => count + (byte === after[at] ? 0 : 1), 0);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(320);
    expect(after.length).toBe(before.length);
  });

  it('a HEIC without metadata loses what phones put behind the picture', async () => {
    const film = Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('mpvdGPS 48.1371')]);
    film.writeUInt32BE(film.length, 0);
    const after = await stripped(Buffer.concat([await HEIC, film]), 'image/heic');
    expect(after.includes('48.1371')).toBe(false);
    expect((await sharp(after).metadata()).width).toBe(64);
  });
});

describe('whatever bytes come', () => {
  const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const;

  it('either lose their metadata or are known to be broken', async () => {
    const whole = await Promise.all([
      aPictureWithLocation('jpeg'),
      aPictureWithLocation('png'),
      aPictureWithLocation('webp'),
      HEIC,
    ]);
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 3 }),
        damage,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (kind, hits, part) => {
          const source = whole[kind] ?? Buffer.alloc(0);
          const bytes = Buffer.from(source.subarray(0, Math.ceil(source.length * part)));
          for (const [at, value] of hits) if (bytes.length > 0) bytes[at % bytes.length] = value;
          try {
            await stripped(bytes, TYPES[kind] ?? 'image/jpeg');
          } catch (error) {
            expect(error).toBeInstanceOf(StructureBroken);
          }
        },
      ),
      // Numbers of seven bytes, which the form does not have.
      { numRuns: 2000, examples: [[3, [[27665069, 135]], 0.9988358556461002]] },
    );
  });
});
