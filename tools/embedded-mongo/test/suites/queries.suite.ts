import { Binary, Long, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { errorOf, newCollection, type Subject } from './server-under-test.ts';

const ordered = [
  null,
  -1.5,
  2,
  Long.fromString('9007199254740993'),
  'a',
  'b',
  { a: 1 },
  { a: 2 },
  new Binary(Buffer.from([1])),
  new Binary(Buffer.from([0xff])),
  new ObjectId('00000000000000000000000a'),
  new ObjectId('ff000000000000000000000b'),
  false,
  true,
  new Date(-5),
  new Date(5),
];

/** Filters find these documents, in this order. */
export function queriesSuite(subject: Subject): void {
  const found = async (docs: object[], filter: object, index?: Record<string, 1>): Promise<unknown[]> => {
    const collection = newCollection(subject);
    await collection.insertMany(docs.map((doc, at) => ({ _id: at as never, ...doc })));
    if (index) await collection.createIndex(index);
    return (await collection.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
  };

  describe.each([
    ['without an index', undefined],
    ['with an index', { a: 1 } as const],
  ])('queries %s', (_title, index) => {
    it('null matches a missing field, but $exists does not', async () => {
      const docs = [{ a: null }, {}, { a: 1 }];
      expect(await found(docs, { a: null }, index)).toEqual([0, 1]);
      expect(await found(docs, { a: { $exists: true } }, index)).toEqual([0, 2]);
      expect(await found(docs, { a: { $ne: null } }, index)).toEqual([2]);
      expect(await found(docs, { a: { $in: [null, 1] } }, index)).toEqual([0, 1, 2]);
    });

    it('a range matches values of its own type only', async () => {
      const docs = [{ a: 1 }, { a: '1' }, { a: new Date(1) }, { a: null }, { a: 5 }, {}];
      expect(await found(docs, { a: { $gte: 1 } }, index)).toEqual([0, 4]);
      expect(await found(docs, { a: { $gt: 1, $lt: 9 } }, index)).toEqual([4]);
      expect(await found(docs, { a: { $lt: 'z' } }, index)).toEqual([1]);
      expect(await found(docs, { a: { $lte: new Date(1) } }, index)).toEqual([2]);
    });

    it('a condition matches any element of an array, and the array itself', async () => {
      const docs = [{ a: [1, 5] }, { a: [9] }, { a: 5 }, { a: [] }, { a: [[1, 5]] }];
      expect(await found(docs, { a: 5 }, index)).toEqual([0, 2]);
      expect(await found(docs, { a: { $gt: 4, $lt: 2 } }, index)).toEqual([0]);
      expect(await found(docs, { a: [1, 5] }, index)).toEqual([0, 4]);
      expect(await found(docs, { a: { $nin: [5, 9] } }, index)).toEqual([3, 4]);
    });

    it('binaries that are not UTF-8 are distinguished', async () => {
      const docs = [{ a: new Binary(Buffer.from([0xff])) }, { a: new Binary(Buffer.from([0xfe])) }];
      expect(await found(docs, { a: new Binary(Buffer.from([0xfe])) }, index)).toEqual([1]);
      expect(await found(docs, { a: { $in: [new Binary(Buffer.from([0xff]))] } }, index)).toEqual([0]);
    });

    it('a value that is longer than a key may be is found', async () => {
      const long = 'x'.repeat(5000);
      const docs = [{ a: long }, { a: `${long}y` }, { a: 'x' }];
      expect(await found(docs, { a: long }, index)).toEqual([0]);
      expect(await found(docs, { a: { $gt: long } }, index)).toEqual([1]);
      expect(await found(docs, { a: { $gte: 'x', $lt: `${long}y` } }, index)).toEqual([0, 2]);
    });

    it('negations and alternatives select documents', async () => {
      const docs = [
        { a: 'Berlin', b: 1 },
        { a: 'bonn', b: 2 },
        { a: 7, b: 3 },
      ];
      expect(await found(docs, { a: { $not: { $gt: 'C' } } }, index)).toEqual([0, 2]);
      expect(await found(docs, { $or: [{ a: 7 }, { a: 'bonn' }] }, index)).toEqual([1, 2]);
      expect(await found(docs, { $or: [{ a: 7 }, { b: 1 }] }, index)).toEqual([0, 2]);
      expect(await found(docs, { $and: [{ a: 'bonn' }, { b: { $gt: 1 } }] }, index)).toEqual([1]);
    });

    it('values of all types are sorted in BSON order, in both directions', async () => {
      const collection = newCollection(subject);
      if (index) await collection.createIndex(index);
      await collection.insertMany(ordered.map((a, at) => ({ _id: at as never, a })));
      const ids = async (direction: 1 | -1) =>
        (await collection.find().sort({ a: direction }).toArray()).map(({ _id }) => _id);
      expect(await ids(1)).toEqual(ordered.map((_, at) => at));
      expect(await ids(-1)).toEqual(ordered.map((_, at) => at).reverse());
    });
  });

  describe('queries', () => {
    it('a path reaches into arrays of documents', async () => {
      const docs = [{ out: [{ at: 1, to: 'x' }, { at: 9 }] }, { out: [] }, { out: [{ at: 5, to: 'x' }] }, {}];
      for (const index of [undefined, { 'out.at': 1 } as const]) {
        expect(await found(docs, { 'out.at': { $lte: 4 } }, index)).toEqual([0]);
        expect(await found(docs, { out: { $elemMatch: { at: { $gt: 4 }, to: 'x' } } }, index)).toEqual([2]);
        expect(await found(docs, { 'out.0.at': 5 }, index)).toEqual([2]);
        expect(await found(docs, { 'out.0': { $exists: true } }, index)).toEqual([0, 2]);
        expect(await found(docs, { 'out.to': { $exists: true } }, index)).toEqual([0, 2]);
      }
    });

    it('documents with another order of fields are not equal', async () => {
      const docs = [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }];
      expect(await found(docs, { a: { x: 1, y: 2 } })).toEqual([0]);
    });

    it('a sort after a list of values is served in order by an index', async () => {
      const collection = newCollection(subject);
      await collection.createIndex({ state: 1, due: 1 });
      await collection.insertMany(
        Array.from({ length: 60 }, (_, at) => ({
          _id: at as never,
          state: 'abc'[at % 3],
          due: (at * 37) % 60,
        })),
      );
      const query = { state: { $in: ['a', 'c'] }, due: { $lt: 30 } };
      const rows = await collection.find(query).sort({ due: 1 }).limit(10).toArray();
      const all = (await collection.find().toArray())
        .filter(({ state, due }) => state !== 'b' && due < 30)
        .map(({ due }) => due as number)
        .sort((left, right) => left - right);
      expect(rows.map(({ due }) => due)).toEqual(all.slice(0, 10));
      const down = await collection.find(query).sort({ due: -1 }).limit(10).toArray();
      expect(down.map(({ due }) => due)).toEqual(all.reverse().slice(0, 10));
    });

    it('an unknown operator is refused', async () => {
      expect((await errorOf(newCollection(subject).findOne({ a: { $nonsense: 1 } })))['code']).toBe(2);
    });
  });
}
