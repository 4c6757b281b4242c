import * as contracts from '@estate/contracts';
import type { TimelinePage, TimelinePart, TimelineQuery } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import type { RecordsDeps } from '../records-deps.ts';
import type { Call } from '../../edge/routing/call.ts';
import { mergeParts } from './merge-parts.ts';

type Asking = Pick<RecordsDeps, 'askOwner'>;
type Query = TimelineQuery & { id: string };

/** The timeline of a property from all services. @throws Unavailable if one of them does not answer, NotFound */
export async function propertyTimeline(
  { id: propertyId, ...query }: Query,
  call: Call,
  { askOwner }: Asking,
): Promise<TimelinePage> {
  const about = { ...query, propertyId };
  const parts = await Promise.all([
    askOwner(contracts.listCatalogTimeline, about, call),
    askOwner(contracts.listDistributionTimeline, about, call),
    askOwner(contracts.listNotifierTimeline, about, call),
    askOwner(contracts.listInboxTimeline, about, call),
  ]);
  return merged(parts, query, () => unknown('property', propertyId));
}

/** The timeline of a listing, whose property and target are read first. @throws Unavailable, NotFound */
export async function listingTimeline(
  { id: listingId, ...query }: Query,
  call: Call,
  { askOwner }: Asking,
): Promise<TimelinePage> {
  const about = { ...query, listingId };
  const [own, events] = await Promise.all([
    askOwner(contracts.listDistributionTimeline, about, call),
    askOwner(contracts.listNotifierTimeline, about, call),
  ]);
  const requests =
    own.listing && (await askOwner(contracts.listInboxTimeline, { ...query, ...own.listing }, call));
  return merged([own, events, ...(requests ? [requests] : [])], query, () => unknown('listing', listingId));
}

function merged(
  parts: readonly TimelinePart[],
  { limit }: TimelineQuery,
  error: () => NotFound,
): TimelinePage {
  if (!parts.some(({ isKnown }) => isKnown)) throw error();
  return mergeParts(parts, limit);
}

const unknown = (what: 'property' | 'listing', id: string): NotFound =>
  new NotFound(`There is no ${what} with the id ${id}.`, { code: `${what}-not-found` });
