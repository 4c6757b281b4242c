import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { copies, u32, u8 } from './boxes.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEAD_BYTES = SIGNATURE.length + 25;

export function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([u32(content.length), checked, u32(crc32(checked))]);
}

/** A PNG with these chunks behind its head. */
export async function withChunks(chunks: Buffer): Promise<Buffer> {
  const png = await smallPng();
  return Buffer.concat([png.subarray(0, HEAD_BYTES), chunks, png.subarray(HEAD_BYTES)]);
}

/** A PNG whose pixels begin with many parts without content. */
export async function manyEmptyParts(count: number): Promise<Buffer> {
  const png = await smallPng();
  const at = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, at), copies(count, chunk('IDAT')), png.subarray(at)]);
}

const smallPng = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: 'white' } })
    .png()
    .toBuffer();

const bombOf = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes, 'x'), { level: 9 });

/** Texts that are 7 MB each when they are unpacked. */
export function textBombs(count: number): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), bombOf(7_000_000)]);
  return withChunks(copies(count, chunk('zTXt', text)));
}

export const profileBomb = (bytes: number): Promise<Buffer> =>
  withChunks(chunk('iCCP', Buffer.concat([Buffer.from('sRGB\0\0'), bombOf(bytes)])));

/** Chunks of which every second one is to be left out. */
export async function manyChunks(): Promise<Buffer> {
  const pair = Buffer.concat([chunk('gAMA', u32(45_455)), chunk('tEXt', Buffer.from('a\0b'))]);
  return withChunks(copies(Math.floor(15_900_000 / pair.length), pair));
}

export interface PngSize {
  width: number;
  height: number;
  isInterlaced: boolean;
}

/** An image of this size in 16 bits a channel, whose pixels end after a few rows. */
export function emptyPixels({ width, height, isInterlaced }: PngSize): Buffer {
  const head = Buffer.concat([u32(width), u32(height), u8(16, 6, 0, 0, isInterlaced ? 1 : 0)]);
  const pixels = deflateSync(Buffer.alloc(60_000_000), { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND')]);
}
