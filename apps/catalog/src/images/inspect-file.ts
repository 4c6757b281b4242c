import { fileTypeFromBuffer, fileTypeFromTokenizer } from 'file-type';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { fromFile } from 'strtok3';
import { DECODED_TYPES, acceptedMediaType } from '../domain/attachment.ts';
import type { MediaType } from '../domain/attachment.ts';
import { tooManyPixels, unreadable, unsupportedType } from '../domain/attachment-failure.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { lookInto } from './file-parts.ts';
import type { FileSource } from './file-parts.ts';
import { wholeHeic } from './heic-parts.ts';
import { imageFacts, webpHeldBytes } from './image-facts.ts';
import type { ImageFacts } from './image-facts.ts';
import { imageInput } from './image-input.ts';
import type { Size } from './size.ts';
import { webpSize } from './webp-size.ts';

// A cached result could be that of an earlier file with the same path.
sharp.cache(false);

const PDF_HEAD_BYTES = 1024;
const PDF_TAIL_BYTES = 2048;

/** The number of pixels that may be decoded; it bounds the memory that one image takes. */
export interface PixelLimits {
  maxPixels: number;
  maxHeldBytes: number;
}

const LIMITS: PixelLimits = { maxPixels: 100_000_000, maxHeldBytes: 100_000_000 };

export type Inspection = { mediaType: MediaType } | { failure: AttachmentFailure };
/** The facts about a file before its pixels are decoded; a PDF has none. */
export interface Readable {
  mediaType: MediaType;
  pixels: number;
  /** As the image is shown; unknown for files that are not decoded. */
  size?: Size;
  /** True if it looks right only when it is rendered. */
  needsConversion: boolean;
}
export type Head = Readable | { failure: AttachmentFailure };

/** Detects the type of a file by its content, and checks that it can be read. */
export const inspectFile = async (source: FileSource, limits: PixelLimits = LIMITS): Promise<Inspection> =>
  inspectPixels(source, await inspectHead(source, limits));

/** Checks that the pixels of a file can be read, too. */
export async function inspectPixels(source: FileSource, head: Head): Promise<Inspection> {
  if ('failure' in head) return head;
  const { mediaType } = head;
  if (!DECODED_TYPES.includes(mediaType)) return { mediaType };
  return readable(mediaType, async () => {
    // One pixel of output, but made of all of the input.
    await openImage(await imageInput(source, mediaType))
      .resize({ width: 1, height: 1, fit: 'fill' })
      .raw()
      .toBuffer();
    return { mediaType };
  });
}

/** Detects the type of a file by its content, and checks its size without decoding it. */
export async function inspectHead(source: FileSource, limits: PixelLimits = LIMITS): Promise<Head> {
  const type = await typeOf(source);
  const sniffed = type?.mime ?? ((await hasPdfHead(source)) ? 'application/pdf' : undefined);
  const mediaType = acceptedMediaType(sniffed);
  if (mediaType === undefined) return { failure: unsupportedType(sniffed) };
  if (mediaType === 'application/pdf') {
    return (await isWholePdf(source))
      ? { mediaType, pixels: 0, needsConversion: false }
      : { failure: unreadable(mediaType) };
  }
  return inspectImage(source, mediaType, limits);
}

/** Not `fileTypeFromFile`, which loads its reader of files in a way that no bundler sees. */
const typeOf = async (source: FileSource) =>
  typeof source === 'string' ? fileTypeFromTokenizer(await fromFile(source)) : fileTypeFromBuffer(source);

const inspectImage = (source: FileSource, mediaType: MediaType, limits: PixelLimits): Promise<Head> =>
  readable(mediaType, async () => {
    if (mediaType === 'image/heic') return inspectHeic(source, limits);
    if (mediaType === 'image/webp') {
      const size = await lookInto(source, webpSize);
      const facts = { ...size, heldBytes: webpHeldBytes(size), needsConversion: false };
      const checked = withinLimits(mediaType, facts, limits);
      if ('failure' in checked) return checked;
    }
    const metadata = await openImage(await imageInput(source, mediaType)).metadata();
    if (mediaType !== `image/${metadata.format}`) return { failure: unreadable(mediaType) };
    return withinLimits(mediaType, imageFacts(metadata), limits);
  });

async function readable<T>(
  mediaType: MediaType,
  read: () => Promise<T>,
): Promise<T | { failure: AttachmentFailure }> {
  try {
    return await read();
  } catch (error) {
    if (isFileError(error)) throw error;
    return { failure: unreadable(mediaType) };
  }
}

/**
 * Only the container: the decoder has no HEVC, and its reader of containers, which would copy every part that a file names, never
 * sees the file.
 */
async function inspectHeic(source: FileSource, limits: PixelLimits): Promise<Head> {
  const stored = await lookInto(source, wholeHeic);
  const head = withinLimits('image/heic', { ...stored, heldBytes: 0, needsConversion: false }, limits);
  if ('failure' in head) return head;
  // Its container may turn the image.
  const { size: _stored, ...known } = head;
  return known;
}

function withinLimits(
  mediaType: MediaType,
  { heldBytes, needsConversion, ...size }: ImageFacts,
  { maxPixels, maxHeldBytes }: PixelLimits,
): Head {
  const pixels = size.width * size.height;
  const isTooLarge = pixels > maxPixels || heldBytes > maxHeldBytes;
  return isTooLarge ? { failure: tooManyPixels(pixels) } : { mediaType, pixels, size, needsConversion };
}

/** The inspection bounds the pixels, with a message of its own. */
export const openImage = (input: FileSource): Sharp =>
  sharp(input, { failOn: 'error', limitInputPixels: false, sequentialRead: true });

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

const hasPdfHead = (source: FileSource): Promise<boolean> =>
  lookInto(source, async (file) => (await file.look(0)).subarray(0, PDF_HEAD_BYTES).includes('%PDF-'));

const isWholePdf = (source: FileSource): Promise<boolean> =>
  lookInto(source, async (file) => {
    const head = await file.look(0);
    const tail = await file.look(Math.max(0, file.size - PDF_TAIL_BYTES), PDF_TAIL_BYTES);
    return head.subarray(0, PDF_HEAD_BYTES).includes('%PDF-') && tail.includes('%%EOF');
  });
