import { MAX_ATTACHMENT_BYTES } from '@estate/contracts';
import sharp from 'sharp';
import type { OverlayOptions, Sharp } from 'sharp';
import type { MediaType } from '../domain/attachment.ts';
import { captionPicture } from './caption-picture.ts';
import type { FileSource } from './file-parts.ts';
import type { Size } from './size.ts';
import { imageInput } from './image-input.ts';
import { openImage } from './inspect-file.ts';

/** No platform shows more; it also bounds what rendering costs. */
const LONGEST_EDGE = 2560;
const QUALITY = 88;
const OVERLAY_OF_IMAGE = 0.4;
const MARGIN_OF_EDGE = 0.02;

/** The watermarks of an image: a text, and another image given by its path. */
export interface Marks {
  caption?: string;
  imagePath?: string;
}

export const isMarked = ({ caption, imagePath }: Marks): boolean =>
  caption !== undefined || imagePath !== undefined;

export interface Rendered {
  bytes: Buffer;
  mediaType: MediaType;
}

interface Source {
  input: FileSource;
  mediaType: MediaType;
}

/** The limits of a rendered image. */
interface Bounds {
  maxBytes?: number;
  maxWidth?: number;
}

/** The image upright, in sRGB, without data about it and with its marks; as large as it was, up to 2560 pixels. */
export async function renderImage(
  { input, mediaType }: Source,
  marks: Marks,
  { maxBytes = MAX_ATTACHMENT_BYTES, maxWidth = LONGEST_EDGE }: Bounds = {},
): Promise<Rendered> {
  const { autoOrient } = await openImage(input).metadata();
  const size = bounded(autoOrient, maxWidth);
  const overlays = await overlaysFor(marks, size);
  // The orientation is applied to the small image, so that turning does not hold the large one.
  const picture = openImage(input)
    .autoOrient()
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .composite(overlays);
  const bytes = await encoded(picture, mediaType);
  if (bytes.length <= maxBytes) return { bytes, mediaType };
  return { bytes: await encoded(picture.clone(), 'image/jpeg'), mediaType: 'image/jpeg' };
}

function bounded({ width, height }: Size, maxWidth: number): Size {
  const scale = Math.min(1, maxWidth / width, LONGEST_EDGE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function encoded(picture: Sharp, mediaType: MediaType): Promise<Buffer> {
  if (mediaType === 'image/png') return picture.png().toBuffer();
  if (mediaType === 'image/webp') return picture.webp({ quality: QUALITY }).toBuffer();
  // Optimized coding would hold the whole image for a few per cent of its bytes.
  return picture
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY, optimiseCoding: false })
    .toBuffer();
}

async function overlaysFor({ caption, imagePath }: Marks, size: Size): Promise<OverlayOptions[]> {
  const overlays: OverlayOptions[] = [];
  if (imagePath !== undefined)
    overlays.push({ input: await overlayPicture(imagePath, size), gravity: 'centre' });
  if (caption !== undefined) {
    const input = await captionPicture(caption, size);
    overlays.push({ input, ...(await lowerRight(input, size)) });
  }
  return overlays;
}

/** The overlay as it is, its transparency included, fitted into the middle of the image. */
async function overlayPicture(path: string, size: Size): Promise<Buffer> {
  const part = (edge: number) => Math.max(1, Math.round(edge * OVERLAY_OF_IMAGE));
  return openImage(await imageInput(path))
    .autoOrient()
    .resize({ width: part(size.width), height: part(size.height), fit: 'inside' })
    .png()
    .toBuffer();
}

async function lowerRight(input: Buffer, size: Size): Promise<{ left: number; top: number }> {
  const { width, height } = await sharp(input).metadata();
  const margin = Math.round(Math.min(size.width, size.height) * MARGIN_OF_EDGE);
  return {
    left: Math.max(0, size.width - width - margin),
    top: Math.max(0, size.height - height - margin),
  };
}
