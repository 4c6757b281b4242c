import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { routesBelow } from '../routing/routes-below.ts';
import { listingTimeline } from '../timelines/read-timeline.ts';

/** Listings, answered by distribution. */
export const listingRoutes: ApiRoute[] = routesBelow('/listings', [
  own('GET /listings/{id}/timeline', {
    summary: 'List the timeline of a listing',
    description:
      'Newest first: calls, publication attempts, events with their deliveries, and contact requests, each with the actor. The timeline of a deleted listing is available, too.',
    input: contracts.TimelineQuery.extend({ id: z.string() }),
    output: contracts.TimelinePage,
    errors: ['listing-not-found'],
    run: listingTimeline,
  }),
  ask(contracts.previewListing, {
    output: z.string(),
    content: {
      'application/xml': { schema: z.string(), example: '<openimmo>…</openimmo>' },
      'application/json': { schema: z.looseObject({}) },
    },
    present: ({ mediaType, body }) => ({ raw: { mediaType: `${mediaType}; charset=utf-8`, body } }),
  }),
]);
