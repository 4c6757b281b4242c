import { Long, ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { decodePlain, encode } from '../values/document.ts';
import type { Doc } from '../values/document.ts';
import { decodeFields } from '../values/partial-decode.ts';
import { directFilter } from './direct-filter.ts';
import { compileFilter, mingoFilter, namesIn } from './filter.ts';

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

  it('finds the same when nothing but the fields it names is decoded', () => {
    const stored = DOCS.map((doc) => encode({ _id: 1, before: { b: 1 }, ...doc, after: [1] }));
    for (const filter of FILTERS) {
      const names = namesIn(filter) ?? new Set();
      const test = compileFilter(filter);
      for (const raw of stored)
        expect([filter, test(decodeFields(raw, names))]).toEqual([filter, test(decodePlain(raw))]);
    }
  });

  it.each([{ $expr: { $eq: ['$a', 1] } }, { $nor: [{ a: 1 }] }, { a: 1, $or: [{ b: 1 }, { $expr: true }] }])(
    'may look at any field where it is %j',
    (filter) => {
      expect(namesIn(filter)).toBeUndefined();
    },
  );

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
