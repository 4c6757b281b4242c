import { MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { ensureIndexes } from './indexes.ts';
import { insertUnique } from './insert-each.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();

describe('inserting what an index allows once', () => {
  it('inserting many documents returns for each whether it was inserted', async () => {
    const docs = database().db.collection<{ _id: string; key: string }>('unique');
    await ensureIndexes(docs, [{ key: { key: 1 }, unique: true, name: 'key' }]);
    const of = (...keys: string[]) => keys.map((key, n) => ({ _id: `${key}-${n}-${Math.random()}`, key }));
    expect(await insertUnique(docs, of('a', 'b', 'a'), 'key')).toEqual([true, true, false]);
    expect(await insertUnique(docs, of('c', 'b', 'd'), 'key')).toEqual([true, false, true]);
    expect(await insertUnique(docs, [], 'key')).toEqual([]);
    expect(await docs.countDocuments()).toBe(4);
  });

  it('inserting many documents is retried for those that a write conflict left out', async () => {
    const docs = database().db.collection<{ _id: string; key: string }>('abandoned');
    await ensureIndexes(docs, [{ key: { key: 1 }, unique: true, name: 'key' }]);
    const [first, rival, last] = ['first', 'rival', 'last'].map((key) => ({ _id: key, key }));
    const insertMany = docs.insertMany.bind(docs);
    let abandoned = 0;
    docs.insertMany = async (...all) => {
      if (abandoned++ > 0) return insertMany(...all);
      await insertMany([first!, { _id: 'of another', key: 'rival' }]);
      throw new MongoServerError({ code: 1, errmsg: 'deadlock detected' });
    };
    expect(await insertUnique(docs, [first!, rival!, last!], 'key')).toEqual([true, false, true]);
    expect(abandoned).toBe(2);
    expect((await docs.find().toArray()).map(({ _id }) => _id)).toEqual(
      expect.arrayContaining(['first', 'of another', 'last']),
    );
    abandoned = 0;
    const twins = [
      { _id: 'twin', key: 'one' },
      { _id: 'twin', key: 'two' },
    ];
    docs.insertMany = async (...all) => {
      if (abandoned++ > 0) return insertMany(...all);
      await insertMany([twins[0]!]);
      throw new MongoServerError({ code: 1, errmsg: 'deadlock detected' });
    };
    await expect(insertUnique(docs, twins, 'key')).rejects.toMatchObject({ code: 11_000 });
    docs.insertMany = () => Promise.reject(new MongoServerError({ code: 112, errmsg: 'WriteConflict' }));
    await expect(insertUnique(docs, [{ _id: 'never', key: 'never' }], 'key')).rejects.toThrow(
      'WriteConflict',
    );
  });

  it('inserting many documents fails for one that another rule refuses', async () => {
    const docs = database().db.collection<{ _id: string; key: string }>('unique');
    const again = [
      { _id: 'same', key: 'x' },
      { _id: 'same', key: 'y' },
    ];
    await expect(insertUnique(docs, again, 'key')).rejects.toMatchObject({ code: 11_000 });
  });
});
