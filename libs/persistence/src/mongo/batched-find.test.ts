import { describe, expect, it } from 'vitest';
import { BatchedFind } from './batched-find.ts';

const STORED = [
  { accountId: 'a', _id: '1' },
  { accountId: 'a', _id: '2' },
  { accountId: 'b', _id: '3' },
];

function world() {
  const queries: [string, string[]][] = [];
  const finds = new BatchedFind((accountId, ids) => {
    queries.push([accountId, ids]);
    return Promise.resolve(STORED.filter((doc) => doc.accountId === accountId && ids.includes(doc._id)));
  });
  return { finds, queries };
}

describe('documents that are looked up at the same moment', () => {
  it('documents that are looked up at the same time share one query for each account', async () => {
    const { finds, queries } = world();
    const keys = [
      { accountId: 'a', id: '2' },
      { accountId: 'b', id: '3' },
      { accountId: 'a', id: '1' },
      { accountId: 'a', id: '2' },
    ];
    const found = await Promise.all(keys.map((key) => finds.find(key)));
    expect(found.map((doc) => doc?._id)).toEqual(['2', '3', '1', '2']);
    expect(queries).toEqual([
      ['a', ['2', '1']],
      ['b', ['3']],
    ]);
  });

  it('a query that fails concerns the documents of its account only', async () => {
    const finds = new BatchedFind((accountId) =>
      accountId === 'a' ? Promise.reject(new Error('away')) : Promise.resolve(STORED.slice(2)),
    );
    const [refused, found] = await Promise.allSettled([
      finds.find({ accountId: 'a', id: '1' }),
      finds.find({ accountId: 'b', id: '3' }),
    ]);
    expect(refused).toEqual({ status: 'rejected', reason: new Error('away') });
    expect(found).toEqual({ status: 'fulfilled', value: STORED[2] });
  });

  it('a document of another account is not found', async () => {
    const { finds } = world();
    const found = await Promise.all(['a', 'b'].map((accountId) => finds.find({ accountId, id: '3' })));
    expect(found).toEqual([null, STORED[2]]);
  });
});
