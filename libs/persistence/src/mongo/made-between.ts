import type { Filter } from 'mongodb';
import { firstIdAt } from './ids.ts';

/** The maximum difference between the time of an id and the time of its document. */
const ID_SLACK_MS = 120_000;

/** A field with a time, and the field with the id that was made at about this time. */
interface Fields<T> {
  /** Without it, the result may also have documents from just outside of the period. */
  time?: keyof T & string;
  id: keyof T & string;
}

/** Selects documents of a period. The order of the ids bounds the part of the index that is read. */
export function madeBetween<T extends { _id: string }>(
  { time, id }: Fields<T>,
  since?: Date,
  until?: Date,
): Filter<T> {
  const conditions: object[] = [];
  if (since) {
    const from = firstIdAt(new Date(since.getTime() - ID_SLACK_MS));
    conditions.push({ [id]: { $gte: from } }, ...(time ? [{ [time]: { $gte: since } }] : []));
  }
  if (until) {
    const to = firstIdAt(new Date(until.getTime() + ID_SLACK_MS));
    conditions.push({ [id]: { $lt: to } }, ...(time ? [{ [time]: { $lt: until } }] : []));
  }
  return conditions.length === 0 ? {} : { $and: conditions };
}

export const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? text : new Date(text);
