import { timeOfEntry } from '@estate/contracts';
import type { Collection, Document, Filter } from 'mongodb';
import { firstIdAt, timeOfId } from './ids.ts';
import { asStored, narrow } from './narrow-filter.ts';
import type { DocumentPage } from './page.ts';

/** The maximum difference between the time of a document and the time of its id. */
const ID_SLACK_MS = 120_000;
const SECOND_MS = 1000;
const READ_AT_ONCE_MIN = 100;
/** The end of the times that ids can hold. */
const LAST_ID_MS = 2 ** 32 * SECOND_MS;

export interface NewestQuery<T> {
  limit: number;
  /** The id of the last entry of the previous page. */
  startAfter?: string | undefined;
  /** The entry id of a document, which sorts by its time. */
  entryIdOf: (doc: T) => string;
  projection?: Document;
}

/**
 * A page of documents in the order of their own times, newest first, over an index in the order of their ids. An id is made at about the
 * time of its document, so reading continues beyond the page until no later document can belong to it.
 */
export async function newestFirst<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  { limit, startAfter, entryIdOf, projection }: NewestQuery<T>,
): Promise<DocumentPage<T>> {
  const portion = Math.max(READ_AT_ONCE_MIN, 2 * limit);
  let found: { id: string; doc: T }[] = [];
  for (let below = startAfter === undefined ? undefined : idsUntil(timeOfEntry(startAfter)); ;) {
    const docs = await collection
      .find(below === undefined ? filter : narrow(filter, '_id', { $lt: below }), {
        ...(projection && { projection }),
      })
      .sort({ _id: -1 })
      .limit(portion)
      .toArray();
    const read = docs.map((doc) => ({ id: entryIdOf(asStored(doc)), doc: asStored(doc) }));
    const older = read.filter(({ id }) => startAfter === undefined || id < startAfter);
    found = [...found, ...older].sort((a, b) => (a.id < b.id ? 1 : -1));
    const last = docs.at(-1);
    const isEnd = docs.length < portion || last === undefined;
    if (isEnd || isSettled(found[limit]?.id, last._id))
      return { hasMore: found.length > limit, docs: found.slice(0, limit).map(({ doc }) => doc) };
    below = last._id;
  }
}

/** An upper bound for the ids of documents up to a time. */
function idsUntil(time: Date): string | undefined {
  const lastMs = time.getTime() + ID_SLACK_MS + SECOND_MS;
  return lastMs < LAST_ID_MS ? firstIdAt(new Date(lastMs)) : undefined;
}

/** True if every document whose id sorts before `read` is older than the entry. */
const isSettled = (entryId: string | undefined, read: string): boolean =>
  entryId !== undefined &&
  timeOfEntry(entryId).getTime() > timeOfId(read).getTime() + SECOND_MS + ID_SLACK_MS;
