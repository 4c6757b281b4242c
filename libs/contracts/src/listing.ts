import { z } from 'zod';
import { defineEvent, defineWake } from './define-message.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { CountedListQuery, searchedPageOf } from './list.ts';
import { anyTime } from './period.ts';
import { PlatformState, PlatformStateName } from './platform-state.ts';
import { PublishingPause } from './publishing-pause.ts';
import { PropertyTypeOfEvent } from './property-type.ts';
import { SearchText } from './search.ts';
import { PublicationProblem } from './publication-problems.ts';

/** The causes of a failed publication; stable, part of the API. */
export const PUBLICATION_FAILURES = [
  'credentials_rejected', 'host_unreachable', 'connection_lost', 'disk_full', 'path_not_found', 'permission_denied',
  'contact_required', 'property_not_processed', 'validation_rejected', 'authorization_revoked', 'rate_limited',
  'platform_unavailable', 'address_forbidden', 'internal',
] as const; // oxfmt-ignore
export const PublicationFailureCode = z.enum(PUBLICATION_FAILURES);
export type PublicationFailureCode = z.infer<typeof PublicationFailureCode>;

/** The fields of a listing that a customer may change. */
const changeable = {
  preventPublication: z.boolean().optional(),
  publishFrom: anyTime.meta({
    description:
      'The planned publication. Until then the listing is `pending`, and the platform does not show the property.',
  }),
  publishUntil: anyTime.meta({
    description:
      'The planned end. From then on the platform does not show the property; the listing stays and is `unpublished`.',
  }),
};

export const ListingInput = z
  .strictObject({ propertyId: z.string(), targetId: z.string(), ...changeable })
  .meta({ id: 'ListingInput', example: { propertyId: EXAMPLE_ID, targetId: EXAMPLE_ID } });
export type ListingInput = z.infer<typeof ListingInput>;

/** The state of a listing; each listing is in exactly one of these states. */
export const LISTING_STATES = ['published', 'unpublished', 'pending', 'failed', 'paused'] as const;
export const ListingState = z.enum(LISTING_STATES).meta({
  description:
    '`published`: the platform shows the property. `unpublished`: the platform does not show the property, and `unpublishedReason` says why. `pending`: the listing waits for its publication; if that is planned, `scheduledFor` says when. `paused`: the same, and publishing to its target is paused. `failed`: the last attempt to publish, or to update what is published, failed; `lastError` explains why, and `nextAttemptAt` says whether it is retried.',
});
export type ListingState = z.infer<typeof ListingState>;

export const UnpublishedReason = z.enum(['prevented', 'ended', 'sold']).meta({
  description:
    'Why a listing is `unpublished`. `prevented`: the platform has the property, and `preventPublication` keeps it off its public channel. `ended`: `publishUntil` has passed. `sold`: the property is sold or let.',
});

