import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { ask, own } from '../edge/routing/api-route.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';
import { listingTimeline } from '../records/timelines/read-timeline.ts';

/** Routes of listings, answered by distribution. */
export const listingRoutes: GatewayRoute[] = routesBelow<Deps>('/listings', [
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
