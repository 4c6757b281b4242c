import { createHash } from 'node:crypto';
import type { PropertySnapshot, StoredAttachment } from '@estate/contracts';
import { isPicture } from '../../../attachments/media-types.ts';
import type { RejectedAttachment } from '../../../attachments/media-types.ts';
import type { MarketplaceProfile } from '../profile.ts';
import { cutAtWord, line } from '../object/text.ts';

/** An attachment in its intended state on the marketplace. */
export interface WantedFile {
  kind: 'Picture' | 'PDFDocument';
  /**
   * An id derived from the bytes, so that other bytes are another attachment: a file can get another description there, but not another
   * content.
   */
  externalId: string;
  checksum: string;
  title?: string;
  floorplan: boolean;
  titlePicture: boolean;
  attachment: StoredAttachment;
  /** The delivered type; it differs from that of the attachment if it is converted. */
  mediaType: StoredAttachment['mediaType'];
}

export interface WantedLink {
  kind: 'Link';
  externalId: string;
  title?: string;
  url: string;
}

export interface WantedAttachments {
  /** The files in the order of the property. */
  files: WantedFile[];
  links: WantedLink[];
  rejected: RejectedAttachment[];
}

type Limits = MarketplaceProfile['images'];

const MAX_TITLE = 30;

/** Decides from types and sizes alone which files the marketplace gets, and under which names. */
export function wantedAttachments(
  { attachments, links }: Pick<PropertySnapshot, 'attachments' | 'links'>,
  limits: Limits,
): WantedAttachments {
  const wanted: WantedAttachments = { files: [], links: [], rejected: [] };
  const copies = new Map<string, number>();
  for (const attachment of attachments.toSorted((a, b) => a.position - b.position)) {
    const reason = rejection(attachment, limits, wanted.files.length);
    if (reason === undefined) wanted.files.push(fileOf(attachment, wanted.files, { limits, copies }));
    else wanted.rejected.push({ attachment, reason });
  }
  wanted.links = links.map((link) => linkOf(link, copies));
  return wanted;
}

/** The delivered type: web images become JPEG; camera formats cannot be decoded here. */
const deliveredType = ({ mediaType }: StoredAttachment, { types }: Limits) =>
  types.includes(mediaType) || !isPicture({ mediaType }) ? mediaType : 'image/jpeg';

function rejection(
  attachment: StoredAttachment,
  limits: Limits,
  count: number,
): RejectedAttachment['reason'] | undefined {
  if (attachment.mediaType === 'image/heic' && !limits.types.includes('image/heic')) return 'unreadable';
  if (!limits.types.includes(deliveredType(attachment, limits))) return 'type';
  if (attachment.size > limits.maxBytes) return 'size';
  return count >= limits.maxCount ? 'too many' : undefined;
}

function fileOf(
  attachment: StoredAttachment,
  before: readonly WantedFile[],
  { limits, copies }: { limits: Limits; copies: Map<string, number> },
): WantedFile {
  const { sha256, isBlueprint } = attachment;
  return {
    kind: isPicture(attachment) ? 'Picture' : 'PDFDocument',
    externalId: numbered(sha256.slice(0, 40), copies),
    checksum: sha256.slice(0, 32),
    ...titled(attachment.title),
    floorplan: isBlueprint,
    titlePicture: isPicture(attachment) && !before.some(({ titlePicture }) => titlePicture),
    attachment,
    mediaType: deliveredType(attachment, limits),
  };
}

function linkOf({ url, title }: PropertySnapshot['links'][number], copies: Map<string, number>): WantedLink {
  const hash = createHash('sha256')
    .update(JSON.stringify([url, title ?? null]))
    .digest('hex');
  return { kind: 'Link', externalId: numbered(`link-${hash.slice(0, 32)}`, copies), ...titled(title), url };
}

const titled = (title: string | undefined): { title?: string } => {
  const text = cutAtWord(line(title ?? ''), MAX_TITLE);
  return text === '' ? {} : { title: text };
};

/** The name with a number, because the same bytes may occur several times. */
function numbered(name: string, copies: Map<string, number>): string {
  const number = (copies.get(name) ?? 0) + 1;
  copies.set(name, number);
  return `${name}-${number}`;
}
