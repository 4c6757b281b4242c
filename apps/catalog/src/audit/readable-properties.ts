import { Property } from '@estate/contracts';
import { ofDocument, walking } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { AttachmentAddresses } from '../domain/attachment-addresses.ts';
import { toResource } from '../domain/property-views.ts';
import { toRecord } from '../stores/property-document.ts';
import type { PropertyDoc } from '../stores/property-document.ts';

/** Whole documents are read. */
const PORTION = 500;
const FIELDS = [
  ...['accountId', 'type', 'fields', 'attachments', 'links', 'contactId', 'externalId', 'processingStatus'],
  ...['createdAt', 'updatedAt', 'removeWhenSent'],
];

/** Any address of the gateway fits the contract. */
const ADDRESSES = new AttachmentAddresses('https://gateway.invalid');

/** Properties are as lists show them. */
export const propertiesAreReadable = (properties: Collection<PropertyDoc>): Invariant[] =>
  walking<PropertyDoc>({
    name: 'properties-readable',
    collection: properties,
    fields: FIELDS,
    portion: PORTION,
    rules: [
      ofDocument<PropertyDoc>(properties, {
        name: 'properties-are-readable',
        meaning: 'Lists name the properties as unreadable, and single calls for them fail.',
        advice:
          'The stored documents are damaged. The log line document.unreadable has the reason once the account lists its properties. Ask the customer to replace them (PUT /properties/{id}), or to delete them, or correct the documents from a backup.',
        isBroken: (doc) => doc.removeWhenSent === undefined && !isReadable(doc),
      }),
    ],
  });

function isReadable(doc: PropertyDoc): boolean {
  try {
    return Property.safeParse(toResource(toRecord(doc), ADDRESSES)).success;
  } catch {
    return false;
  }
}
