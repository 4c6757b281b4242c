import { COUNT_MAX } from '@estate/contracts';
import type { Collection, Filter } from 'mongodb';
import { countUpTo } from './count-up-to.ts';
import type { BoundedCount } from './count-up-to.ts';
import { asStored, narrow } from './narrow-filter.ts';

/** `limit` documents after the id `startAfter`, in the order of their ids. */
export interface PageQuery {
  limit: number;
  startAfter?: string | undefined;
  order: 'asc' | 'desc';
  /** Counts all matching documents, on this page or not. */
  count?: boolean | undefined;
  /** The fields that are read besides the id; all by default. */
  fields?: readonly string[] | undefined;
}

export interface DocumentPage<T> extends Partial<BoundedCount> {
  hasMore: boolean;
  docs: T[];
}

/** One page of a collection in id order; a concurrent insert or delete neither repeats nor skips a document. */
export async function page<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  query: PageQuery,
): Promise<DocumentPage<T>> {
  const ascending = query.order === 'asc';
  const { startAfter, fields } = query;
  const bound = { [ascending ? '$gt' : '$lt']: startAfter };
  const reading = collection
    .find(startAfter === undefined ? filter : narrow(filter, '_id', bound), {
      ...(fields && { projection: Object.fromEntries(fields.map((field) => [field, 1])) }),
    })
    .sort({ _id: ascending ? 1 : -1 })
    .limit(query.limit + 1)
    .toArray();
  const [found, count] = await Promise.all([
    reading,
    query.count && countUpTo(collection, filter, COUNT_MAX),
  ]);
  return { ...count, hasMore: found.length > query.limit, docs: found.slice(0, query.limit).map(asStored) };
}
