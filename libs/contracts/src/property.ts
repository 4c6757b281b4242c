import { z } from 'zod';
import { defineEvent, defineFact, defineWake } from './define-message.ts';
import { defineOperation } from './define-operation.ts';
import {
  ATTACHMENT_TYPES,
  Attachment,
  AttachmentFailure,
  Link,
  MAX_ATTACHMENTS,
  ProcessingFailure,
} from './attachment.ts';
import { Contact } from './contact.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { CountedListQuery, searchedPageOf } from './list.ts';
import { ListingState } from './listing.ts';
import { OnSold } from './on-sold.ts';
import { SearchText } from './search.ts';
import { asStored } from './stored.ts';
import { eachType } from './property-types/each-type.ts';
import { PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from './property-types/index.ts';
import { Deal, PropertyTypeOfEvent } from './property-type.ts';

const ContactReference = z.string().length(20, { error: 'must be a contact id of exactly 20 characters' });

const externalId = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-zA-Z0-9/_#+:@\s-]+$/, { error: 'may contain letters, digits, spaces and / _ # + : @ - only' });

const inputShape = {
  onSold: OnSold.optional(),
  attachments: z.array(Attachment).max(MAX_ATTACHMENTS).optional(),
  links: z.array(Link).max(10).optional(),
  contactId: ContactReference.optional(),
  externalId: externalId.optional(),
};

export const PropertyInput = eachType.input(inputShape).meta({
  id: 'PropertyInput',
  description: 'The fields of a new property.',
  example: {
    type: 'apartmentBuy',
    fields: PROPERTY_TYPES.apartmentBuy.examples.smallest,
    attachments: [{ url: 'https://www.example.org/photos/facade.jpg', title: 'Facade' }],
    externalId: 'P-77',
  },
});
export type PropertyInput = z.infer<typeof PropertyInput>;

/** Replaces a property. `type` and `externalId` may be sent, but must not change. */
export const PropertyUpdate = eachType.update(inputShape);
export type PropertyUpdate = z.infer<typeof PropertyUpdate>;

export const ProcessingStatus = z.enum(['pending', 'successful', 'failed']);
export type ProcessingStatus = z.infer<typeof ProcessingStatus>;

const resourceShape = {
  id: Id,
  attachments: z.array(asStored(Attachment)),
  links: z.array(asStored(Link)),
  contactId: z.string().optional(),
  onSold: OnSold.optional(),
  externalId: z.string().meta({ example: 'P-77' }),
  processingStatus: ProcessingStatus.meta({ example: 'successful' }),
  unprocessedAttachments: z.array(z.int().min(0)).optional().meta({
    description:
      'Positions of the attachments that are not processed yet or could not be processed. They have no image. Absent if there are none.',
  }),
  attachmentFailures: z.array(AttachmentFailure).optional().meta({
    description:
      'The attachments with `isOptional` that the property is published without. Left out if there are none.',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Property = eachType
  .resource(resourceShape)
  .meta({ id: 'Property', description: 'A property that can be published on targets.' });
export type Property = z.infer<typeof Property>;

const byId = z.strictObject({ id: z.string() });

export const createProperty = defineOperation({
  subject: 'ask.catalog.create-property',
  http: 'POST /properties',
  summary: 'Create a property',
  status: 201,
  input: PropertyInput,
  output: Property,
  errors: ['external-id-taken', 'external-id-deleted', 'contact-unknown'],
});
export const PropertyQuery = CountedListQuery.extend({
  externalId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only the property with exactly this external id.' }),
  q: SearchText.optional().meta({
    description:
      'Only properties with these words in their title, external id or city. The beginning of a word is enough; case and accents do not matter, and `ae` is `ä`.',
    example: 'wohnung mün',
  }),
  processingStatus: ProcessingStatus.optional().meta({
    description: 'Only properties whose attachments have this status.',
  }),
  type: z.enum(PROPERTY_TYPE_NAMES).optional().meta({ description: 'Only properties of this type.' }),
  deal: Deal.optional().meta({ description: 'Only properties for sale, or only those for rent.' }),
  contactId: Id.optional().meta({ description: 'Only properties with this contact.' }),
  targetId: Id.optional().meta({ description: 'Only properties with a listing on this target.' }),
  listingState: ListingState.optional().meta({
    description: 'Only properties with a listing in this state; with `targetId`, on that target.',
  }),
});
export type PropertyQuery = z.infer<typeof PropertyQuery>;

export const listProperties = defineOperation({
  subject: 'ask.catalog.list-properties',
  http: 'GET /properties',
  summary: 'List properties',
  input: PropertyQuery,
  output: searchedPageOf(Property),
});
export const getProperty = defineOperation({
  subject: 'ask.catalog.get-property',
  http: 'GET /properties/{id}',
  summary: 'Get a property',
  input: byId,
  output: Property,
  errors: ['property-not-found'],
});
export const updateProperty = defineOperation({
  subject: 'ask.catalog.update-property',
  http: 'PUT /properties/{id}',
  summary: 'Replace a property',
  input: eachType.update({ ...inputShape, id: z.string() }),
  output: Property,
  errors: ['property-not-found', 'immutable-field', 'contact-unknown', 'property-changed'],
});
export const deleteProperty = defineOperation({
  subject: 'ask.catalog.delete-property',
  http: 'DELETE /properties/{id}',
  summary: 'Delete a property',
  audit: 'property.deleted',
  input: byId,
  output: Property,
  errors: ['property-not-found', 'property-has-listings', 'property-being-deleted'],
});

/** The summary of a property, which other services store with the property's id. */
export const PropertySummary = z.object({
  externalId: z.string(),
  title: z.string(),
  city: z.string(),
  type: z.enum(PROPERTY_TYPE_NAMES),
});
export type PropertySummary = z.infer<typeof PropertySummary>;

/** Checks that a listing may be created: the property exists and is not being deleted. If so, returns its summary. */
export const checkProperty = defineOperation({
  subject: 'ask.catalog.check-property',
  input: z.strictObject({ propertyId: z.string() }),
  output: z.object({
    exists: z.boolean(),
    summary: PropertySummary.optional(),
    /** Left out while the property is being processed; the revision is published at the end. */
    revision: z.int().min(1).optional(),
  }),
});

/** The published form of an attachment, with its watermark; the catalog serves its bytes under the SHA-256. */
export const StoredAttachment = z.object({
  position: z.int().min(0),
  sha256: z.string().length(64),
  size: z.int().min(1),
  mediaType: z.enum(ATTACHMENT_TYPES),
  title: z.string().optional(),
  isBlueprint: z.boolean(),
  /** The text of the watermark. */
  watermarkCaption: z.string().optional(),
});
export type StoredAttachment = z.infer<typeof StoredAttachment>;

/** A property for publication, with its contact; `attachments` are complete only after successful processing. */
export const PropertySnapshot = eachType.resource({
  propertyId: Id,
  externalId: z.string(),
  attachments: z.array(StoredAttachment),
  links: z.array(asStored(Link)),
  contact: Contact.optional(),
  onSold: OnSold.optional(),
  revision: z.int().min(1),
  processingStatus: ProcessingStatus,
  processingFailure: ProcessingFailure.optional(),
  updatedAt: Timestamp,
});
export type PropertySnapshot = z.infer<typeof PropertySnapshot>;

export const getPropertySnapshot = defineOperation({
  subject: 'ask.catalog.get-property-snapshot',
  input: z.strictObject({ propertyId: z.string() }),
  output: PropertySnapshot,
  errors: ['property-not-found'],
});

/** Returns the account's property with the first known one of these external ids; left out if none is known. */
export const findProperty = defineOperation({
  subject: 'ask.catalog.find-property',
  input: z.strictObject({ externalIds: z.array(z.string().max(100)).max(10) }),
  output: z.object({ propertyId: Id.optional(), propertyType: PropertyTypeOfEvent.optional() }),
});

/** Lists the optional attachments that some properties are published without, by their original URLs. */
export const listAttachmentFailures = defineOperation({
  subject: 'ask.catalog.list-attachment-failures',
  input: z.strictObject({ propertyIds: z.array(z.string()).max(100) }),
  output: z.object({
    data: z.array(z.object({ propertyId: Id, url: z.string(), ...ProcessingFailure.shape })),
  }),
});

/** Published when the processing of a new revision has ended; the listings of the property must be brought up to date. */
export const PropertyChanged = defineFact({
  subject: 'fact.catalog.property.changed.v1',
  data: z.object({
    propertyId: Id,
    revision: z.int().min(1),
    processingStatus: ProcessingStatus,
    /** Missing in messages of earlier versions. */
    summary: PropertySummary.optional(),
  }),
  example: {
    propertyId: EXAMPLE_ID,
    revision: 2,
    processingStatus: 'successful',
    summary: {
      externalId: 'P-77',
      title: PROPERTY_TYPES.apartmentBuy.examples.smallest.title,
      city: PROPERTY_TYPES.apartmentBuy.examples.smallest.address.city,
      type: 'apartmentBuy',
    },
  },
});

export const PropertyDeleted = defineFact({
  subject: 'fact.catalog.property.deleted.v1',
  data: z.object({ propertyId: Id }),
  example: { propertyId: EXAMPLE_ID },
});

const exampleProperty = {
  id: EXAMPLE_ID,
  type: 'apartmentBuy' as const,
  fields: PROPERTY_TYPES.apartmentBuy.examples.smallest,
  attachments: [],
  links: [],
  externalId: 'P-77',
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
};

export const PropertyProcessingSucceeded = defineEvent({
  subject: 'event.property.processing_succeeded',
  data: Property,
  example: { ...exampleProperty, processingStatus: 'successful' },
});

export const PropertyProcessingFailed = defineEvent({
  subject: 'event.property.processing_failed',
  data: eachType.resource({ ...resourceShape, ...ProcessingFailure.shape }),
  example: {
    ...exampleProperty,
    processingStatus: 'failed',
    failureCode: 'attachment_not_found',
    failureMessage: 'attachments.0 (https://example.org/a.jpg) returned 404 Not Found.',
  },
});

/** Wakes the processing of a property. */
export const ProcessProperty = defineWake({
  subject: 'wake.catalog.process-property',
  data: z.object({ propertyId: Id }),
  example: { propertyId: EXAMPLE_ID },
});
