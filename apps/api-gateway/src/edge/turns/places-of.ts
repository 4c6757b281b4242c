import type { HttpRequest } from '@estate/http';
import type { ApiRoute } from '../routing/api-route.ts';
import type { TurnLimits } from './call-turns.ts';

/** Longer pages are as costly as searches. */
const SMALL_PAGE = 25;
const OF_A_CHANGE = 2;

/** A read takes one place, a change two, and a search, a count or a long page the whole share of an account. */
export function placesOf(
  { method }: Pick<ApiRoute, 'method'>,
  { query }: Pick<HttpRequest, 'query'>,
): number {
  if (method !== 'GET') return OF_A_CHANGE;
  const isCostly =
    query['q'] !== undefined || query['count'] === 'true' || Number(query['limit']) > SMALL_PAGE;
  return isCostly ? WHOLE_SHARE : 1;
}

/** Limited to the share that an account has while others call. */
export const WHOLE_SHARE: TurnLimits['perAccount'] = Infinity;
