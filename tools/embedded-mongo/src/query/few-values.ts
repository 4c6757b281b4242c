import { type Collection, indexPrefix } from '../storage/catalog.ts';
import { after, type KeyRange } from '../storage/store.ts';
import { textEnd } from '../values/key-encoding.ts';
import { beginningOf, boundsOf } from './bounds.ts';
import type { Condition, Conditions } from './conditions.ts';
import { usable } from './index-scan.ts';

/** The keys of the store. */
export type Keys = {
  /** The number of keys in a range, up to the given number. */
  count: (range: KeyRange, most: number) => number;
  first: (range: KeyRange) => Buffer | undefined;
};

const mostValues = 8;

/** The conditions, in which those on the beginning of a text have their values in an index over an array, if these are few. */
export function withFewValues(collection: Collection, conditions: Conditions, keys: Keys): Conditions {
  const byPath = new Map(
    [...conditions.byPath].map(([path, given]) => [
      path,
      given.map((condition) => {
        const prefix = condition.operator === '$regex' && prefixBefore(collection, conditions, path);
        const values = prefix && valuesIn(prefix, condition, keys);
        return values ? { ...condition, values } : condition;
      }),
    ]),
  );
  return { ...conditions, byPath };
}

/** The prefix before the array in the keys of an index, if other conditions fix it. */
function prefixBefore(collection: Collection, conditions: Conditions, path: string): Buffer | undefined {
  for (const index of collection.indexes) {
    if (index.truncated || !index.multikey.includes(path) || !usable(index, conditions)) continue;
    const values = index.fields
      .slice(
        0,
        index.fields.findIndex((field) => field.path === path),
      )
      .map((field) => singleValue(conditions.byPath.get(field.path) ?? []));
    if (values.every((value) => value !== undefined))
      return Buffer.concat([indexPrefix(collection, index.id), ...values]);
  }
  return undefined;
}

function singleValue(conditions: readonly Condition[]): Buffer | undefined {
  const bounds = boundsOf(conditions);
  return bounds && 'points' in bounds && bounds.points.length === 1 ? bounds.points[0] : undefined;
}

/** The distinct values with the beginning of the condition; undefined if there are many. */
function valuesIn(prefix: Buffer, { operand }: Condition, keys: Keys): Buffer[] | undefined {
  const begun = Buffer.concat([prefix, beginningOf(operand)]);
  const values: Buffer[] = [];
  for (let from: Buffer = begun; ;) {
    const key = keys.first({ from, to: after(begun) });
    if (!key) return values;
    if (values.length === mostValues) return undefined;
    const value = key.subarray(prefix.length, key.indexOf(textEnd, begun.length) + textEnd.length);
    values.push(value);
    from = after(Buffer.concat([prefix, value]));
  }
}
