import sharp from 'sharp';
import { copies, u8 } from './boxes.ts';

const HEAD_BYTES = 12;

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, content, Buffer.alloc(content.length % 2)]);
}

const u24 = (value: number): Buffer => {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
};

const file = (...chunks: Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
};

const ANIMATED = 0x02;
const WITH_PROFILE = 0x20;
const WITH_EXIF = 0x08;

const extended = (flags: number, width: number, height: number): Buffer =>
  chunk('VP8X', Buffer.concat([u8(flags, 0, 0, 0), u24(width - 1), u24(height - 1)]));

const pixels = async (width: number, height: number): Promise<Buffer> => {
  const webp = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .webp()
    .toBuffer();
  return webp.subarray(HEAD_BYTES);
};

/** An animation of small frames on a canvas of this size. */
export async function animation(width: number, height: number, frames: number): Promise<Buffer> {
  const image = await pixels(16, 16);
  const place = Buffer.concat([u24(0), u24(0), u24(15), u24(15), u24(100), u8(0)]);
  const frame = chunk('ANMF', Buffer.concat([place, image]));
  return file(extended(ANIMATED, width, height), chunk('ANIM', Buffer.alloc(6)), copies(frames, frame));
}

/** One colour, as large as the format allows. */
export const large = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();

/** A small image that says it has this size. */
export async function largeHead(width: number, height: number): Promise<Buffer> {
  const webp = await large(64, 48);
  webp.writeUInt32LE(((height - 1) << 14) | (width - 1), HEAD_BYTES + 9);
  return webp;
}

/** A still image with a profile and Exif of many megabytes. */
export const largeMetadata = async (): Promise<Buffer> =>
  file(
    extended(WITH_PROFILE | WITH_EXIF, 64, 48),
    chunk('ICCP', Buffer.alloc(7_500_000)),
    await pixels(64, 48),
    chunk('EXIF', Buffer.alloc(7_500_000, 'II*\0')),
  );