export const Listing = z
  .object({
    id: Id,
    propertyId: Id,
    targetId: Id,
    property: z
      .object({ externalId: z.string(), title: z.string().optional() })
      .optional()
      .meta({ description: 'Fields that identify the property, as far as the listing knows them.' }),
    preventPublication: z.boolean().optional(),
    publishFrom: Timestamp.optional().meta({ description: 'The planned publication.' }),
    publishUntil: Timestamp.optional().meta({ description: 'The planned end of the publication.' }),
    state: ListingState,
    scheduledFor: Timestamp.optional().meta({
      description:
        'When the property is published as planned. Absent if that time has passed or none is planned.',
    }),
    unpublishedReason: UnpublishedReason.optional(),
    published: z.boolean(),
    nextAttemptAt: Timestamp.optional().meta({
      description:
        'The earliest time of the next attempt. A listing that is due may wait for other listings. Absent if nothing is to be done, or if the target is paused.',
    }),
    attemptCount: z.int().min(0).meta({
      description:
        'How many attempts to publish the current state have failed. Every change and every retry starts at 0.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    publicUrl: z.string().optional(),
    lastPublishedAt: Timestamp.optional(),
    lastError: z
      .object({ failureCode: PublicationFailureCode, failureMessage: z.string(), at: Timestamp })
      .optional(),
    stillOnlineSince: Timestamp.optional().meta({
      description:
        'The platform should no longer show the property, because it is sold or `publishUntil` has passed, but refuses to take it down. `lastError` explains why. The service tries again after an hour, then after longer pauses of up to a day; `nextAttemptAt` says when. Absent if the platform does not refuse anything.',
    }),
    platformState: PlatformState.optional().meta({
      description:
        'What the platform said last: about what was sent last, or that it has an earlier version. Absent if it has not said anything.',
    }),
    paused: PublishingPause.optional().meta({
      description: 'The listing has an unpublished change, and its target is paused.',
    }),
  })
  .meta({ id: 'Listing', description: 'One property on one target.' });
export type Listing = z.infer<typeof Listing>;

export const DryRun = z.object({ publishable: z.boolean(), problems: z.array(PublicationProblem) }).meta({
  id: 'DryRun',
  description: 'Whether a property can be published on a target, checked without contacting the platform.',
});
export type DryRun = z.infer<typeof DryRun>;

export const ListingQuery = CountedListQuery.extend({
  propertyId: Id.optional().meta({ description: 'Only listings of this property.' }),
  targetId: Id.optional().meta({ description: 'Only listings on this target.' }),
  state: ListingState.optional().meta({ description: 'Only listings in this state.' }),
  q: SearchText.optional().meta({
    description:
      'Only listings of properties with these words in their title, external id or city. The beginning of a word is enough; case and accents do not matter, and `ae` is `ä`.',
    example: 'wohnung mün',
  }),
  published: z.enum(['true', 'false']).optional().meta({
    description:
      'With `true`, only listings whose property the platform shows; with `false`, only the others.',
  }),
  scheduled: z.enum(['true', 'false']).optional().meta({
    description:
      'With `true`, only listings whose planned publication is ahead, which have `scheduledFor`; with `false`, only the others.',
  }),
  platformState: PlatformStateName.optional().meta({
    description: 'Only listings of which the platform has said this after the upload.',
  }),
});
export type ListingQuery = z.infer<typeof ListingQuery>;

export const createListing = defineOperation({
  subject: 'ask.distribution.create-listing',
  http: 'POST /listings',
  summary: 'Publish a property on a target',
  status: 201,
  input: ListingInput,
  output: Listing,
  errors: [
    'property-unknown',
    'target-unknown',
    'target-not-authorized',
    'listing-exists',
    'listing-in-the-making',
    'prevent-publication-unsupported',
    'publish-until-impossible',
  ],
});
export const listListings = defineOperation({
  subject: 'ask.distribution.list-listings',
  http: 'GET /listings',
  summary: 'List listings',
  input: ListingQuery,
  output: searchedPageOf(Listing),
});
export const validateListing = defineOperation({
  subject: 'ask.distribution.validate-listing',
  http: 'POST /listings/validate',
  summary: 'Check whether a property can be published',
  input: z.strictObject({ propertyId: z.string(), targetId: z.string(), ...changeable }),
  output: DryRun,
  errors: ['property-unknown', 'target-unknown', 'platform-missing'],
});
export const getListing = operationOn('ask.distribution.get-listing', Listing, {
  http: 'GET /listings/{id}',
  summary: 'Get a listing',
  errors: ['listing-not-found'],
});
export const updateListing = defineOperation({
  subject: 'ask.distribution.update-listing',
  http: 'PUT /listings/{id}',
  summary: 'Update a listing',
  input: z.strictObject({
    id: z.string(),
    propertyId: z.string().optional(),
    targetId: z.string().optional(),
    ...changeable,
  }),
  output: Listing,
  errors: [
    'listing-not-found',
    'immutable-field',
    'prevent-publication-unsupported',
    'publish-until-impossible',
  ],
});
export const deleteListing = operationOn('ask.distribution.delete-listing', Listing, {
  http: 'DELETE /listings/{id}',
  summary: 'Take a property down from a target',
  audit: 'listing.deleted',
  errors: ['listing-not-found'],
});
export const retryListing = operationOn('ask.distribution.retry-listing', Listing, {
  http: 'POST /listings/{id}/retry',
  summary: 'Retry a failed publication',
  status: 202,
  errors: ['listing-not-found'],
});
export const previewListing = operationOn(
  'ask.distribution.preview-listing',
  z.object({ mediaType: z.string(), body: z.string() }),
  {
    http: 'GET /listings/{id}/preview',
    summary: 'Preview the document that would be sent',
    errors: ['listing-not-found', 'platform-missing'],
  },
);

/** Counts the listings of a property without deleted ones; asked before a property is deleted. */
export const countListings = defineOperation({
  subject: 'ask.distribution.count-listings',
  input: z.strictObject({ propertyId: z.string() }),
  output: z.object({ count: z.int().min(0) }),
});

/** The operation on the platform: `delete` takes the property down. */
export const PublicationOperation = z.enum(['set', 'delete']);
export type PublicationOperation = z.infer<typeof PublicationOperation>;

const publication = z.object({
  listingId: Id,
  propertyId: Id,
  propertyType: PropertyTypeOfEvent.optional(),
  targetId: Id,
  type: PublicationOperation,
});
const examplePublication = {
  listingId: EXAMPLE_ID,
  propertyId: EXAMPLE_ID,
  propertyType: 'apartmentBuy' as const,
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

/** Wakes the lane of a target with due listings. */
export const RunLane = defineWake({
  subject: 'wake.distribution.run-lane',
  data: z.object({ targetId: Id }),
  example: { targetId: EXAMPLE_ID },
});
