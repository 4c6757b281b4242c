import { Binary, type Document, Long, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { errorOf, newCollection, type Subject } from './server-under-test.ts';

export function updatesSuite(subject: Subject): void {
  const updated = async (doc: object, update: Document, options: object = {}): Promise<unknown> => {
    const docs = newCollection(subject);
    await docs.insertOne({ _id: 1 as never, ...doc });
    const { filter = { _id: 1 }, ...rest } = options as { filter?: Document };
    await docs.updateOne(filter, update, rest);
    const { _id, ...fields } = (await docs.findOne({ _id: 1 as never })) ?? {};
    return fields;
  };
  const refusal = async (doc: object, update: Document, options: object = {}): Promise<unknown> =>
    (await errorOf(updated(doc, update, options)))['code'];

  describe('update operators', () => {
    it('$set and $unset change fields, also nested ones', async () => {
      expect(await updated({ a: { b: 1 } }, { $set: { 'a.c': 2, 'd.e': 3 } })).toEqual({
        a: { b: 1, c: 2 },
        d: { e: 3 },
      });
      expect(
        await updated({ a: { b: 1, c: 2 }, d: [1, 2] }, { $unset: { 'a.b': '', 'd.0': '', x: '' } }),
      ).toEqual({ a: { c: 2 }, d: [null, 2] });
      expect(await updated({ a: [1] }, { $set: { 'a.3': 4 } })).toEqual({ a: [1, null, null, 4] });
    });

    it('$set replaces a binary that differs only in bytes that are not UTF-8', async () => {
      const [ff, fe] = [new Binary(Buffer.from([0xff])), new Binary(Buffer.from([0xfe]))];
      expect(await updated({ a: ff }, { $set: { a: fe } })).toEqual({ a: fe });
    });

    it('$inc and $max calculate in the wider number type', async () => {
      expect(await updated({ a: 1 }, { $inc: { a: 2, c: 5 } })).toEqual({ a: 3, c: 5 });
      expect(await updated({ a: 5, b: 3 }, { $max: { a: 3, b: 5, c: 1 } })).toEqual({ a: 5, b: 5, c: 1 });
      expect(await updated({ a: 1.5 }, { $inc: { a: 1 } })).toEqual({ a: 2.5 });
      expect(await updated({ a: Long.fromString('9007199254740993') }, { $inc: { a: 1 } })).toEqual({
        a: Long.fromString('9007199254740994'),
      });
      expect(await updated({ a: 2147483647 }, { $inc: { a: 1 } })).toEqual({ a: 2147483648 });
      expect(await refusal({ a: Long.MAX_VALUE }, { $inc: { a: 1 } })).toBe(2);
    });

    it('$push appends elements and keeps the last ones', async () => {
      expect(await updated({}, { $push: { a: 1 } })).toEqual({ a: [1] });
      expect(await updated({ a: [3] }, { $push: { a: { $each: [2, 9] } } })).toEqual({ a: [3, 2, 9] });
      expect(await updated({ a: [3, 1] }, { $push: { a: { $each: [2, 9], $slice: -3 } } })).toEqual({
        a: [1, 2, 9],
      });
    });

    it('$pull removes the elements that satisfy its conditions', async () => {
      const docs = { a: [{ x: 1, y: 2 }, { x: 3 }, 'x'] };
      expect(await updated(docs, { $pull: { a: { x: 1 } } })).toEqual({ a: [{ x: 3 }, 'x'] });
      expect(await updated(docs, { $pull: { a: { x: { $in: [1, 3] } } } })).toEqual({ a: ['x'] });
      expect(await updated({}, { $pull: { a: { x: 1 } } })).toEqual({});
      const id = new ObjectId();
      expect(
        await updated({ a: [{ id }, { id: new ObjectId() }] }, { $pull: { a: { id: { $ne: id } } } }),
      ).toEqual({ a: [{ id }] });
    });

    it('an update that cannot be applied is refused and leaves the document unchanged', async () => {
      expect(await refusal({ a: 1 }, { $set: { a: 1, 'a.b': 2 } })).toBe(40);
      expect(await refusal({ a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } })).toBe(40);
      expect(await refusal({}, { $set: { _id: 2 } })).toBe(66);
      expect(await refusal({ a: 'x' }, { $inc: { a: 1 } })).toBe(14);
      expect(await refusal({ a: 5 }, { $set: { 'a.b': 1 } })).toBe(28);
      expect(await refusal({ a: [1] }, { $set: { 'a.b': 1 } })).toBe(28);
      expect(await refusal({ a: 1 }, { $push: { a: 1 } })).toBe(2);
      expect(await refusal({ a: 1 }, { $nonsense: { a: 1 } })).toBe(9);
    });

    it('an update counts only changed documents as modified', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([{ a: 1 }, { a: 2 }]);
      const result = await docs.updateMany({}, { $set: { a: 2 } });
      expect([result.matchedCount, result.modifiedCount]).toEqual([2, 1]);
    });
  });

  describe('upserts and replacements', () => {
    it('an upsert inserts the equalities of the filter, $set and $setOnInsert; an update of an existing document skips $setOnInsert', async () => {
      const docs = newCollection(subject);
      const upsert = () =>
        docs.updateOne(
          { key: 'k', 'sub.x': { $eq: 1 }, n: { $gt: 0 } },
          { $set: { n: 7 }, $setOnInsert: { first: true } },
          { upsert: true },
        );
      const first = await upsert();
      expect(first.upsertedCount).toBe(1);
      expect(await docs.findOne({ _id: first.upsertedId as never })).toMatchObject({
        key: 'k',
        sub: { x: 1 },
        n: 7,
        first: true,
      });
      await docs.updateOne({ key: 'k' }, { $unset: { first: '' } });
      expect((await upsert()).upsertedCount).toBe(0);
      expect(await docs.findOne({ key: 'k' })).not.toHaveProperty('first');
    });

    it('concurrent upserts on a unique field create one document', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ key: 1 }, { unique: true });
      const upsert = () => docs.updateOne({ key: 1 }, { $inc: { n: 1 } }, { upsert: true });
      const results = await Promise.allSettled(Array.from({ length: 20 }, upsert));
      const done = results.filter(({ status }) => status === 'fulfilled').length;
      expect(await docs.find().toArray()).toMatchObject([{ key: 1, n: done }]);
    });

    it('a replacement replaces a whole document except its _id', async () => {
      const docs = newCollection(subject);
      await docs.insertOne({ _id: 1 as never, a: 1, b: 2 });
      await docs.replaceOne({ a: 1 }, { c: 3 });
      expect(await docs.findOne()).toEqual({ _id: 1, c: 3 });
      expect((await errorOf(docs.replaceOne({}, { _id: 2 as never, c: 3 })))['code']).toBe(66);
      await docs.replaceOne({ _id: 5 as never, x: 1 }, { y: 1 }, { upsert: true });
      expect(await docs.findOne({ _id: 5 as never })).toEqual({ _id: 5, y: 1 });
    });
  });

  describe('find and modify', () => {
    it('findOneAndUpdate returns the first document in order, before or after the update, projected', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([
        { _id: 1 as never, due: 9, n: 0 },
        { _id: 2 as never, due: 3, n: 0 },
      ]);
      const update = { $inc: { n: 1 } };
      expect(await docs.findOneAndUpdate({}, update, { sort: { due: 1 } })).toEqual({ _id: 2, due: 3, n: 0 });
      const after = await docs.findOneAndUpdate({}, update, {
        sort: { due: -1 },
        returnDocument: 'after',
        projection: { n: 1 },
      });
      expect(after).toEqual({ _id: 1, n: 1 });
      expect(await docs.findOneAndUpdate({ _id: 9 as never }, update)).toBeNull();
      expect(
        await docs.findOneAndUpdate({ _id: 9 as never }, update, { upsert: true, returnDocument: 'after' }),
      ).toEqual({ _id: 9, n: 1 });
      expect(await docs.findOneAndDelete({ _id: 9 as never })).toEqual({ _id: 9, n: 1 });
      expect(
        await docs.findOneAndReplace({ _id: 2 as never }, { z: 1 }, { returnDocument: 'after' }),
      ).toEqual({ _id: 2, z: 1 });
    });

    it('concurrent findOneAndUpdate calls lose no update and claim each task once', async () => {
      const docs = newCollection(subject);
      await docs.insertOne({ _id: 'n' as never, n: 0 });
      await Promise.all(
        Array.from({ length: 60 }, () => docs.findOneAndUpdate({ _id: 'n' as never }, { $inc: { n: 1 } })),
      );
      expect(await docs.findOne({ _id: 'n' as never })).toEqual({ _id: 'n', n: 60 });
      await docs.insertMany(Array.from({ length: 30 }, (_, at) => ({ _id: at as never, state: 'due' })));
      const claims = Array.from({ length: 40 }, () =>
        docs.findOneAndUpdate({ state: 'due' }, { $set: { state: 'leased' } }),
      );
      const taken = (await Promise.all(claims)).filter((task) => task !== null).map(({ _id }) => _id);
      expect(new Set(taken).size).toBe(30);
      expect(taken).toHaveLength(30);
    });
  });
}
