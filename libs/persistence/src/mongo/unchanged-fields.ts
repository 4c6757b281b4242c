import type { Condition } from 'mongodb';

/** A filter that matches only while these fields are unchanged; an absent one must still be absent. */
export const unchanged = <T extends object, K extends keyof T & string>(
  seen: T,
  fields: readonly K[],
): { [P in NoInfer<K>]-?: Condition<Exclude<T[P], undefined>> } =>
  Object.fromEntries(
    fields.map((field) => [field, seen[field] === undefined ? { $exists: false } : { $eq: seen[field] }]),
  ) as { [P in K]-?: Condition<Exclude<T[P], undefined>> };
