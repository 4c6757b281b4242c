import type { Collection, Filter } from 'mongodb';
import { asStored, narrow } from './narrow.ts';

/** `limit` documents after the id `startAfter`, in the order of their ids. */
export interface PageQuery {
  limit: number;
  startAfter?: string | undefined;
  order: 'asc' | 'desc';
}

/** One page of a collection in id order; an insert or a delete elsewhere neither repeats nor skips a document. */
export async function page<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  query: PageQuery,
): Promise<{ hasMore: boolean; docs: T[] }> {
  const ascending = query.order === 'asc';
  const { startAfter } = query;
  const bound = { [ascending ? '$gt' : '$lt']: startAfter };
  const found = await collection
    .find(startAfter === undefined ? filter : narrow(filter, '_id', bound))
    .sort({ _id: ascending ? 1 : -1 })
    .limit(query.limit + 1)
    .toArray();
  return { hasMore: found.length > query.limit, docs: found.slice(0, query.limit).map(asStored) };
}
