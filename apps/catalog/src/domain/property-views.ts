import type { Contact, Property, PropertySnapshot, StoredAttachment } from '@estate/contracts';
import type { PropertyRecord } from './property.ts';

/** The property as its customer sees it. */
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

/** The property as it is to be published; attachments that were not fetched yet are left out. */
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

function storedAttachments({ attachments, stored }: PropertyRecord): StoredAttachment[] {
  const byUrl = new Map(stored.map((each) => [each.url, each]));
  return attachments.flatMap(({ url, title, isBlueprint, watermarkCaption }, position) => {
    const fetched = byUrl.get(url);
    if (!fetched) return [];
    const { sha256, size, mediaType } = fetched;
    return {
      position,
      sha256,
      size,
      mediaType,
      ...(title !== undefined && { title }),
      isBlueprint: isBlueprint ?? false,
      ...(watermarkCaption !== undefined && { watermarkCaption }),
    };
  });
}
