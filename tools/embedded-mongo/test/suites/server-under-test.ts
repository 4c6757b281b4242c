import type { Collection, Db, Document } from 'mongodb';

/** The server under test, as every suite sees it; a foreign one is not the embedded server. */
export type Subject = { db: () => Db; explains: () => boolean; foreign: boolean };

let last = 0;

/** A new collection; dropped with its database at the end. */
export const newCollection = (subject: Subject): Collection => subject.db().collection(`c${++last}`);

/** The error of a rejection; fails when there is none. */
export async function errorOf(promise: Promise<unknown>): Promise<Document> {
  const result = await promise.then(
    () => undefined,
    (error: unknown) => error as Document,
  );
  if (!result) throw new Error('expected a rejection');
  return result;
}
