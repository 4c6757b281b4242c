import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { box, copies, u32 } from './boxes.ts';
import { heic } from './heic.ts';
import { emptyScan, largeProfile, manyScans, manySegments, progressiveHead } from './jpeg.ts';
import { emptyPixels, manyChunks, manyEmptyParts, profileBomb, textBombs } from './png.ts';
import { animation, large, largeHead, largeMetadata } from './webp.ts';

export interface HostileFile {
  name: string;
  made: () => Promise<Buffer> | Buffer;
  /** The media type when it is taken, otherwise the code of its failure. */
  ends: string;
}

const [UNREADABLE, TOO_LARGE, UNSUPPORTED] = [
  'attachment_unreadable',
  'attachment_too_large',
  'attachment_type_unsupported',
];
const [JPEG, PNG, WEBP, PDF] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } });

const HEICS: readonly HostileFile[] = [
  {
    name: 'a HEIC of 100 Exif items of 15 MB each, all in the same place',
    made: () => heic({ items: repeated(100, { type: 'Exif', extents: 1 }), payloadBytes: 15_000_000 }),
    ends: UNREADABLE,
  },
  {
    name: 'a HEIC of 100 XMP items of 15 MB each, all in the same place',
    made: () => heic({ items: repeated(100, { type: 'mime', extents: 1 }), payloadBytes: 15_000_000 }),
    ends: UNREADABLE,
  },
  {
    name: 'a HEIC with one item of 60,000 extents of 15 MB each',
    made: () => heic({ items: [{ type: 'Exif', extents: 60_000 }], payloadBytes: 15_000_000 }),
    ends: UNREADABLE,
  },
  {
    name: 'a HEIC of 60,000 images',
    made: () => heic({ items: repeated(60_000, { type: 'hvc1', extents: 1 }), payloadBytes: 1000 }),
    ends: UNREADABLE,
  },
  {
    name: 'a HEIC that says it has 65,535 × 65,535 pixels',
    made: () => heic({ items: [], size: [65_535, 65_535], payloadBytes: 1000 }),
    ends: TOO_LARGE,
  },
  {
    name: 'a HEIC of two million empty boxes',
    made: () =>
      Buffer.concat([
        box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic')),
        copies(1_900_000, box('free')),
      ]),
    ends: UNREADABLE,
  },
];

const JPEGS: readonly HostileFile[] = [
  { name: 'a JPEG of a million comments', made: () => manySegments(0xfe, 10), ends: JPEG },
  { name: 'a JPEG with 244 parts of Exif', made: () => manySegments(0xe1, 65_000), ends: JPEG },
  { name: 'a JPEG with a colour profile of 15 MB', made: largeProfile, ends: JPEG },
  { name: 'a JPEG of 99 megapixels without pixels', made: () => emptyScan(10_000, 9900, 3), ends: JPEG },
  {
    name: 'a JPEG of 99 megapixels with a scan for each colour',
    made: () => emptyScan(10_000, 9900, 1),
    ends: TOO_LARGE,
  },
  {
    name: 'a progressive JPEG of 32 megapixels with thousands of scans',
    made: () => manyScans(5700, 5700),
    ends: UNREADABLE,
  },
  {
    name: 'a progressive JPEG of 33 megapixels',
    made: () => flat(6900, 4800).jpeg({ progressive: true }).toBuffer(),
    ends: JPEG,
  },
  {
    name: 'a progressive JPEG of 81 megapixels',
    made: () => progressiveHead(9000, 9000),
    ends: TOO_LARGE,
  },
];

const PNGS: readonly HostileFile[] = [
  { name: 'a PNG with 1000 texts of 7 MB each when unpacked', made: () => textBombs(1000), ends: PNG },
  { name: 'a PNG with a profile of 100 MB when unpacked', made: () => profileBomb(100_000_000), ends: PNG },
  { name: 'a PNG of 600,000 pairs of chunks', made: manyChunks, ends: UNREADABLE },
  {
    name: 'a PNG of a million empty parts of pixels',
    made: () => manyEmptyParts(1_300_000),
    ends: PNG,
  },
  {
    name: 'a PNG that says it has 2,147,483,647 pixels a side',
    made: () => emptyPixels({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, isInterlaced: true }),
    ends: UNREADABLE,
  },
  {
    name: 'a PNG of one row of 99 million pixels',
    made: () => emptyPixels({ width: 99_000_000, height: 1, isInterlaced: false }),
    ends: UNREADABLE,
  },
  {
    name: 'an interlaced PNG of 99 megapixels',
    made: () => emptyPixels({ width: 10_000, height: 9900, isInterlaced: true }),
    ends: TOO_LARGE,
  },
  {
    name: 'an interlaced PNG of 12 megapixels that ends early',
    made: () => emptyPixels({ width: 3500, height: 3500, isInterlaced: true }),
    ends: UNREADABLE,
  },
  {
    name: 'a PNG of 99 megapixels',
    made: () => flat(10_000, 9900).png({ compressionLevel: 1 }).toBuffer(),
    ends: PNG,
  },
];

const WEBPS: readonly HostileFile[] = [
  {
    name: 'an animated WebP of 100,000 frames on a canvas of 269 megapixels',
    made: () => animation(16_383, 16_383, 100_000),
    ends: TOO_LARGE,
  },
  {
    name: 'an animated WebP of 100,000 frames on a canvas of 25 megapixels',
    made: () => animation(5000, 5000, 100_000),
    ends: TOO_LARGE,
  },
  {
    name: 'an animated WebP of 100,000 small frames',
    made: () => animation(64, 64, 100_000),
    ends: WEBP,
  },
  { name: 'a WebP of 38 bytes with 96 megapixels', made: () => largeHead(16_000, 6000), ends: TOO_LARGE },
  { name: 'a WebP of 38 bytes with 25 megapixels', made: () => large(5000, 4990), ends: WEBP },
  { name: 'a WebP with 15 MB of profile and Exif', made: largeMetadata, ends: WEBP },
];

const LINK = '<image href="file:///etc/passwd"/>';
const OTHERS: readonly HostileFile[] = [
  {
    name: 'a PDF that unpacks to 60 GB',
    made: () => {
      const stream = deflateSync(deflateSync(Buffer.alloc(60_000_000)));
      const filters = '/Filter[/FlateDecode/FlateDecode/FlateDecode]';
      return Buffer.from(
        `%PDF-1.4\n1 0 obj<<${filters}/Length ${stream.length}>>stream\n${stream.toString('latin1')}\nendstream endobj\n%%EOF`,
        'latin1',
      );
    },
    ends: PDF,
  },
  {
    name: 'an SVG that refers to other files',
    made: () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${LINK}</svg>`),
    ends: UNSUPPORTED,
  },
  {
    name: 'a TIFF',
    made: () => flat(3000, 3000).tiff({ compression: 'deflate' }).toBuffer(),
    ends: UNSUPPORTED,
  },
  {
    name: 'a GIF that begins as a JPEG does',
    made: async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await flat(64, 64).gif().toBuffer()]),
    ends: UNREADABLE,
  },
];

/** Files that cost a reader more than their bytes let one expect. */
export const HOSTILE_FILES: readonly HostileFile[] = [...HEICS, ...JPEGS, ...PNGS, ...WEBPS, ...OTHERS];
