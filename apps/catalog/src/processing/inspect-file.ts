import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { acceptedMediaType } from '../domain/attachment.ts';
import type { MediaType } from '../domain/attachment.ts';
import { unreadable, unsupportedType } from '../domain/attachment-failure.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';

// A cached result would vouch for another file that has had the same path before.
sharp.cache(false);

const MAX_PIXELS = 100_000_000;
const PDF_HEAD_BYTES = 1024;
const PDF_TAIL_BYTES = 2048;

export type Inspection = { mediaType: MediaType } | { failure: AttachmentFailure };

/** Finds out by content what the file is, and proves that it can be read as that. */
export async function inspectFile(path: string, maxPixels: number = MAX_PIXELS): Promise<Inspection> {
  const sniffed =
    (await fileTypeFromFile(path))?.mime ?? ((await hasPdfHead(path)) ? 'application/pdf' : undefined);
  const mediaType = acceptedMediaType(sniffed);
  if (mediaType === undefined) return { failure: unsupportedType(sniffed) };
  const readable =
    mediaType === 'application/pdf'
      ? await isWholePdf(path)
      : await isWholeImage(path, { mediaType, maxPixels });
  return readable ? { mediaType } : { failure: unreadable(mediaType) };
}

async function isWholeImage(
  path: string,
  { mediaType, maxPixels }: { mediaType: MediaType; maxPixels: number },
): Promise<boolean> {
  const image = sharp(path, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true });
  try {
    const { width, height } = await image.metadata();
    if (width * height > maxPixels) return false;
    // The prebuilt decoder has no HEVC: of such an image only the container can be proved.
    if (mediaType === 'image/heic') return true;
    // One pixel of output, but made of all of the input: nothing is skipped while loading.
    await image.resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

async function isWholePdf(path: string): Promise<boolean> {
  return (await hasPdfHead(path)) && (await part(path, -PDF_TAIL_BYTES)).includes('%%EOF');
}

const hasPdfHead = async (path: string): Promise<boolean> =>
  (await part(path, PDF_HEAD_BYTES)).includes('%PDF-');

/** So many bytes from the beginning, or, if negative, from the end. */
async function part(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, Math.abs(bytes));
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, bytes < 0 ? size - length : 0);
    return buffer;
  } finally {
    await file.close();
  }
}
