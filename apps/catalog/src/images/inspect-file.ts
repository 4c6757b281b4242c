import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { acceptedMediaType } from '../domain/attachment.ts';
import type { MediaType } from '../domain/attachment.ts';
import { tooManyPixels, unreadable, unsupportedType } from '../domain/attachment-failure.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { lookInto } from './file-parts.ts';
import { isWholeHeic } from './heic-parts.ts';
import { imageFacts } from './image-facts.ts';

// A cached result would vouch for another file that has had the same path before.
sharp.cache(false);

const PDF_HEAD_BYTES = 1024;
const PDF_TAIL_BYTES = 2048;

/** What may be decoded; it bounds the memory that one image takes. */
export interface PixelLimits {
  maxPixels: number;
  maxHeldBytes: number;
}

const LIMITS: PixelLimits = { maxPixels: 100_000_000, maxHeldBytes: 100_000_000 };

export type Inspection = { mediaType: MediaType } | { failure: AttachmentFailure };

/** Finds out by content what the file is, and proves that it can be read as that. */
export async function inspectFile(path: string, limits: PixelLimits = LIMITS): Promise<Inspection> {
  const sniffed =
    (await fileTypeFromFile(path))?.mime ?? ((await hasPdfHead(path)) ? 'application/pdf' : undefined);
  const mediaType = acceptedMediaType(sniffed);
  if (mediaType === undefined) return { failure: unsupportedType(sniffed) };
  if (mediaType === 'application/pdf') {
    return (await isWholePdf(path)) ? { mediaType } : { failure: unreadable(mediaType) };
  }
  return inspectImage(path, mediaType, limits);
}

async function inspectImage(path: string, mediaType: MediaType, limits: PixelLimits): Promise<Inspection> {
  try {
    const { width, height, heldBytes } = imageFacts(await openImage(path).metadata());
    if (width * height > limits.maxPixels || heldBytes > limits.maxHeldBytes) {
      return { failure: tooManyPixels(width * height) };
    }
    // The prebuilt decoder has no HEVC: of such an image only the container can be proved.
    if (mediaType === 'image/heic') {
      return (await lookInto(path, isWholeHeic)) ? { mediaType } : { failure: unreadable(mediaType) };
    }
    // One pixel of output, but made of all of the input.
    await openImage(path).resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer();
    return { mediaType };
  } catch (error) {
    if (isFileTrouble(error)) throw error;
    return { failure: unreadable(mediaType) };
  }
}

/** The pixels are bounded by the inspection, which says so in words of its own. */
export const openImage = (path: string): Sharp =>
  sharp(path, { failOn: 'error', limitInputPixels: false, sequentialRead: true });

const isFileTrouble = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

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
