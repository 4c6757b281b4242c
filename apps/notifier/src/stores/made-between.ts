import { firstIdAt } from '@estate/persistence';
import type { Filter } from '@estate/persistence';

/** How far an id and the time of its document may be apart. */
const ID_SLACK_MS = 120_000;

/** Documents whose field is in a period. The order of the ids bounds the part of the index that is read. */
export function madeBetween<T extends { _id: string }>(
  field: keyof T & string,
  since?: Date | '',
  until?: Date | '',
): Filter<T> {
  const conditions: object[] = [];
  if (since) {
    const from = firstIdAt(new Date(since.getTime() - ID_SLACK_MS));
    conditions.push({ _id: { $gte: from } }, { [field]: { $gte: since } });
  }
  if (until) {
    const to = firstIdAt(new Date(until.getTime() + ID_SLACK_MS));
    conditions.push({ _id: { $lt: to } }, { [field]: { $lt: until } });
  }
  return conditions.length === 0 ? {} : { $and: conditions };
}
