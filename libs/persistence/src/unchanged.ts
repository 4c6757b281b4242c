import type { Filter } from 'mongodb';

/** Matches the document only while these fields are as they were seen; one that was not there must still be away. */
export const unchanged = <T extends object, K extends keyof T & string>(
  seen: T,
  fields: readonly K[],
): Filter<T> =>
  Object.fromEntries(
    fields.map((field) => [field, seen[field] === undefined ? { $exists: false } : { $eq: seen[field] }]),
  ) as Filter<T>;
