import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { ask, askAndPresent } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Listings, answered by distribution. */
export const listingRoutes: ApiRoute[] = [
  ask(
    { method: 'POST', path: '/listings', summary: 'Publish a property on a target', status: 201 },
    contracts.createListing,
  ),
  ask(
    { method: 'POST', path: '/listings/validate', summary: 'Check whether a property can be published' },
    contracts.validateListing,
  ),
  ask({ method: 'GET', path: '/listings', summary: 'List listings' }, contracts.listListings),
  ask({ method: 'GET', path: '/listings/{id}', summary: 'Get a listing' }, contracts.getListing),
  ask({ method: 'PUT', path: '/listings/{id}', summary: 'Update a listing' }, contracts.updateListing),
  ask(
    { method: 'DELETE', path: '/listings/{id}', summary: 'Take a property down from a target' },
    contracts.deleteListing,
  ),
  ask(
    { method: 'POST', path: '/listings/{id}/retry', summary: 'Retry a failed publication', status: 202 },
    contracts.retryListing,
  ),
  askAndPresent(
    { method: 'GET', path: '/listings/{id}/preview', summary: 'Preview the document that would be sent' },
    contracts.previewListing,
    {
      output: z.string(),
      present: ({ mediaType, body }) => ({ raw: { mediaType: `${mediaType}; charset=utf-8`, body } }),
    },
  ),
];
