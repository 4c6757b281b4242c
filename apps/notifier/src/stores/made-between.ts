import { firstIdAt } from '@estate/persistence';
import type { Filter } from '@estate/persistence';

/** An id is made when what it names is made; clocks and counters may be a little apart. */
const ID_SLACK_MS = 120_000;

/** What the field says was made in a time. The ids are in the order of time, so that the index bounds what is looked at. */
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
