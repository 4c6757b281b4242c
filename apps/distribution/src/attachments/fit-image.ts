import sharp from 'sharp';
import type { MediaType } from './media-types.ts';

/** Changes that a platform requires of a picture. */
export interface Fit {
  from: MediaType;
  to: MediaType;
  maxBytes?: number | undefined;
  longestEdge?: number | undefined;
}

/** The picture cannot be read or made small enough. */
export class ImageUnfit extends Error {
  override readonly name = 'ImageUnfit';
}

const QUALITIES = [85, 75, 65, 50, 35];
const SMALLEST_EDGE = 200;

/** The bytes of a picture within the limits: the same ones, or those of a fitted copy. @throws ImageUnfit */
export async function fitImage(source: Buffer, fit: Fit): Promise<Buffer> {
  try {
    return (await fitsAlready(source, fit)) ? source : await smallEnough(source, fit);
  } catch (error) {
    if (error instanceof ImageUnfit) throw error;
    throw new ImageUnfit('it cannot be read as an image', { cause: error });
  }
}

async function fitsAlready(source: Buffer, fit: Fit): Promise<boolean> {
  if (fit.from !== fit.to || source.length > (fit.maxBytes ?? Infinity)) return false;
  return (await longestEdge(source)) <= (fit.longestEdge ?? Infinity);
}

async function longestEdge(source: Buffer): Promise<number> {
  const { width, height } = await sharp(source).metadata();
  return Math.max(width, height);
}

async function smallEnough(source: Buffer, fit: Fit): Promise<Buffer> {
  const maxBytes = fit.maxBytes ?? Infinity;
  let edge = Math.min(await longestEdge(source), fit.longestEdge ?? Infinity);
  do {
    for (const quality of QUALITIES) {
      const bytes = await render(source, { to: fit.to, edge, quality });
      if (bytes.length <= maxBytes) return bytes;
    }
    edge = Math.floor(edge * 0.7);
  } while (edge >= SMALLEST_EDGE);
  throw new ImageUnfit(`it cannot be reduced below ${maxBytes} bytes`);
}

function render(
  source: Buffer,
  { to, edge, quality }: { to: MediaType; edge: number; quality: number },
): Promise<Buffer> {
  const picture = sharp(source)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  if (to === 'image/png') return picture.png().toBuffer();
  if (to === 'image/webp') return picture.webp({ quality }).toBuffer();
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer();
}
