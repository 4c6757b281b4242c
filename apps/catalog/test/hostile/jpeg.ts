import sharp from 'sharp';
import { copies, times, u16, u8 } from './boxes.ts';

const START = u8(0xff, 0xd8);
const END = u8(0xff, 0xd9);
const SCAN = 0xda;

export const segment = (kind: number, content: Buffer): Buffer =>
  Buffer.concat([u8(0xff, kind), u16(content.length + 2), content]);

/** A JPEG with these segments at its beginning. */
export const withSegments = (jpeg: Buffer, segments: Buffer): Buffer =>
  Buffer.concat([START, segments, jpeg.subarray(START.length)]);

export const smallJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();

/** Comments, as many as 16 MB hold. */
export const manySegments = async (kind: number, contentBytes: number): Promise<Buffer> => {
  const one = segment(kind, Buffer.alloc(contentBytes, 'x'));
  return withSegments(await smallJpeg(), copies(Math.floor(15_900_000 / one.length), one));
};

/** A profile of 15 MB, in as many parts as there may be. */
export async function largeProfile(): Promise<Buffer> {
  const count = 230;
  const parts = times(count, (index) =>
    segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), u8(index + 1, count), Buffer.alloc(65_000)])),
  );
  return withSegments(await smallJpeg(), parts);
}

/** The head of an image of this size, without one byte of its pixels. */
export function emptyScan(width: number, height: number, componentsOfScan: 1 | 3): Buffer {
  const components = [1, 2, 3];
  const frame = Buffer.concat([
    u8(8),
    u16(height),
    u16(width),
    u8(components.length, ...components.flatMap((id) => [id, 0x11, 0])),
  ]);
  const scanned = components.slice(0, componentsOfScan);
  const scan = u8(scanned.length, ...scanned.flatMap((id) => [id, 0]), 0, 63, 0);
  const codes = (table: number) => u8(table, ...Array.from({ length: 16 }, (_, at) => (at === 0 ? 1 : 0)), 0);
  return Buffer.concat([
    START,
    segment(0xdb, Buffer.concat([u8(0), Buffer.alloc(64, 1)])),
    segment(0xc0, frame),
    segment(0xc4, codes(0x00)),
    segment(0xc4, codes(0x10)),
    segment(SCAN, scan),
    Buffer.alloc(15_000_000),
    END,
  ]);
}

/** A progressive image whose last scan comes again and again. */
export async function manyScans(width: number, height: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = jpeg.subarray(jpeg.lastIndexOf(u8(0xff, SCAN)), jpeg.length - END.length);
  const room = Math.max(0, 15_900_000 - jpeg.length);
  return Buffer.concat([
    jpeg.subarray(0, jpeg.length - END.length),
    copies(Math.floor(room / last.length), last),
    END,
  ]);
}

/** A small progressive image that says it has this size. */
export async function progressiveHead(width: number, height: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'white' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const frame = jpeg.indexOf(u8(0xff, 0xc2));
  u16(height).copy(jpeg, frame + 5);
  u16(width).copy(jpeg, frame + 7);
  return jpeg;
}
