import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { restOfList } from './rest-of-list.ts';

interface Row {
  id: string;
  state: string;
}

const KEY = ['listings', {}];

/** A list of five rows in pages of two, whose first page is known. */
function listOf(state: string) {
  const stored: Row[] = ['5', '4', '3', '2', '1'].map((id) => ({ id, state }));
  const asked: (string | undefined)[] = [];
  const pageAfter = (startAfter?: string) => {
    const from = startAfter === undefined ? 0 : stored.findIndex(({ id }) => id === startAfter) + 1;
    return {
      data: stored.slice(from, from + 2).map((row) => ({ ...row })),
      hasMore: from + 2 < stored.length,
    };
  };
  const head = pageAfter();
  const load = async ({ startAfter }: { startAfter?: string | undefined }) => {
    asked.push(startAfter);
    return pageAfter(startAfter);
  };
  const client = new QueryClient();
  const options = restOfList<Row>({ key: KEY, load }, head);
  client.setQueryData(options.queryKey, { pages: [head], pageParams: [undefined] });
  const shown = () => client.getQueryData(options.queryKey)?.pages.flatMap(({ data }) => data);
  return { client, asked, stored, shown, observer: () => new InfiniteQueryObserver(client, options) };
}

describe('the pages of a list behind the first one', () => {
  it('rows behind the first page are read again after an action of the reader', async () => {
    const { client, asked, stored, shown, observer } = listOf('failed');
    const list = observer();
    const end = list.subscribe(() => undefined);
    expect(asked).toEqual([]);
    await list.fetchNextPage();
    expect(asked).toEqual(['4']);
    for (const row of stored) row.state = 'pending';
    await client.invalidateQueries({ queryKey: ['listings'] });
    expect(asked).toEqual(['4', undefined, '4']);
    expect(shown()?.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending', 'pending']);
    end();
    client.clear();
  });

  it('rows that were not shown at the time of the action are read again when they are', async () => {
    const { client, asked, observer } = listOf('failed');
    await observer().fetchNextPage();
    await client.invalidateQueries({ queryKey: ['listings'] });
    expect(asked).toEqual(['4']);
    const end = observer().subscribe(() => undefined);
    await expect.poll(() => asked).toEqual(['4', undefined, '4']);
    end();
    client.clear();
  });

  it('a list of which only the first page is shown reads nothing more after an action', async () => {
    const { client, asked, observer } = listOf('failed');
    const end = observer().subscribe(() => undefined);
    await client.invalidateQueries({ queryKey: ['listings'] });
    expect(asked).toEqual([]);
    end();
    client.clear();
  });
});
