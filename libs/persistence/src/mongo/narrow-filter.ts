import type { Filter, WithId } from 'mongodb';

/** The filter with one more condition on a field; flat where possible, so that simple planners see the index. */
export function narrow<T>(filter: Filter<T>, field: string, condition: object): Filter<T> {
  const addition = { [field]: condition };
  return (field in filter
    ? { $and: [filter, addition] }
    : { ...filter, ...addition }) as unknown as Filter<T>;
}

/** The driver's WithId only repeats the `_id` that T already has. */
export const asStored = <T extends { _id: string }>(doc: WithId<T>): T => doc as unknown as T;
