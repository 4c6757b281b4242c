import type { Property, PropertyInput, PropertyTypeDescription, PropertyUpdate } from '@estate/client';
import { draftOf, fieldsIn, fieldsOf } from '../../../fields/field-draft.ts';
import type { FieldsDraft } from '../../../fields/field-draft.ts';

type Attachment = Property['attachments'][number];
type Link = Property['links'][number];

/** A web address and its title. */
export interface LinkDraft {
  /** Identifies the row while others are moved and removed. */
  row: number;
  url: string;
  title: string;
}

/** A file of the user's computer behind an attachment. */
export interface LocalFile {
  /** Its key in the queue of uploads. */
  key: string;
  name: string;
  type: string;
  size: number;
  /** A small preview as a data URL. */
  preview?: string;
  /** The longest side in pixels, if it is known. */
  edge?: number | undefined;
  /** The time at which the service deletes the upload, unless the property is saved by then. */
  expiresAt?: string;
}

export interface AttachmentDraft extends LinkDraft {
  isBlueprint: boolean;
  /** The position in the stored property. */
  position?: number;
  file?: LocalFile;
  /** Parts that the form does not show. */
  kept: Pick<Attachment, 'type' | 'watermarkCaption' | 'watermarkUrl' | 'isOptional'>;
}

/** The state of the form of a property. */
export interface PropertyDraft {
  fields: FieldsDraft;
  externalId: string;
  contactId: string;
  /** True if the property stays published when it is sold. */
  staysWhenSold: boolean;
  attachments: readonly AttachmentDraft[];
  links: readonly LinkDraft[];
}

type Described = Pick<PropertyTypeDescription, 'type' | 'sections'>;

/** The initial draft: empty, or with the values of a property. */
export function propertyDraftOf(type: Described, property?: Property): PropertyDraft {
  const { fields, externalId = '', contactId = '', attachments = [], links = [] } = property ?? {};
  return {
    fields: draftOf(fieldsIn(type), fields),
    externalId,
    contactId,
    staysWhenSold: property?.onSold === 'keep',
    attachments: attachments.map(attachmentDraft),
    links: links.map(({ url, title = '' }, row) => ({ row, url, title })),
  };
}

function attachmentDraft(attachment: Attachment, row: number): AttachmentDraft {
  const { url, title = '', isBlueprint = false, ...kept } = attachment;
  return { row, position: row, url, title, isBlueprint, kept };
}

/** True if the file of an attachment has no address yet: it is being uploaded, or the upload failed. */
export const isUnfinished = ({ file, url }: AttachmentDraft): boolean => file !== undefined && url === '';

/** An empty row with an unused number. */
export const nextRow = (rows: readonly { row: number }[]): LinkDraft => ({
  row: Math.max(-1, ...rows.map(({ row }) => row)) + 1,
  url: '',
  title: '',
});

/** The API's input; the external id of a stored property does not change. */
export function inputOf(
  type: Described,
  draft: PropertyDraft,
  isNew: boolean,
): PropertyInput & PropertyUpdate {
  const { fields, externalId, contactId, staysWhenSold, attachments, links } = draft;
  const input = {
    type: type.type,
    fields: fieldsOf(fieldsIn(type), fields),
    attachments: attachments.map(attachmentOf),
    links: links.map(linkOf),
    ...(contactId !== '' && { contactId }),
    ...(staysWhenSold && { onSold: 'keep' }),
    ...(isNew && externalId !== '' && { externalId }),
  };
  return input as unknown as PropertyInput & PropertyUpdate;
}

const linkOf = ({ url, title }: LinkDraft): Link => ({
  url: url.trim(),
  ...(title.trim() !== '' && { title }),
});

const attachmentOf = ({ kept, isBlueprint, ...link }: AttachmentDraft): Attachment => ({
  ...linkOf(link),
  ...(isBlueprint && { isBlueprint }),
  ...kept,
});
