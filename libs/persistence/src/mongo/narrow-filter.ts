import type { Filter, WithId } from 'mongodb';

/** Adds a condition on a field to a filter; flat where possible, so that simple query planners find the index. */
export function narrow<T>(filter: Filter<T>, field: string, condition: object): Filter<T> {
  const addition = { [field]: condition };
  return (field in filter
    ? { $and: [filter, addition] }
    : { ...filter, ...addition }) as unknown as Filter<T>;
}

/** Drops the driver's WithId, which only repeats the `_id` of T. */
export const asStored = <T extends { _id: string }>(doc: WithId<T>): T => doc as unknown as T;
