import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { page } from './page.ts';
import { useDatabase } from '../use-database.fixture.ts';

interface Thing {
  _id: string;
  accountId: string;
}

const database = useDatabase();

const things = () => database().db.collection<Thing>('things');
const idOf = (n: number) => String(n).padStart(3, '0');
const mine = { accountId: 'mine' };

async function fill(ns: readonly number[]): Promise<void> {
  await things().deleteMany({});
  const docs = ns.map((n) => ({ _id: idOf(n), accountId: 'mine' }));
  await things().insertMany([...docs, { _id: '0005', accountId: 'other' }, { _id: '9', accountId: 'other' }]);
}

describe('page', () => {
  it('a page is ordered and limited, and says whether there is more', async () => {
    await fill([3, 1, 2]);
    expect(await page(things(), mine, { limit: 2, order: 'asc' })).toEqual({
      hasMore: true,
      docs: [1, 2].map((n) => ({ _id: idOf(n), accountId: 'mine' })),
    });
    const rest = await page(things(), mine, { limit: 2, order: 'asc', startAfter: idOf(2) });
    expect(rest).toMatchObject({ hasMore: false, docs: [{ _id: idOf(3) }] });
    const last = await page(things(), mine, { limit: 3, order: 'desc' });
    expect(last).toMatchObject({
      hasMore: false,
      docs: [{ _id: idOf(3) }, { _id: idOf(2) }, { _id: idOf(1) }],
    });
  });

  it('a page counts all documents that match only when the query wants it', async () => {
    await fill([1, 2, 3]);
    const counted = await page(things(), mine, { limit: 1, order: 'asc', startAfter: idOf(2), count: true });
    expect(counted).toMatchObject({ hasMore: false, count: 3 });
    expect(counted).not.toHaveProperty('countIsLimited');
    expect(await page(things(), mine, { limit: 1, order: 'asc' })).not.toHaveProperty('count');
  });

  it('a page reads the fields that the query names, and the id', async () => {
    await fill([1]);
    await things().updateOne({ _id: idOf(1) }, { $set: { long: 'text' } });
    const { docs } = await page(things(), mine, { limit: 1, order: 'asc', fields: ['accountId'] });
    expect(docs).toEqual([{ _id: idOf(1), accountId: 'mine' }]);
  });

  it('a page narrows a filter that names ids itself', async () => {
    await fill([1, 2, 3]);
    const filter = { _id: { $in: [idOf(1), idOf(3)] } };
    const found = await page(things(), filter, { limit: 5, order: 'asc', startAfter: idOf(1) });
    expect(found.docs.map((doc) => doc._id)).toEqual([idOf(3)]);
  });

  it('pages neither repeat nor skip existing documents, whatever is inserted and deleted in between', async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 25 });
    const changes = fc.array(fc.record({ n: fc.integer({ min: 0, max: 99 }), add: fc.boolean() }), {
      maxLength: 12,
    });
    const order = fc.constantFrom('asc' as const, 'desc' as const);
    await fc.assert(
      fc.asyncProperty(
        numbers,
        changes,
        fc.integer({ min: 1, max: 5 }),
        order,
        async (ns, edits, limit, direction) => {
          await fill(ns);
          const touched = new Set(edits.map((edit) => idOf(edit.n)));
          const seen: string[] = [];
          const pending = [...edits];
          for (let startAfter: string | undefined, more = true; more;) {
            const result = await page(things(), mine, { limit, order: direction, startAfter });
            seen.push(...result.docs.map((doc) => doc._id));
            startAfter = seen.at(-1);
            more = result.hasMore;
            for (const edit of pending.splice(0, 3)) await apply(edit);
          }
          const sorted = [...new Set(seen)].sort();
          expect(seen).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
          const untouched = ns.map(idOf).filter((id) => !touched.has(id));
          expect(seen).toEqual(expect.arrayContaining(untouched));
        },
      ),
      { numRuns: 25 },
    );
  });
});

async function apply({ n, add }: { n: number; add: boolean }): Promise<void> {
  if (add) await things().updateOne({ _id: idOf(n) }, { $set: { accountId: 'mine' } }, { upsert: true });
  else await things().deleteOne({ _id: idOf(n) });
}
