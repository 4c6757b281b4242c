import { z } from 'zod';
import { Actor } from './actor.ts';
import { defineOperation } from './define-operation.ts';
import { DeliveryStatus } from './delivery.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, pageOf } from './list.ts';
import { PublicationFailureCode, PublicationOperation } from './listing.ts';
import { PlatformState } from './platform-state.ts';
import { Handling } from './request.ts';
import type { EntryKind } from './timeline-id.ts';
import { EventName } from './events.ts';

/** The retention of changes and publication attempts. */
export const TIMELINE_KEPT_DAYS = 400;

const common = {
  id: Id.meta({ description: 'The id of the entry. It sorts by time.' }),
  at: Timestamp.meta({ description: 'The time of the entry; for an attempt, the time at which it began.' }),
  actor: Actor.optional(),
  requestId: z.string().optional().meta({ description: 'The `X-Request-Id` of the call that caused it.' }),
};

const entry = <const K extends EntryKind, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ ...common, kind: z.literal(kind), ...shape });

const ofProperty = { propertyId: Id };
const ofListing = { listingId: Id, propertyId: Id, targetId: Id };

const revision = z.int().min(1);

export const PropertyCreated = entry('property_created', { ...ofProperty, revision });
export const PropertyUpdated = entry('property_updated', {
  ...ofProperty,
  revision,
  changed: z.array(z.string()).meta({
    description:
      'What has changed: `attachments`, `links`, `contact`, `onSold`, and `fields.` with the name of a field. Empty if the same content was sent again.',
  }),
});
export const PropertyRemoved = entry('property_deleted', ofProperty);

const wish = {
  preventPublication: z.boolean().optional(),
  publishFrom: Timestamp.optional(),
  publishUntil: Timestamp.optional(),
};
export const ListingCreated = entry('listing_created', { ...ofListing, ...wish });
export const ListingUpdated = entry('listing_updated', { ...ofListing, ...wish });
export const ListingRetried = entry('listing_retried', ofListing);
export const ListingDeleted = entry('listing_deleted', ofListing);
const { state, source, messages } = PlatformState.shape;
export const ListingAnswered = entry('listing_answered', {
  ...ofListing,
  ...{ state, source, messages },
  reportId: Id.optional(),
});

export const AttemptOutcome = z.enum(['succeeded', 'retry', 'failed', 'internal_error', 'interrupted']).meta({
  description:
    '`retry`: it failed and is attempted again at `nextAttemptAt`. `failed`: it failed and is not attempted again. `internal_error`: the service itself failed; the attempt does not count. `interrupted`: the service was stopped or lost the connection to its own database; the attempt does not count.',
});
export type AttemptOutcome = z.infer<typeof AttemptOutcome>;

const operation = PublicationOperation.meta({ description: '`delete`: the property is taken down.' });

export const PublicationAttempt = entry('publication_attempt', {
  ...ofListing,
  targetType: z.string(),
  operation,
  outcome: AttemptOutcome,
  failureCode: PublicationFailureCode.optional(),
  failureMessage: z.string().optional(),
  durationMs: z.number().meta({
    description:
      'The time that the attempt took on the platform. 0 if nothing was sent, or if the service was killed.',
  }),
  nextAttemptAt: Timestamp.optional(),
  fileName: z.string().optional().meta({ description: 'The name of the file on the portal.' }),
});

export const TimelineDelivery = z.object({
  deliveryId: Id,
  webhookId: Id,
  host: z
    .string()
    .optional()
    .meta({ description: 'The host of the webhook. Absent if the webhook was deleted.' }),
  status: DeliveryStatus,
  attemptCount: z.int(),
  attempts: z
    .array(
      z.object({
        at: Timestamp,
        statusCode: z.int().optional(),
        errorCode: z.string().optional(),
        durationMs: z.number().optional(),
      }),
    )
    .meta({ description: 'The newest attempts, oldest first.' }),
  nextAttemptAt: Timestamp.optional(),
});
export type TimelineDelivery = z.infer<typeof TimelineDelivery>;

export const EventHappened = entry('event', {
  eventId: Id,
  eventName: EventName,
  operation: operation.optional().meta({
    description: 'Of events about a publication. `delete`: the property is taken down.',
  }),
  propertyId: Id.optional(),
  listingId: Id.optional(),
  targetId: Id.optional(),
  deliveries: z.array(TimelineDelivery),
});

export const RequestReceived = entry('request', {
  contactRequestId: Id,
  mailId: Id,
  targetId: Id,
  propertyId: Id.optional(),
  handling: Handling.optional().meta({
    description: 'The current handling of the request. Absent until somebody sets it.',
  }),
});

const exampleIds = { listingId: EXAMPLE_ID, propertyId: EXAMPLE_ID, targetId: EXAMPLE_ID };

/** An event in the history of a property or a listing, with the ids of what it is about. */
export const TimelineEntry = z
  .discriminatedUnion('kind', [
    PropertyCreated,
    PropertyUpdated,
    PropertyRemoved,
    ListingCreated,
    ListingUpdated,
    ListingRetried,
    ListingDeleted,
    ListingAnswered,
    PublicationAttempt,
    EventHappened,
    RequestReceived,
  ])
  .meta({
    id: 'TimelineEntry',
    description: 'An entry in the timeline of a property or a listing. Further kinds are possible.',
    example: {
      id: '01l8m3p4q06a8v3kq0c1',
      at: EXAMPLE_TIME,
      kind: 'publication_attempt',
      actor: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
      requestId: 'req-0a1b2c3d4e5f6a7b8c9d0e1f',
      ...exampleIds,
      targetType: 'immowelt',
      operation: 'set',
      outcome: 'retry',
      failureCode: 'host_unreachable',
      failureMessage: 'The host of the portal does not answer.',
      durationMs: 5003,
      nextAttemptAt: '2026-11-01T08:31:00.000Z',
    },
  });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** Query of a timeline, which is always newest first. */
export const TimelineQuery = z.strictObject({
  limit: ListQuery.shape.limit.meta({ description: 'The maximum number of entries on a page.' }),
  startAfter: ListQuery.shape.startAfter.meta({
    description: 'The id of the last entry of the previous page.',
  }),
});
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export const TimelinePage = pageOf(TimelineEntry);
export type TimelinePage = z.infer<typeof TimelinePage>;

/** The timeline is that of a listing if there is a `listingId`, else that of a property. */
const PartQuery = TimelineQuery.extend({
  propertyId: z.string().optional(),
  listingId: z.string().optional(),
  targetId: z.string().optional(),
});
export type PartQuery = z.infer<typeof PartQuery>;

/** The entries of one service for a timeline. */
const Part = TimelinePage.extend({
  /** True if the service knows the property or the listing, even if this page is empty. */
  isKnown: z.boolean(),
  /** The property and the target of a listing. */
  listing: z.object({ propertyId: Id, targetId: Id }).optional(),
});
export type TimelinePart = z.infer<typeof Part>;

const part = <const S extends string>(subject: S) =>
  defineOperation({ subject, input: PartQuery, output: Part });

export const listCatalogTimeline = part('ask.catalog.list-timeline');
export const listDistributionTimeline = part('ask.distribution.list-timeline');
export const listNotifierTimeline = part('ask.notifier.list-timeline');
export const listInboxTimeline = part('ask.inbox.list-timeline');
