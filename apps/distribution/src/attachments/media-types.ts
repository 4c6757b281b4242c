import type { StoredAttachment } from '@estate/contracts';

export type MediaType = StoredAttachment['mediaType'];

export const EXTENSIONS: Record<MediaType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
};

export const isPicture = ({ mediaType }: Pick<StoredAttachment, 'mediaType'>) =>
  mediaType !== 'application/pdf';

/** An attachment that a platform is not sent, and why. */
export interface RejectedAttachment {
  attachment: StoredAttachment;
  reason: 'too many' | 'type' | 'size' | 'unreadable';
}
