import { Long, ObjectId } from 'bson';
import { expect, it } from 'vitest';
import { decodePlain, encode } from '../values/document.ts';
import type { Doc } from '../values/document.ts';
import { decodeFields } from '../values/partial-decode.ts';
import { compileFilter, namesIn } from './filter.ts';

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
  { $elemMatch: { b: 1 } },
  { $not: { $elemMatch: { b: { $gt: 1 } } } },
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

it('a filter finds the same when only the fields that it names are decoded', () => {
  const stored = DOCS.map((doc) => encode({ _id: 1, before: { b: 1 }, ...doc, after: [1] }));
  for (const filter of FILTERS) {
    const names = namesIn(filter);
    const test = compileFilter(filter);
    for (const raw of stored)
      expect([filter, test(decodeFields(raw, names))]).toEqual([filter, test(decodePlain(raw))]);
  }
});

it.each([
    [{ a: { $gt: 1, $lt: 5 } }, [{ a: 2 }, { a: [2, 9] }, { a: [0, 7] }], [{}, { a: 1 }, { a: '2' }, { a: [] }]],
    [{ a: { $not: { $gt: 1 } } }, [{}, { a: 1 }, { a: 'x' }], [{ a: 2 }, { a: [0, 2] }]],
    [{ 'a.b': null }, [{}, { a: 1 }, { a: { b: null } }, { a: [{ c: 1 }] }], [{ a: { b: 1 } }, { a: [] }]],
    [{ a: { $nin: [1, null] } }, [{ a: 2 }, { a: [] }], [{}, { a: 1 }, { a: [5, 1] }, { a: null }]],
    [{ a: { $elemMatch: { b: 1, c: 2 } } }, [{ a: [{}, { b: 1, c: 2 }] }], [{ a: [{ b: 1 }, { c: 2 }] }, { a: { b: 1, c: 2 } }]],
    [{ a: { $elemMatch: { 0: 7 } } }, [{ a: [[7]] }], [{ a: [7] }, { a: [[1, 7]] }]],
    [{ $or: [{ a: 1 }, { $and: [{ b: 1 }, { c: 1 }] }] }, [{ a: 1 }, { b: 1, c: 1 }], [{}, { b: 1 }]],
  ] as [Doc, Doc[], Doc[]][])('the filter %j selects its documents and no others', (filter, matching, others) => {
    const test = compileFilter(filter);
    expect([...matching, ...others].filter(test)).toEqual(matching);
  }); // oxfmt-ignore

it.each([
  { a: { $regex: 'x' } },
  { a: { $size: 1 } },
  { a: { $type: 'string' } },
  { a: { $all: [1] } },
  { a: { $not: 5 } },
  { a: { $elemMatch: { $gt: 1 } } },
  { a: { $regex: 'a.*' } },
  { a: { $regex: 5 } },
  { a: { $elemMatch: { b: { $mod: [2, 0] } } } },
  { a: { $gt: 1, b: 1 } },
  { a: { $gt: 1, constructor: 1 } },
  { $nor: [{ a: 1 }] },
  { $expr: { $eq: ['$a', 1] } },
  { $or: [{ a: 1 }, { a: { $unknown: 1 } }] },
  { $or: [] },
  { $and: 1 },
  { a: { $in: 1 } },
] as Doc[])('the filter %j is refused with code 2', (filter) => {
  expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code: 2 }));
});
