import type { HttpRequest } from '@estate/http';
import type { ApiRoute } from '../routing/api-route.ts';
import type { TurnLimits } from './call-turns.ts';

/** The maximum size of a cheap page; longer ones are as costly as searches. */
const SMALL_PAGE = 25;
const OF_A_CHANGE = 2;

/**
 * The number of places of a call: one for a read, two for a change, and the whole share of an account for a search, a count or a long page.
 */
export function placesOf(
  { method }: Pick<ApiRoute, 'method'>,
  { query }: Pick<HttpRequest, 'query'>,
): number {
  if (method !== 'GET') return OF_A_CHANGE;
  const isCostly =
    query['q'] !== undefined || query['count'] === 'true' || Number(query['limit']) > SMALL_PAGE;
  return isCostly ? WHOLE_SHARE : 1;
}

/** Limited to the share of an account while others call. */
export const WHOLE_SHARE: TurnLimits['perAccount'] = Infinity;
