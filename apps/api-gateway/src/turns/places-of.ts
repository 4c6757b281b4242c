import type { HttpRequest } from '@estate/http';
import type { ApiRoute } from '../routing/api-route.ts';
import type { TurnLimits } from './call-turns.ts';

/** Longer pages are as costly as searches. */
const SMALL_PAGE = 25;
const OF_A_CHANGE = 2;

/** A read takes one place, a change two, and a search, a count or a long page all places of the account. */
export function placesOf(
  { method }: Pick<ApiRoute, 'method'>,
  { query }: Pick<HttpRequest, 'query'>,
): number {
  if (method !== 'GET') return OF_A_CHANGE;
  const isCostly =
    query['q'] !== undefined || query['count'] === 'true' || Number(query['limit']) > SMALL_PAGE;
  return isCostly ? ALL_PLACES : 1;
}

/** Limited to the places of the account. */
export const ALL_PLACES: TurnLimits['perAccount'] = Infinity;
