import type { Property } from '@estate/client';
import { api } from '../api/client.ts';

export type Attachment = Property['attachments'][number];

/** An attachment and its position. */
export interface Placed {
  attachment: Attachment;
  position: number;
}

export const isDocument = ({ type, url }: Attachment): boolean =>
  type === 'application/pdf' || (type === undefined && /\.pdf$/i.test(new URL(url).pathname));

export const fileNameOf = (url: string): string =>
  decodeURI(new URL(url).pathname.split('/').at(-1) ?? url) || url;

/** The display name of the attachment. */
export const nameOfAttachment = ({ title, url }: Attachment): string => title ?? fileNameOf(url);

/** The position of the title image; undefined without images. */
export function titlePosition(attachments: readonly Attachment[]): number | undefined {
  const position = attachments.findIndex((one) => !isDocument(one));
  return position === -1 ? undefined : position;
}

/** True if an attachment has no published file: it is still being processed, or unusable. */
export const isUnprocessed = (
  { unprocessedAttachments = [] }: Pick<Property, 'unprocessedAttachments'>,
  position: number,
): boolean => unprocessedAttachments.includes(position);

export const placed = (attachments: readonly Attachment[]): Placed[] =>
  attachments.map((attachment, position) => ({ attachment, position }));

/** The URL of the image of an attachment with this width; without a width, of the published file. */
export const imageUrl = (propertyId: string, position: number, width?: number): string =>
  api.properties.imageUrl(propertyId, position, { width });

/** The `srcset` for several widths. */
export const imageUrls = (propertyId: string, position: number, widths: readonly number[]): string =>
  widths.map((width) => `${imageUrl(propertyId, position, width)} ${String(width)}w`).join(', ');
