import { MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { errorOf, newCollection, type Subject } from './server-under-test.ts';

export function indexesSuite(subject: Subject): void {
  describe('indexes', () => {
    it('a unique index refuses a duplicate and names it', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ account: 1, email: 1 }, { unique: true });
      await docs.insertOne({ account: 1, email: 'a' });
      await docs.insertOne({ account: 2, email: 'a' });
      const error = await errorOf(docs.insertOne({ account: 1, email: 'a' }));
      expect(error).toBeInstanceOf(MongoServerError);
      expect(error).toMatchObject({
        code: 11000,
        keyPattern: { account: 1, email: 1 },
        keyValue: { account: 1, email: 'a' },
      });
      expect(error['message']).toContain('E11000 duplicate key error collection');
      expect(error['message']).toContain('account_1_email_1');
      const byUpdate = await errorOf(docs.updateOne({ account: 2 }, { $set: { account: 1 } }));
      expect(byUpdate['code']).toBe(11000);
      expect(await docs.countDocuments({ account: 2 })).toBe(1);
    });

    it('a unique index accepts a value again once its document is changed or deleted', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ a: 1 }, { unique: true });
      await docs.insertMany([
        { _id: 1 as never, a: 1 },
        { _id: 2 as never, a: 2 },
      ]);
      await docs.updateOne({ _id: 1 as never }, { $set: { a: 3 } });
      await docs.deleteOne({ _id: 2 as never });
      await docs.insertMany([{ a: 1 }, { a: 2 }]);
      expect(await docs.countDocuments({ a: { $in: [1, 2, 3] } })).toBe(3);
    });

    it('a unique index distinguishes long values', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ a: 1 }, { unique: true });
      await docs.insertMany([{ a: 'l'.repeat(3000) }, { a: `${'l'.repeat(3000)}m` }]);
      expect((await errorOf(docs.insertOne({ a: 'l'.repeat(3000) })))['code']).toBe(11000);
    });

    it('a unique index treats a missing field as null, unless it is sparse', async () => {
      const [strict, sparse] = [newCollection(subject), newCollection(subject)];
      await strict.createIndex({ a: 1 }, { unique: true });
      await sparse.createIndex({ a: 1 }, { unique: true, sparse: true });
      await strict.insertOne({});
      expect((await errorOf(strict.insertOne({})))['code']).toBe(11000);
      await sparse.insertMany([{}, {}, { a: 1 }]);
      expect((await errorOf(sparse.insertOne({ a: 1 })))['code']).toBe(11000);
      expect(await sparse.countDocuments({ a: null })).toBe(2);
    });

    it('a unique partial index applies only to the documents of its filter', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ property: 1 }, { unique: true, partialFilterExpression: { open: true } });
      await docs.insertMany([
        { property: 1, open: false },
        { property: 1, open: false },
        { _id: 3 as never, property: 1, open: true },
      ]);
      expect((await errorOf(docs.insertOne({ property: 1, open: true })))['code']).toBe(11000);
      expect((await errorOf(docs.updateMany({ open: false }, { $set: { open: true } })))['code']).toBe(11000);
      await docs.updateOne({ _id: 3 as never }, { $set: { open: false } });
      await docs.insertOne({ property: 1, open: true });
      expect(await docs.countDocuments({ property: 1 })).toBe(4);
      expect(await docs.countDocuments({ property: 1, open: true })).toBe(1);
    });

    it.each([{ open: { $ne: true } }, { open: { $exists: false } }])(
      'a partial filter is refused: %j',
      async (partialFilterExpression) => {
        const error = await errorOf(
          newCollection(subject).createIndex({ a: 1 }, { partialFilterExpression }),
        );
        expect(error['code']).toBe(67);
      },
    );

    it('a unique index is not built over existing duplicates', async () => {
      const docs = newCollection(subject);
      await docs.insertMany([{ a: 1 }, { a: 1 }]);
      expect((await errorOf(docs.createIndex({ a: 1 }, { unique: true })))['code']).toBe(11000);
      expect(await docs.indexes()).toHaveLength(1);
    });

    it('an index may be created again, but not with other options', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ a: 1 }, { unique: true, name: 'mine' });
      await docs.createIndex({ a: 1 }, { unique: true, name: 'mine' });
      expect((await errorOf(docs.createIndex({ a: 1 }, { name: 'mine' })))['code']).toBeOneOf([85, 86]);
      expect((await errorOf(docs.createIndex({ b: 1 }, { name: 'mine' })))['code']).toBeOneOf([85, 86]);
      expect((await errorOf(docs.createIndex({ a: 1 }, { unique: true, name: 'other' })))['code']).toBe(85);
    });

    it('indexes are listed with their options', async () => {
      const docs = newCollection(subject);
      await docs.createIndexes([
        { key: { a: 1 }, unique: true },
        { key: { at: 1 }, expireAfterSeconds: 60 },
        { key: { b: 1 }, sparse: true },
      ]);
      const listed = await docs.indexes();
      expect(listed.map(({ name }) => name)).toEqual(['_id_', 'a_1', 'at_1', 'b_1']);
      expect(listed).toMatchObject([
        {},
        { key: { a: 1 }, unique: true },
        { expireAfterSeconds: 60 },
        { sparse: true },
      ]);
    });

    it('an index finds a field of documents in an array until it is removed', async () => {
      const docs = newCollection(subject);
      await docs.createIndex({ 'outbox.at': 1 }, { sparse: true });
      await docs.insertMany([
        {
          _id: 1 as never,
          outbox: [
            { id: 'x', at: 1 },
            { id: 'y', at: 2 },
          ],
        },
        { _id: 2 as never, outbox: [] },
      ]);
      const due = async () => (await docs.find({ 'outbox.at': { $lte: 5 } }).toArray()).length;
      expect(await due()).toBe(1);
      await docs.updateOne({ _id: 1 as never }, { $pull: { outbox: { id: 'x' } } } as never);
      expect(await due()).toBe(1);
      await docs.updateOne({ _id: 1 as never }, { $pull: { outbox: { id: 'y' } } } as never);
      expect(await due()).toBe(0);
    });
  });
}
