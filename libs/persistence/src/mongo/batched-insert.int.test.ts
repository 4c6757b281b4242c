import { describe, expect, it } from 'vitest';
import { isDuplicateKey } from './driver-errors.ts';
import { BatchedInsert } from './batched-insert.ts';
import { ensureIndexes } from './indexes.ts';
import { useDatabase } from '../use-database.fixture.ts';

const database = useDatabase();

describe('documents that are inserted at the same moment', () => {
  it('documents that are inserted at the same time share one command and are refused on their own', async () => {
    const docs = database().db.collection<{ _id: string; key: string }>('grouped');
    await ensureIndexes(docs, [{ key: { key: 1 }, unique: true, name: 'key' }]);
    let commands = 0;
    const insertMany = docs.insertMany.bind(docs);
    docs.insertMany = (...all) => {
      commands += 1;
      return insertMany(...all);
    };
    const inserts = new BatchedInsert(docs);
    const given = [
      { _id: 'a', key: 'one' },
      { _id: 'b', key: 'one' },
      { _id: 'a', key: 'other' },
      { _id: 'c', key: 'two' },
    ];
    const outcomes = await Promise.allSettled(given.map((doc) => inserts.insert(doc)));
    expect(commands).toBe(1);
    const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as unknown));
    expect(reasons.map((reason) => reason && isDuplicateKey(reason, 'key'))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(reasons.map((reason) => reason && isDuplicateKey(reason, '_id_'))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(await docs.find().sort({ _id: 1 }).toArray()).toEqual([given[0], given[3]]);
  });

  it('documents that are inserted while the store is unavailable are all refused, and the next ones are not', async () => {
    const docs = database().db.collection<{ _id: string }>('grouped');
    const { insertMany } = docs;
    const inserts = new BatchedInsert(docs);
    docs.insertMany = () => Promise.reject(new Error('away'));
    const outcomes = await Promise.allSettled(['x', 'y'].map((_id) => inserts.insert({ _id })));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    docs.insertMany = insertMany;
    await inserts.insert({ _id: 'z' });
    expect(await docs.findOne({ _id: 'z' })).toEqual({ _id: 'z' });
  });
});
