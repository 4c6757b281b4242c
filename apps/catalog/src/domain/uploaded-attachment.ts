import type { Attachment, UploadedAttachment } from '@estate/contracts';
import { urlOfUpload, uploadIdOf } from './attachment-addresses.ts';
import type { AttachmentAddresses } from './attachment-addresses.ts';
import type { MediaType } from './attachment.ts';
import type { Rendition } from './rendition.ts';

/** A file that was uploaded for an account; each account has one for the same bytes. */
export interface Upload {
  id: string;
  accountId: string;
  sha256: string;
  size: number;
  mediaType: MediaType;
  /** In pixels, as the image is shown. */
  width?: number;
  height?: number;
  /** As it was sent last. */
  fileName?: string;
  /** Its rendition without a watermark; missing if none could be made. */
  rendition?: Rendition;
  createdAt: Date;
  /** When it was uploaded, named by a property, or no longer named, last; it may be later, or up to `USES_APART_MS` earlier. */
  usedAt: Date;
  /** Present if its customer sent it and no property has named it yet. */
  isUnused?: true;
}

/**
 * A use so soon after another one is not written down: a property names its files when it is created and when it is processed, both soon
 * after they were uploaded. Nothing is removed that was used in the last day.
 */
export const USES_APART_MS = 300_000;

/** Uploaded attachments of one account. */
export interface UsedUploads {
  accountId: string;
  ids: string[];
}

/** The uploaded attachments that attachments name, each once. */
export const uploadIdsOf = (attachments: readonly Attachment[]): string[] => [
  ...new Set(
    attachments
      .flatMap(({ url, watermarkUrl = '' }) => [uploadIdOf(url), uploadIdOf(watermarkUrl)])
      .filter((id) => id !== undefined),
  ),
];

/** The uploads that a property names, before a change or after it. */
export const usedUploads = (
  property: { accountId: string; attachments: readonly Attachment[] },
  ...others: { attachments: readonly Attachment[] }[]
): UsedUploads => ({
  accountId: property.accountId,
  ids: uploadIdsOf([property, ...others].flatMap(({ attachments }) => attachments)),
});

/** The upload as other services see it. */
export const toUploadedAttachment = (
  { id, mediaType, size, width, height, fileName }: Upload,
  addresses: Pick<AttachmentAddresses, 'shown'>,
): UploadedAttachment => ({
  ...{ id, url: addresses.shown(urlOfUpload(id)), mediaType, size },
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  ...(fileName !== undefined && { fileName }),
});

/** How long uploads are kept that no property names. */
export interface KeptTimes {
  /** The time for files that a property named before, and for those of imports. */
  keptMs: number;
  /** The time for files that their customer sent, until a property names them first. */
  unusedMs: number;
}

/** When the upload is removed unless it is used before. */
export const expiryOf = ({ usedAt, isUnused }: Upload, { keptMs, unusedMs }: KeptTimes): Date =>
  new Date(usedAt.getTime() + (isUnused ? unusedMs : keptMs));
