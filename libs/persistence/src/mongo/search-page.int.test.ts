import { afterEach, describe, expect, it } from 'vitest';
import { COMPARED_MAX, searchPage } from './search-page.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Thing {
  _id: string;
  tags: string[];
}

const database = useDatabase();
const things = () => database().db.collection<Thing>('things');
afterEach(() => things().deleteMany({}));

const idOf = (n: number) => String(n).padStart(6, '0');
const both = { $and: [{ tags: 'a' }, { tags: 'b' }] };
const search = { filter: both, candidates: [{ tags: 'a' }, { tags: 'b' }] };

/** Each tag alone on as many things as are compared for a page, in turn, and both on the given ones. */
async function fill(withBoth: readonly number[]): Promise<number> {
  await things().createIndex({ tags: 1, _id: 1 });
  const total = COMPARED_MAX * 4;
  const tagsOf = (n: number) => (withBoth.includes(n) ? ['a', 'b'] : [n % 2 ? 'a' : 'b']);
  await things().insertMany(Array.from({ length: total }, (_, n) => ({ _id: idOf(n), tags: tagsOf(n) })));
  return total;
}

async function walk(order: 'asc' | 'desc', limit = 10) {
  const pages = [];
  for (let startAfter: string | undefined, more = true; more;) {
    const { docs, hasMore, continueAfter } = await searchPage(things(), search, { limit, order, startAfter });
    pages.push(docs.map(({ _id }) => _id));
    startAfter = continueAfter ?? docs.at(-1)?._id;
    more = hasMore;
  }
  return pages;
}

describe('a page of a search for two frequent things', () => {
  it('a page of a search for two frequent things ends before it is full after a bounded number of comparisons, and following pages find the rest', async () => {
    const found = [5, COMPARED_MAX * 2 + 100, COMPARED_MAX * 4 - 1];
    await fill(found);
    for (const order of ['asc', 'desc'] as const) {
      const pages = await walk(order);
      const expected = found.map(idOf);
      expect(pages.flat()).toEqual(order === 'asc' ? expected : expected.toReversed());
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.length).toBeLessThan(5);
    }
  });

  it('a page of a search for two frequent things is full, and goes on after its last document, when enough match', async () => {
    await fill([1, 2, 3, 4, 5]);
    const { continueAfter, ...page } = await searchPage(things(), search, { limit: 2, order: 'asc' });
    expect(page).toMatchObject({ hasMore: true, docs: [{ _id: idOf(1) }, { _id: idOf(2) }] });
    expect(continueAfter).toBeUndefined();
  });

  it('a page of a search for two frequent things has a lower bound for a count, which does not depend on the page', async () => {
    await fill([1, 2, 3, COMPARED_MAX * 3]);
    const count = async (query: object) => {
      const page = await searchPage(things(), search, { limit: 1, order: 'asc', count: true, ...query });
      return { count: page.count, countIsLimited: page.countIsLimited };
    };
    for (const query of [{}, { startAfter: idOf(4) }, { order: 'desc' }])
      expect(await count(query)).toEqual({ count: 3, countIsLimited: true });
  });

  it('a page of a search for two frequent things is exact and whole when an index finds few documents', async () => {
    await fill([7]);
    const rare = {
      filter: { $and: [{ tags: 'a' }, { tags: 'c' }] },
      candidates: [{ tags: 'a' }, { tags: 'c' }],
    };
    await things().updateOne({ _id: idOf(COMPARED_MAX * 4 - 1) }, { $set: { tags: ['a', 'c'] } });
    expect(await searchPage(things(), rare, { limit: 5, order: 'asc', count: true })).toEqual({
      hasMore: false,
      count: 1,
      docs: [{ _id: idOf(COMPARED_MAX * 4 - 1), tags: ['a', 'c'] }],
    });
  });
});
