import { type Collection, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { errorOf, newCollection, type Subject } from './server-under-test.ts';

/** A command that is refused, or that finds nothing, leaves the documents as they were. */
export function atomicitySuite(subject: Subject): void {
  const exists = async (docs: Collection): Promise<boolean> =>
    docs.indexes().then(
      () => true,
      () => false,
    );

  const commands: [string, (docs: Collection) => Promise<unknown>][] = [
    ['an update', (docs) => docs.updateOne({ a: 1 }, { $set: { b: 1 } })],
    ['an update of many', (docs) => docs.updateMany({}, { $set: { b: 1 } })],
    ['a replacement', (docs) => docs.replaceOne({ a: 1 }, { b: 1 })],
    ['findOneAndUpdate', (docs) => docs.findOneAndUpdate({ a: 1 }, { $set: { b: 1 } })],
    ['findOneAndDelete', (docs) => docs.findOneAndDelete({ a: 1 })],
    ['a deletion', (docs) => docs.deleteMany({})],
    ['find', (docs) => docs.find({ a: 1 }).toArray()],
    ['a count', (docs) => docs.countDocuments({ a: 1 })],
  ];

  describe('a collection that does not exist', () => {
    it.each(commands)('a missing collection is not created by %s', async (_, run) => {
      const docs = newCollection(subject);
      await run(docs);
      expect(await exists(docs)).toBe(false);
    });

    it('a missing collection is created by an upsert, also by one among updates', async () => {
      const docs = newCollection(subject);
      await docs.bulkWrite([
        { updateOne: { filter: { a: 1 }, update: { $set: { b: 1 } } } },
        { updateOne: { filter: { a: 2 }, update: { $set: { b: 2 } }, upsert: true } },
        { updateOne: { filter: { a: 2 }, update: { $set: { b: 3 } } } },
      ]);
      expect(await docs.find({}, { projection: { _id: 0, a: 1, b: 1 } }).toArray()).toEqual([{ a: 2, b: 3 }]);
    });

    it('an invalid update of a missing collection is refused', async () => {
      expect((await errorOf(newCollection(subject).updateOne({}, { $nonsense: { a: 1 } })))['code']).toBe(9);
    });
  });

  describe('createIndexes', () => {
    const names = async (docs: Collection): Promise<unknown[]> =>
      (await docs.indexes()).map(({ name }) => name);

    it('createIndexes creates none of its indexes when one cannot be built', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([{ a: 1, b: 1 }, { a: 2, b: 1 }]); // oxfmt-ignore
      const both = docs.createIndexes([{ key: { a: 1 } }, { key: { b: 1 }, unique: true }]);
      expect((await errorOf(both))['code']).toBe(11000);
      expect(await names(docs)).toEqual(['_id_']);
      await docs.createIndexes([{ key: { a: 1 }, unique: true }, { key: { b: 1 } }]);
      expect(await names(docs)).toEqual(['_id_', 'a_1', 'b_1']);
      expect((await errorOf(docs.insertOne({ a: 1 })))['code']).toBe(11000);
    });

    it('createIndexes creates none of its indexes when one conflicts with an existing index', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ b: 1 }, { name: 'mine' });
      const both = docs.createIndexes([{ key: { a: 1 } }, { key: { c: 1 }, name: 'mine' }]);
      expect((await errorOf(both))['code']).toBeOneOf([85, 86]);
      expect(await names(docs)).toEqual(['_id_', 'mine']);
    });
  });

  describe('an upsert', () => {
    it('an upsert copies no condition on an array element into the new document', async () => {
      const docs = newCollection(subject);
      const filter = { key: 1, list: { $elemMatch: { id: 7, state: 'due' } } };
      await docs.updateOne(filter, { $set: { n: 1 } }, { upsert: true });
      expect(await docs.find().toArray()).toEqual([{ _id: expect.any(ObjectId), key: 1, n: 1 }]);
    });

    it('an upsert by findOneAndUpdate copies nothing from an $elemMatch within $and', async () => {
      const docs = newCollection(subject);
      const filter = { $and: [{ key: 1 }, { list: { $elemMatch: { id: 7 } } }] };
      const made = await docs.findOneAndUpdate(filter, { $push: { list: { id: 7 } } } as never, {
        upsert: true,
        returnDocument: 'after',
      });
      expect(made).toEqual({ _id: expect.any(ObjectId), key: 1, list: [{ id: 7 }] });
    });
  });
}
