import { IMAGE_WIDTHS } from '@estate/contracts';
import type { StoredAttachment } from '@estate/contracts';
import { DECODED_TYPES } from './attachment.ts';

/** Increased when smaller images come out differently, so that they are made again under other names. */
const RECIPE = 1;
const SHA256_LENGTH = 64;
const NAME = /^[0-9a-f]{64}(?:-\d{1,3}-\d{1,4})?$/;

/** A smaller image of a rendition, of one of the allowed widths. */
export interface SmallerImage {
  source: StoredAttachment;
  /** Under which its bytes are stored: it begins with the SHA-256 of the rendition. */
  name: string;
  maxWidth: number;
}

/** The smaller image that is wide enough; undefined where the rendition itself is to be shown. */
export function smallerImage(source: StoredAttachment, width: number | undefined): SmallerImage | undefined {
  const maxWidth = width === undefined ? undefined : IMAGE_WIDTHS.find((allowed) => allowed >= width);
  if (maxWidth === undefined || !DECODED_TYPES.includes(source.mediaType)) return undefined;
  return { source, name: `${source.sha256}-${String(RECIPE)}-${String(maxWidth)}`, maxWidth };
}

/** The names of a file and of its smaller images. */
export const namesOfFile = (sha256: string): string[] => [
  sha256,
  ...IMAGE_WIDTHS.map((width) => `${sha256}-${String(RECIPE)}-${String(width)}`),
];

/** The SHA-256 of the file that stored bytes are, or are made of. */
export const fileOf = (name: string): string => name.slice(0, SHA256_LENGTH);

/** True if bytes may be stored under a name. */
export const isStoredName = (name: string): boolean => NAME.test(name);
