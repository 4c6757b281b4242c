import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { listingTimeline } from '../timelines/read-timeline.ts';

/** Listings, answered by distribution. */
export const listingRoutes: ApiRoute[] = [
  ask('POST /listings', contracts.createListing, { summary: 'Publish a property on a target', status: 201 }),
  ask('POST /listings/validate', contracts.validateListing, {
    summary: 'Check whether a property can be published',
  }),
  ask('GET /listings', contracts.listListings, { summary: 'List listings' }),
  ask('GET /listings/{id}', contracts.getListing, { summary: 'Get a listing' }),
  own('GET /listings/{id}/timeline', {
    summary: 'List the timeline of a listing',
    description:
      'Newest first: calls, publication attempts, events with their deliveries, and contact requests, each with the actor. The timeline of a deleted listing is available, too.',
    input: contracts.TimelineQuery.extend({ id: z.string() }),
    output: contracts.TimelinePage,
    errors: ['listing-not-found'],
    run: listingTimeline,
  }),
  ask('PUT /listings/{id}', contracts.updateListing, { summary: 'Update a listing' }),
  ask('DELETE /listings/{id}', contracts.deleteListing, {
    summary: 'Take a property down from a target',
    audit: 'listing.deleted',
  }),
  ask('POST /listings/{id}/retry', contracts.retryListing, {
    summary: 'Retry a failed publication',
    status: 202,
  }),
  ask('GET /listings/{id}/preview', contracts.previewListing, {
    summary: 'Preview the document that would be sent',
    output: z.string(),
    content: {
      'application/xml': { schema: z.string(), example: '<openimmo>…</openimmo>' },
      'application/json': { schema: z.looseObject({}) },
    },
    present: ({ mediaType, body }) => ({ raw: { mediaType: `${mediaType}; charset=utf-8`, body } }),
  }),
];
