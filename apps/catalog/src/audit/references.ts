import { before, namedIn } from '@estate/persistence';
import type { Collection, Reference } from '@estate/persistence';
import type { ContactDoc } from '../stores/contact-store.ts';
import type { PropertyDoc } from '../stores/property-document.ts';
import type { UploadDoc } from '../stores/upload-store.ts';
import { addingUploads } from './upload-invariants.ts';

const CONTACT_FOLLOWED_WITHIN_MS = 10 * 60_000;

interface NamedByProperties {
  properties: Collection<PropertyDoc>;
  contacts: Collection<ContactDoc>;
  uploads: Collection<UploadDoc>;
}

/** The references that properties have. */
export const propertyReferences = (of: NamedByProperties): Reference<PropertyDoc>[] => [
  {
    fields: ['contactId', 'updatedAt', 'removeWhenSent'],
    namedBy: ({ contactId, removeWhenSent }) => (removeWhenSent ? undefined : contactId),
    find: namedIn(of.contacts),
    missing: {
      name: 'named-contacts-exist',
      meaning: 'The properties are published without the contact that customers see in their account.',
      advice:
        'The contacts were deleted, but the properties still refer to them. Redrive the dead letters of catalog-on-contact-changed (rek dead-letters redrive).',
      applies: ({ updatedAt }, { now }) => updatedAt < before(now, CONTACT_FOLLOWED_WITHIN_MS),
    },
    foreign: {
      name: 'properties-and-contacts-share-an-account',
      meaning: 'The properties refer to a contact of another account, and are published without a contact.',
      advice:
        'The properties and their contacts belong to different accounts. Find out who changed the documents. Ask the customer to choose the contact again (PUT /properties/{id}).',
    },
  },
  {
    fields: ['uploads', 'processingStatus', 'removeWhenSent'],
    namedBy: ({ uploads, processingStatus, removeWhenSent }) =>
      processingStatus === 'successful' && !removeWhenSent ? uploads : undefined,
    find: namedIn(of.uploads),
    wrong: {
      name: 'named-uploads-exist',
      meaning: 'The properties fail at their next processing, and their images cannot be downloaded.',
      advice:
        'The properties refer to uploaded attachments that are no longer in the database, although their bytes may still be stored. Add the attachments again (rek repair).',
      repair: addingUploads(of),
    },
  },
];
