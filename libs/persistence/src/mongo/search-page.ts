import { COUNT_MAX } from '@estate/contracts';
import type { Collection, Filter } from 'mongodb';
import { countUpTo } from './count-up-to.ts';
import { narrow } from './narrow-filter.ts';
import { page } from './page.ts';
import type { DocumentPage, PageQuery } from './page.ts';

/** The maximum number of documents that are compared for one page. */
export const COMPARED_MAX = 1000;

/** A search, including one that no single index can answer. */
export interface Search<T> {
  filter: Filter<T>;
  /**
   * Filters that match all results of the search, and more. Each covers the fields of one index up to the id and nothing else, so that
   * counting and ordering need no document. Empty if one index serves the search as a whole.
   */
  candidates: readonly Filter<T>[];
}

export interface SearchedPage<T> extends DocumentPage<T> {
  /** The id after which the next page begins, if the page is not full because enough documents were compared. */
  continueAfter?: string;
}

type Portion = Pick<PageQuery, 'order' | 'startAfter'>;

/**
 * One page of a search, in id order. If many documents match each condition and few match all of them, a bounded number of documents is
 * compared: the page may then have fewer documents than there are, and the count is a lower bound.
 */
export async function searchPage<T extends { _id: string }>(
  collection: Collection<T>,
  { filter, candidates }: Search<T>,
  query: PageQuery,
): Promise<SearchedPage<T>> {
  const [first] = candidates;
  if (!first || (await someMatchFew(collection, candidates))) return page(collection, filter, query);
  const end = await endOfPortion(collection, first, query);
  const found = await page(collection, upTo(filter, end, query.order), { ...query, count: false });
  const more = found.hasMore || end === undefined ? {} : { hasMore: true, continueAfter: end };
  if (!query.count) return { ...found, ...more };
  const isStart = query.order === 'asc' && query.startAfter === undefined;
  const endOfCount = isStart ? end : await endOfPortion(collection, first, { order: 'asc' });
  const counted = await countUpTo(collection, upTo(filter, endOfCount, 'asc'), COUNT_MAX);
  return { ...found, ...more, ...counted, ...(endOfCount !== undefined && { countIsLimited: true }) };
}

async function someMatchFew<T extends { _id: string }>(
  collection: Collection<T>,
  candidates: readonly Filter<T>[],
): Promise<boolean> {
  const counts = await Promise.all(candidates.map((each) => countUpTo(collection, each, COMPARED_MAX)));
  return counts.some(({ countIsLimited }) => !countIsLimited);
}

/** The id of the last candidate to compare; undefined if all further ones are compared. */
async function endOfPortion<T extends { _id: string }>(
  collection: Collection<T>,
  candidates: Filter<T>,
  { order, startAfter }: Portion,
): Promise<string | undefined> {
  const [after, direction] = order === 'asc' ? (['$gt', 1] as const) : (['$lt', -1] as const);
  const rest = startAfter === undefined ? candidates : narrow(candidates, '_id', { [after]: startAfter });
  const [last] = await collection
    .find(rest, { projection: { _id: 1 } })
    .sort({ _id: direction })
    .skip(COMPARED_MAX - 1)
    .limit(1)
    .toArray();
  return last?._id;
}

const upTo = <T>(filter: Filter<T>, end: string | undefined, order: Portion['order']): Filter<T> =>
  end === undefined ? filter : narrow(filter, '_id', { [order === 'asc' ? '$lte' : '$gte']: end });
