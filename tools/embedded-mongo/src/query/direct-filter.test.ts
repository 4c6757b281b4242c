import { Long, ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../values/document.ts';
import { directFilter } from './direct-filter.ts';
import { mingoFilter } from './filter.ts';

const VALUES: unknown[] = [
  null, 0, 1, 1.5, -3, Long.fromString('9007199254740993'), '', 'a', 'b', true, false, new Date(0), new Date(5),
  new ObjectId('00000000000000000000000a'), [], [1], [1, 5], ['a', null], [[1]], { b: 1 }, { b: [1, 2] }, [{ b: 1 }, { b: 7 }],
]; // oxfmt-ignore
const DOCS: Doc[] = [
  {},
  { a: undefined },
  ...VALUES.map((a) => ({ a })),
  ...VALUES.map((a) => ({ a, c: 1 })),
];

const CONDITIONS: unknown[] = [
  ...VALUES,
  ...VALUES.flatMap((value) =>
    ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'].map((operator) => ({ [operator]: value })),
  ),
  { $in: [1, 'a', null] },
  { $nin: [1, 'a'] },
  { $exists: true },
  { $exists: false },
  { $size: 2 },
  { $type: 'string' },
  { $gt: 0, $lt: 5 },
  { $not: { $gt: 1 } },
  { $not: { $gt: 0, $lt: 5 } },
];
const FILTERS: Doc[] = [
  ...CONDITIONS.flatMap((condition) => [{ a: condition }, { 'a.b': condition }, { a: condition, c: 1 }]),
  { $and: [{ a: 1 }, { c: 1 }] },
  { $or: [{ a: 1 }, { a: 'a' }] },
  { c: 1, $or: [{ a: { $gt: 0 } }, { $and: [{ a: null }] }] },
];

describe('a filter that is compiled directly', () => {
  it('finds what the general compiler finds', () => {
    for (const filter of FILTERS) {
      const direct = directFilter(filter);
      const general = mingoFilter(filter);
      for (const doc of DOCS)
        expect([filter, doc, direct?.(doc)], 'found directly').toEqual([filter, doc, general(doc)]);
    }
  });

  it.each([
    { a: /x/ },
    { a: { $regex: 'x' } },
    { a: { $not: /x/ } },
    { a: { $elemMatch: { b: 1, c: 2 } } },
    { $nor: [{ a: 1 }] },
    { $expr: { $eq: ['$a', 1] } },
    { $or: [{ a: 1 }, { a: /x/ }] },
    { a: { $unknown: 1 } },
  ])('is not made of %j', (filter) => {
    expect(directFilter(filter)).toBeUndefined();
  });
});
