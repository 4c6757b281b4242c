import { randomUUID } from 'node:crypto';
import { access, rename, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { MediaType } from './media-types.ts';

/** What must be done to a picture before a platform takes it. */
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

/** The path of a file within the limits: the source itself, or a fitted copy stored beside it under a name of its own. */
export async function fitImage(source: string, fit: Fit): Promise<string> {
  try {
    if (await fitsAlready(source, fit)) return source;
    const target = `${source}.${fit.maxBytes ?? 0}-${fit.longestEdge ?? 0}.${fit.to.split('/')[1]}`;
    if (await exists(target)) return target;
    const temporary = `${target}.${randomUUID()}`;
    await writeFile(temporary, await smallEnough(source, fit), { flush: true });
    await rename(temporary, target);
    return target;
  } catch (error) {
    if (error instanceof ImageUnfit || isFileError(error)) throw error;
    throw new ImageUnfit('it cannot be read as an image', { cause: error });
  }
}

const isFileError = (error: unknown) => error instanceof Error && 'syscall' in error;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function fitsAlready(source: string, fit: Fit): Promise<boolean> {
  if (fit.from !== fit.to || (await stat(source)).size > (fit.maxBytes ?? Infinity)) return false;
  return (await longestEdge(source)) <= (fit.longestEdge ?? Infinity);
}

async function longestEdge(source: string): Promise<number> {
  const { width, height } = await sharp(source).metadata();
  return Math.max(width, height);
}

async function smallEnough(source: string, fit: Fit): Promise<Buffer> {
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
  source: string,
  { to, edge, quality }: { to: MediaType; edge: number; quality: number },
): Promise<Buffer> {
  const picture = sharp(source)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  if (to === 'image/png') return picture.png().toBuffer();
  if (to === 'image/webp') return picture.webp({ quality }).toBuffer();
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer();
}
