import type { Attachment } from '@estate/contracts';
import { DECODED_TYPES } from './attachment.ts';
import type { FetchedAttachment, MediaType } from './attachment.ts';
import type { AttachmentFailure } from './attachment-failure.ts';

/** The published form of an attachment: without metadata and with its watermark. */
export interface Rendition {
  /** Identifies the source and the watermark, so that each rendition is made once. */
  key: string;
  sha256: string;
  size: number;
  mediaType: MediaType;
}

/** The watermark of an image: a text, another image by the SHA-256 of its bytes, or both. */
export interface Watermark {
  caption?: string;
  imageSha256?: string;
}

/** Increased when renditions come out differently, so that the next update makes them again. */
const RECIPE = 2;

/** Equal keys mean equal renditions. */
export const renditionKey = (sourceSha256: string, { caption, imageSha256 }: Watermark): string =>
  [RECIPE, sourceSha256, imageSha256 ?? '-', caption ?? ''].join(':');

/** The result of making one rendition. */
export type RenditionResult = { rendition: Rendition } | { failure: AttachmentFailure };

/** The words on the image; blank ones are none. */
export const captionOf = ({ watermarkCaption = '' }: Attachment): string | undefined =>
  watermarkCaption.trim() === '' ? undefined : watermarkCaption.trim();

/** The key of the rendition of an attachment; undefined while its file, or that of its watermark, is missing. */
export function keyOf(
  attachment: Attachment,
  fetched: (url: string) => FetchedAttachment | undefined,
): string | undefined {
  const source = fetched(attachment.url);
  const watermark = watermarkOf(attachment, fetched);
  return source && watermark && renditionKey(source.sha256, watermark);
}

/** The watermark of an attachment; undefined while its image is missing or cannot be used as a watermark. */
export function watermarkOf(
  attachment: Attachment,
  fetched: (url: string) => FetchedAttachment | undefined,
): Watermark | undefined {
  const caption = captionOf(attachment);
  const { watermarkUrl } = attachment;
  const image = watermarkUrl === undefined ? undefined : fetched(watermarkUrl);
  if (watermarkUrl !== undefined && !(image && DECODED_TYPES.includes(image.mediaType))) return undefined;
  return { ...(caption !== undefined && { caption }), ...(image && { imageSha256: image.sha256 }) };
}
