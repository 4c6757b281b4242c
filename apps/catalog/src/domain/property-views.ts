import type { Contact, Property, PropertySnapshot, StoredAttachment } from '@estate/contracts';
import type { PropertyRecord } from './property.ts';
import { keyOf } from './rendition.ts';

/** The property as the customer sees it. */
export const toResource = (record: PropertyRecord): Property => ({
  id: record.id,
  type: record.type,
  fields: record.fields,
  attachments: record.attachments,
  links: record.links,
  ...(record.contactId !== undefined && { contactId: record.contactId }),
  externalId: record.externalId,
  processingStatus: record.processingStatus,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
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
  revision: record.revision,
  processingStatus: record.processingStatus,
  ...(record.processingFailure && { processingFailure: record.processingFailure }),
  updatedAt: record.updatedAt.toISOString(),
});

/** What is to be published of each attachment, in its place. */
function storedAttachments({ attachments, stored, renditions }: PropertyRecord): StoredAttachment[] {
  const byUrl = new Map(stored.map((each) => [each.url, each]));
  const byKey = new Map(renditions.map((each) => [each.key, each]));
  return attachments.flatMap((attachment, position) => {
    const rendition = byKey.get(keyOf(attachment, (url) => byUrl.get(url)) ?? '');
    if (!rendition) return [];
    const { title, isBlueprint = false } = attachment;
    const { sha256, size, mediaType } = rendition;
    return { position, sha256, size, mediaType, ...(title !== undefined && { title }), isBlueprint };
  });
}
