import { bytesAt } from './file-parts.ts';
import type { Looker } from './file-parts.ts';
import type { Size } from './size.ts';

export interface WebpSize extends Size {
  isAnimated: boolean;
}

const FIRST_CHUNK = 12;
const CONTENT = FIRST_CHUNK + 8;
const ANIMATED = 0x02;

/** The size of the picture from its first chunk, read before the decoder allocates memory of that size. */
export async function webpSize(file: Looker): Promise<WebpSize> {
  const type = (await bytesAt(file, FIRST_CHUNK, 4)).toString('latin1');
  const content = await bytesAt(file, CONTENT, 10);
  if (type === 'VP8X') {
    const isAnimated = (content.readUInt8(0) & ANIMATED) !== 0;
    return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1, isAnimated };
  }
  if (type === 'VP8L') {
    const sizes = content.readUInt32LE(1);
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1, isAnimated: false };
  }
  const [width, height] = [content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff];
  return { width, height, isAnimated: false };
}
