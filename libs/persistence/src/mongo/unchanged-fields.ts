import type { Condition } from 'mongodb';

/** A filter that holds only while these fields are as they were seen; one that was not there must still be away. */
export const unchanged = <T extends object, K extends keyof T & string>(
  seen: T,
  fields: readonly K[],
): { [P in NoInfer<K>]-?: Condition<Exclude<T[P], undefined>> } =>
  Object.fromEntries(
    fields.map((field) => [field, seen[field] === undefined ? { $exists: false } : { $eq: seen[field] }]),
  ) as { [P in K]-?: Condition<Exclude<T[P], undefined>> };
