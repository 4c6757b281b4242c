import type {
  Contact,
  Property,
  PropertySnapshot,
  PropertySummary,
  StoredAttachment,
} from '@estate/contracts';
import { withAddresses } from './attachment-addresses.ts';
import type { AttachmentAddresses } from './attachment-addresses.ts';
import type { PropertyRecord } from './property.ts';
import { captionOf, keyOf } from './rendition.ts';

/** The property as the customer sees it. */
export const toResource = (
  record: PropertyRecord,
  addresses: Pick<AttachmentAddresses, 'shown'>,
): Property => ({
  id: record.id,
  type: record.type,
  fields: record.fields,
  attachments: withAddresses(record.attachments, (url) => addresses.shown(url)),
  links: record.links,
  ...(record.contactId !== undefined && { contactId: record.contactId }),
  ...(record.onSold !== undefined && { onSold: record.onSold }),
  externalId: record.externalId,
  processingStatus: record.processingStatus,
  ...unprocessedOf(record),
  ...(record.attachmentFailures && { attachmentFailures: record.attachmentFailures }),
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});

/** The part of a property that changes with every change that its customer sees, once it is processed. */
export type Versioned = Pick<PropertyRecord, 'revision' | 'processingStatus' | 'updatedAt'>;

/** Differs between any two states of a property that look different; undefined while it is processed, because its files come one by one. */
export const settledVersion = ({ revision, processingStatus, updatedAt }: Versioned): string | undefined =>
  processingStatus === 'pending'
    ? undefined
    : `${String(revision)} ${processingStatus} ${String(updatedAt.getTime())}`;

function unprocessedOf(record: PropertyRecord): Pick<Property, 'unprocessedAttachments'> {
  const processed = new Set(storedAttachments(record).map(({ position }) => position));
  const unprocessed = [...record.attachments.keys()].filter((position) => !processed.has(position));
  return unprocessed.length === 0 ? {} : { unprocessedAttachments: unprocessed };
}

/** The summary of the property. */
export const toSummary = ({ externalId, type, fields }: PropertyRecord): PropertySummary => ({
  externalId,
  title: fields.title,
  city: fields.address.city,
  type,
});

/** The property as it is to be published; attachments that were not processed yet are left out. */
export const toSnapshot = (record: PropertyRecord, contact: Contact | undefined): PropertySnapshot => ({
  propertyId: record.id,
  externalId: record.externalId,
  type: record.type,
  fields: record.fields,
  attachments: storedAttachments(record),
  links: record.links,
  ...(contact && { contact }),
  ...(record.onSold !== undefined && { onSold: record.onSold }),
  revision: record.revision,
  processingStatus: record.processingStatus,
  ...(record.processingFailure && { processingFailure: record.processingFailure }),
  updatedAt: record.updatedAt.toISOString(),
});

/** The published forms of the attachments, by position. Attachments that were not processed, or have failed, are left out. */
export function storedAttachments(record: PropertyRecord): StoredAttachment[] {
  const { attachments, stored, renditions, attachmentFailures } = record;
  const failed = new Set(attachmentFailures?.map(({ position }) => position));
  const byUrl = new Map(stored.map((each) => [each.url, each]));
  const byKey = new Map(renditions.map((each) => [each.key, each]));
  return attachments.flatMap((attachment, position) => {
    const rendition = byKey.get(keyOf(attachment, (url) => byUrl.get(url)) ?? '');
    if (!rendition || failed.has(position)) return [];
    const { title, isBlueprint = false } = attachment;
    const { sha256, size, mediaType } = rendition;
    const watermarkCaption = captionOf(attachment);
    return {
      ...{ position, sha256, size, mediaType },
      ...(title !== undefined && { title }),
      isBlueprint,
      ...(watermarkCaption !== undefined && { watermarkCaption }),
    };
  });
}
