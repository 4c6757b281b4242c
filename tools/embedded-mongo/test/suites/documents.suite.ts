import { Binary, Double, Int32, Long, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { errorOf, newCollection, type Subject } from './server-under-test.ts';

/** Inserting, reading and removing documents. */
export function documentsSuite(subject: Subject): void {
  describe('documents', () => {
    it('a document comes back with every type as it was stored', async () => {
      const docs = newCollection(subject);
      const doc = {
        _id: new ObjectId(),
        text: 'ä\u0000€',
        date: new Date('2024-02-29T12:00:00.123Z'),
        bytes: new Binary(Buffer.from([0xff, 0xfe, 0])),
        long: Long.fromString('9007199254740993'),
        int: 7,
        double: 1.5,
        nothing: null,
        yes: true,
        nested: { list: [1, 'two', { three: 3 }] },
      };
      await docs.insertOne(doc);
      const found = await docs.findOne({ _id: doc._id });
      expect(found).toEqual(doc);
    });

    it('an update keeps the number types of the other fields', async () => {
      const docs = newCollection(subject);
      await docs.insertOne({
        _id: 1 as never,
        long: Long.fromNumber(5),
        double: new Double(5),
        int: new Int32(5),
      });
      await docs.updateOne({ _id: 1 as never }, { $set: { other: true } });
      const found = await docs.findOne({ _id: 1 as never }, { promoteValues: false });
      expect([found?.['long'], found?.['double'], found?.['int']].map((value) => value._bsontype)).toEqual([
        'Long',
        'Double',
        'Int32',
      ]);
    });

    it('an unordered insert refuses a second document of the same _id and inserts the rest', async () => {
      const docs = newCollection(subject);
      const many = [{ _id: 1 }, { _id: 1 }, { _id: 2 }] as never[];
      const error = await errorOf(docs.insertMany(many, { ordered: false }));
      expect(error['code']).toBe(11000);
      expect(await docs.countDocuments({})).toBe(2);
      expect(await docs.estimatedDocumentCount()).toBe(2);
    });

    it('an ordered insert stops at the first refused document', async () => {
      const docs = newCollection(subject);
      const error = await errorOf(docs.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }] as never[]));
      expect(error['code']).toBe(11000);
      expect(error['writeErrors'][0].index).toBe(1);
      expect(await docs.countDocuments({})).toBe(1);
    });

    it('a cursor gives each document once over all its pages', async () => {
      const docs = newCollection(subject);
      await docs.insertMany(Array.from({ length: 500 }, (_, at) => ({ _id: at as never, at })));
      const seen: unknown[] = [];
      for await (const doc of docs.find({}, { batchSize: 7, sort: { _id: 1 } })) seen.push(doc['at']);
      expect(seen).toEqual(Array.from({ length: 500 }, (_, at) => at));
    });

    it('a limit ends a query, and a cursor can be closed early', async () => {
      const docs = newCollection(subject);
      await docs.insertMany(Array.from({ length: 20 }, (_, at) => ({ _id: at as never })));
      expect(await docs.find().sort({ _id: -1 }).limit(2).toArray()).toEqual([{ _id: 19 }, { _id: 18 }]);
      const cursor = docs.find({}, { batchSize: 2 });
      await cursor.next();
      await cursor.close();
      expect(cursor.killed).toBe(true);
    });

    it('a projection gives only its fields, also in nested documents and arrays', async () => {
      const docs = newCollection(subject);
      await docs.insertOne({ _id: 1 as never, a: { b: 1, c: 2 }, list: [{ x: 1, y: 2 }, 5], z: 9 });
      const shown = async (projection: object) => docs.findOne({}, { projection });
      expect(await shown({ 'a.b': 1 })).toEqual({ _id: 1, a: { b: 1 } });
      expect(await shown({ _id: 0, 'list.x': 1 })).toEqual({ list: [{ x: 1 }] });
      expect(await shown({ _id: 1 })).toEqual({ _id: 1 });
    });

    it('a deletion removes one or all matching documents', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([{ a: 1 }, { a: 1 }, { a: 1 }, { a: 2 }]);
      expect((await docs.deleteOne({ a: 1 })).deletedCount).toBe(1);
      expect((await docs.deleteMany({ a: 1 })).deletedCount).toBe(2);
      expect(await docs.countDocuments({})).toBe(1);
    });

    it('a mixed bulk write runs in order', async () => {
      const docs = newCollection(subject);
      const result = await docs.bulkWrite([
        { insertOne: { document: { _id: 1 as never, n: 1 } } },
        { updateOne: { filter: { _id: 1 as never }, update: { $inc: { n: 1 } } } },
        { updateOne: { filter: { _id: 2 as never }, update: { $set: { n: 5 } }, upsert: true } },
        { deleteOne: { filter: { _id: 1 as never } } },
      ]);
      expect([result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount]).toEqual(
        [1, 1, 1, 1],
      );
      expect(await docs.find().toArray()).toEqual([{ _id: 2, n: 5 }]);
    });

    it('documents are counted, up to a limit', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([{ a: 1 }, { a: 2 }, { a: 2 }]);
      expect(await docs.countDocuments()).toBe(3);
      expect(await docs.countDocuments({ a: 2 })).toBe(2);
      expect(await docs.countDocuments({ a: { $gt: 0 } }, { limit: 2 })).toBe(2);
    });
  });
}
