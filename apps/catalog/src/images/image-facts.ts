import type { Metadata } from 'sharp';
import type { Size } from './size.ts';
import type { WebpSize } from './webp-size.ts';

/** The properties of an image that must be known before its pixels are read. */
export interface ImageFacts extends Size {
  /** Bytes that the decoder holds at once, beyond a few rows. */
  heldBytes: number;
  /** True if it looks right only when its orientation, its colour profile or its first frame is taken into account. */
  needsConversion: boolean;
}

export function imageFacts(metadata: Metadata): ImageFacts {
  const { width, height, orientation = 1, pages = 1 } = metadata;
  const needsConversion = orientation > 1 || pages > 1 || hasOtherColours(metadata);
  const facts = { heldBytes: heldBytes(metadata), needsConversion };
  return orientation >= FIRST_TURNED
    ? { width: height, height: width, ...facts }
    : { width, height, ...facts };
}

/** This orientation of EXIF and those after it turn an image by a quarter. */
const FIRST_TURNED = 5;

function hasOtherColours({ icc, space }: Metadata): boolean {
  if (space === 'cmyk') return true;
  return icc !== undefined && !names(icc, 'sRGB');
}

/** Profiles name themselves in one or two bytes a letter. */
const names = (icc: Buffer, name: string): boolean =>
  icc.includes(name, 0, 'latin1') || icc.includes(Buffer.from(name, 'utf16le').swap16());

/** The frame, the canvas and a copy of it. */
const CANVASES_OF_ANIMATION = 3;

export const webpHeldBytes = ({ width, height, isAnimated }: WebpSize): number =>
  width * height * 4 * (isAnimated ? CANVASES_OF_ANIMATION : 1);

/** An image that is not stored row by row is put together in memory. */
function heldBytes({ format, width, height, pages = 1, ...of }: Metadata): number {
  const pixels = width * height;
  if (format === 'webp') return webpHeldBytes({ width, height, isAnimated: pages > 1 });
  if (!of.isProgressive) return 0;
  if (format === 'jpeg') return pixels * 2 * (of.chromaSubsampling === '4:2:0' ? 1.5 : of.channels);
  return pixels * of.channels * (of.depth === 'ushort' ? 2 : 1);
}
