import { PropertyQuery } from '@estate/contracts';
import { newId } from '@estate/persistence';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import type { Among } from './listed-among.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

/** The answer of another service that has these ids, and reads at most so many of them at once. */
const amongst =
  (listed: readonly string[], order: 'asc' | 'desc', { asked = [] as string[][], read = 3 } = {}): Among =>
  (ids) => {
    asked.push(ids);
    const isAfter = (id: string, other: string) => (order === 'asc' ? id > other : id < other);
    const sorted = order === 'asc' ? listed.toSorted() : listed.toSorted().toReversed();
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    const part = sorted.filter((id) => !isAfter(first, id)).slice(0, read + 1);
    const next = part.find((id) => isAfter(id, last)) ?? (part.length > read ? part.at(-1) : undefined);
    const isKnown = (id: string) => part.includes(id) && (next === undefined || isAfter(next, id));
    return Promise.resolve({ propertyIds: ids.filter(isKnown), next });
  };

const aHome = (accountId: string, title: string) => {
  const record = aProperty({ accountId, processingStatus: 'successful' });
  return { ...record, fields: { ...record.fields, title } };
};

async function walk(accountId: string, listed: readonly string[], asked: object) {
  const query = PropertyQuery.parse(asked);
  const shown: string[] = [];
  for (let startAfter: string | undefined, hasMore = true; hasMore;) {
    const page = await stores.properties.list(accountId, {
      ...{ ...query, startAfter },
      among: amongst(listed, query.order),
    });
    shown.push(...page.records.map(({ id }) => id));
    startAfter = page.continueAfter ?? page.records.at(-1)?.id;
    ({ hasMore } = page);
  }
  return shown;
}

describe('properties of which another service knows a part', () => {
  it('properties of which another service knows a part are listed exactly once and counted exactly, with every filter and in both orders', async () => {
    const accountId = newId();
    const records = Array.from({ length: 30 }, (_, at) => aHome(accountId, at % 3 ? 'Haus' : 'Villa am See'));
    for (const record of records) await stores.properties.add(record, SILENTLY);
    const asked = fc.record(
      {
        q: fc.constantFrom('haus', 'villa see'),
        deal: fc.constantFrom('sale', 'rent'),
        processingStatus: fc.constantFrom('successful', 'failed'),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(
      fc.subarray(records),
      asked,
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 1, max: 7 }),
      async (known, filters, order, limit) => {
        const all = await stores.properties.list(accountId, PropertyQuery.parse({ ...filters, limit: 100 }));
        const listed = [...known.map(({ id }) => id), newId()];
        const expected = all.records.map(({ id }) => id).filter((id) => listed.includes(id));
        const query = { ...filters, order, limit };
        expect(await walk(accountId, listed, query)).toEqual(
          order === 'asc' ? expected : expected.toReversed(),
        );
        const counted = await stores.properties.list(accountId, {
          ...PropertyQuery.parse({ ...query, count: 'true' }),
          among: amongst(listed, 'asc'),
        });
        expect(counted.count).toBe(expected.length);
        expect(counted).not.toHaveProperty('countIsLimited');
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it('a few among thousands of properties are found in as many comparisons as there are of them', async () => {
    const accountId = newId();
    const template = aHome(accountId, 'Haus');
    await stores.properties.add(template, SILENTLY);
    const docs = stores.database.db.collection<{ _id: string; externalId: string }>('properties');
    const doc = await docs.findOne({ _id: template.id });
    const ids = Array.from({ length: 9000 }, newId);
    await docs.insertMany(ids.map((_id) => ({ ...doc, _id, externalId: _id })));
    const listed = [ids[10], ids[4000], ids[8999]].map(String);
    const asked: string[][] = [];
    const page = await stores.properties.list(accountId, {
      ...PropertyQuery.parse({ limit: 10 }),
      among: amongst(listed, 'asc', { asked }),
    });
    expect(page.records.map(({ id }) => id)).toEqual(listed);
    expect(page.hasMore).toBe(false);
    expect(asked.length).toBeLessThanOrEqual(listed.length + 1);
  });
});
