import { ATTACHMENT_TYPES } from '@estate/contracts';

export type MediaType = (typeof ATTACHMENT_TYPES)[number];

/** The images whose pixels can be read and changed here. */
export const DECODED_TYPES: readonly MediaType[] = ['image/jpeg', 'image/png', 'image/webp'];

/** An attachment whose bytes are stored; `etag` and `lastModified` are those of this version. */
export interface FetchedAttachment {
  url: string;
  sha256: string;
  size: number;
  mediaType: MediaType;
  etag?: string;
  lastModified?: string;
}

/** How a host marks a version of a resource. */
export type Version = Pick<FetchedAttachment, 'etag' | 'lastModified'>;

/** Headers that ask for the attachment only if it is another version than the one fetched before. */
export const conditionalHeaders = ({ etag, lastModified }: Version): Record<string, string> => ({
  ...(etag !== undefined && { 'if-none-match': etag }),
  ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
});

/** True if two answers carry the same version; the ETag decides where both have one. */
export function isSameVersion(before: Version, now: Version): boolean {
  if (before.etag !== undefined && now.etag !== undefined) return before.etag === now.etag;
  if (before.etag !== undefined || now.etag !== undefined) return false;
  return before.lastModified !== undefined && before.lastModified === now.lastModified;
}

/** The accepted media type for a detected one; undefined when such attachments are refused. */
export function acceptedMediaType(sniffed: string | undefined): MediaType | undefined {
  const name = sniffed === 'image/heif' ? 'image/heic' : sniffed;
  return ATTACHMENT_TYPES.find((type) => type === name);
}
