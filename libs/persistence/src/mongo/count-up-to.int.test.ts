import { describe, expect, it } from 'vitest';
import { countUpTo } from './count-up-to.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Thing {
  _id: string;
  accountId: string;
}

const database = useDatabase();

describe('countUpTo', () => {
  it('a count is exact up to its limit and says when more documents match', async () => {
    const things = database().db.collection<Thing>('things');
    await things.insertMany(['a', 'b', 'c', 'd'].map((_id) => ({ _id, accountId: _id < 'd' ? '1' : '2' })));
    expect(await countUpTo(things, { accountId: '1' }, 4)).toEqual({ count: 3 });
    expect(await countUpTo(things, { accountId: '1' }, 3)).toEqual({ count: 3 });
    expect(await countUpTo(things, { accountId: '1' }, 2)).toEqual({ count: 2, countIsLimited: true });
    expect(await countUpTo(things, { accountId: '3' }, 2)).toEqual({ count: 0 });
  });
});
