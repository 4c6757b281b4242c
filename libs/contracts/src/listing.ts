import { z } from 'zod';
import { defineEvent, defineWake } from './define-message.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { PublishingPause } from './publishing-pause.ts';

/** Why a publication failed; stable, part of the API. */
export const PUBLICATION_FAILURES = [
  'credentials_rejected', 'host_unreachable', 'connection_lost', 'disk_full', 'path_not_found', 'permission_denied',
  'contact_required', 'property_not_processed', 'validation_rejected', 'authorization_revoked', 'rate_limited',
  'platform_unavailable', 'address_forbidden', 'internal',
] as const; // oxfmt-ignore
export const PublicationFailureCode = z.enum(PUBLICATION_FAILURES);
export type PublicationFailureCode = z.infer<typeof PublicationFailureCode>;

export const ListingInput = z
  .strictObject({ propertyId: z.string(), targetId: z.string(), preventPublication: z.boolean().optional() })
  .meta({ id: 'ListingInput', example: { propertyId: EXAMPLE_ID, targetId: EXAMPLE_ID } });
export type ListingInput = z.infer<typeof ListingInput>;

export const Listing = z
  .object({
    id: Id,
    propertyId: Id,
    targetId: Id,
    preventPublication: z.boolean().optional(),
    published: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    publicUrl: z.string().optional(),
    lastPublishedAt: Timestamp.optional(),
    lastError: z
      .object({ failureCode: PublicationFailureCode, failureMessage: z.string(), at: Timestamp })
      .optional(),
    paused: PublishingPause.optional().meta({
      description: 'The listing has an unpublished change, and its target is paused.',
    }),
  })
  .meta({ id: 'Listing', description: 'One property on one target.' });
export type Listing = z.infer<typeof Listing>;

export const PublicationProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  field: z.string(),
  message: z.string(),
});
export type PublicationProblem = z.infer<typeof PublicationProblem>;

export const DryRun = z.object({ publishable: z.boolean(), problems: z.array(PublicationProblem) }).meta({
  id: 'DryRun',
  description: 'Whether a property can be published on a target, checked without contacting the platform.',
});
export type DryRun = z.infer<typeof DryRun>;

export const ListingQuery = ListQuery.extend({
  propertyId: z.string().optional(),
  targetId: z.string().optional(),
  published: z.enum(['true', 'false']).optional(),
});
export type ListingQuery = z.infer<typeof ListingQuery>;

export const createListing = defineOperation({
  subject: 'ask.distribution.create-listing',
  input: ListingInput,
  output: Listing,
  errors: [
    'property-unknown',
    'target-unknown',
    'target-not-authorized',
    'listing-exists',
    'listing-in-the-making',
    'prevent-publication-unsupported',
  ],
});
export const listListings = defineOperation({
  subject: 'ask.distribution.list-listings',
  input: ListingQuery,
  output: pageOf(Listing),
});
export const getListing = operationOn('ask.distribution.get-listing', Listing, ['listing-not-found']);
export const updateListing = defineOperation({
  subject: 'ask.distribution.update-listing',
  input: z.strictObject({
    id: z.string(),
    propertyId: z.string().optional(),
    targetId: z.string().optional(),
    preventPublication: z.boolean().optional(),
  }),
  output: Listing,
  errors: ['listing-not-found', 'immutable-field', 'prevent-publication-unsupported'],
});
export const deleteListing = operationOn('ask.distribution.delete-listing', Listing, ['listing-not-found']);
export const retryListing = operationOn('ask.distribution.retry-listing', Listing, ['listing-not-found']);
export const validateListing = defineOperation({
  subject: 'ask.distribution.validate-listing',
  input: z.strictObject({ propertyId: z.string(), targetId: z.string() }),
  output: DryRun,
  errors: ['property-unknown', 'target-unknown', 'platform-missing'],
});
export const previewListing = operationOn(
  'ask.distribution.preview-listing',
  z.object({ mediaType: z.string(), body: z.string() }),
  ['listing-not-found', 'platform-missing'],
);

/** How many listings, not counting deleted ones, a property has; asked before a property is deleted. */
export const countListings = defineOperation({
  subject: 'ask.distribution.count-listings',
  input: z.strictObject({ propertyId: z.string() }),
  output: z.object({ count: z.int().min(0) }),
});

const publication = z.object({
  listingId: Id,
  propertyId: Id,
  targetId: Id,
  type: z.enum(['set', 'delete']),
});
const examplePublication = {
  listingId: EXAMPLE_ID,
  propertyId: EXAMPLE_ID,
  targetId: EXAMPLE_ID,
  type: 'set' as const,
};

export const PublicationSucceeded = defineEvent({
  subject: 'event.publication.succeeded',
  data: publication.extend({ publicUrl: z.string().optional() }),
  example: examplePublication,
});

export const PublicationFailed = defineEvent({
  subject: 'event.publication.failed',
  data: publication.extend({ failureCode: PublicationFailureCode, failureMessage: z.string() }),
  example: {
    ...examplePublication,
    failureCode: 'credentials_rejected',
    failureMessage: 'The platform refused the login of user agent: 530 Login incorrect.',
  },
});

/** A target has listings that are due. */
export const RunLane = defineWake({
  subject: 'wake.distribution.run-lane',
  data: z.object({ targetId: Id }),
  example: { targetId: EXAMPLE_ID },
});
