import { PROPERTY_TYPES, ProcessingStatus, PropertyQuery } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { newId, termsOf } from '@estate/persistence';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { propertyDeleted } from '../announcements.ts';
import type { PropertyRecord } from '../domain/property.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const accountOf = async (all: readonly Partial<PropertyRecord>[], accountId = newId()) => {
  const records = all.map((each) => aProperty({ accountId, processingStatus: 'successful', ...each }));
  for (const record of records) await stores.properties.add(record, SILENTLY);
  return { accountId, records };
};

const titled = (title: string, city = 'Ulm') => {
  const { fields } = aProperty();
  return { fields: { ...fields, title, address: { ...fields.address, city } } };
};

const listed = async (accountId: string, query: object) =>
  stores.properties.list(accountId, PropertyQuery.parse({ limit: 100, ...query }));

const titlesOf = async (accountId: string, q: string) =>
  (await listed(accountId, { q })).records.map(({ fields }) => fields.title);

describe('a search for words', () => {
  it('a search for words finds properties in which every word begins a word of the title, the external id or the city', async () => {
    const { accountId } = await accountOf([
      { ...titled('Helle Wohnung am Park', 'München'), externalId: 'AB-12/3' },
      { ...titled('Große Dachgeschosswohnung', 'Köln'), externalId: 'AB-77' },
      { ...titled('Haus', 'Muenster'), externalId: 'C 1' },
    ]);
    expect(await titlesOf(accountId, 'WOHN')).toEqual(['Helle Wohnung am Park']);
    expect(await titlesOf(accountId, 'mu')).toEqual(['Helle Wohnung am Park', 'Haus']);
    expect(await titlesOf(accountId, 'Mün park')).toEqual(['Helle Wohnung am Park']);
    expect(await titlesOf(accountId, 'koeln GROSSE')).toEqual(['Große Dachgeschosswohnung']);
    expect(await titlesOf(accountId, 'dachgeschosswo')).toEqual(['Große Dachgeschosswohnung']);
    expect(await titlesOf(accountId, 'dachgeschossx')).toEqual([]);
    expect(await titlesOf(accountId, 'ab-12')).toEqual(['Helle Wohnung am Park']);
    expect(await titlesOf(accountId, 'ab')).toHaveLength(2);
    expect(await titlesOf(accountId, 'park haus')).toEqual([]);
    expect(await titlesOf(newId(), 'park')).toEqual([]);
  });

  it('a search for words follows an update and forgets a deleted property, in the count too', async () => {
    const { accountId, records } = await accountOf([titled('Haus am See'), titled('Haus am Wald')]);
    const [sea, forest] = records as [PropertyRecord, PropertyRecord];
    const next = { ...sea, ...titled('Hütte'), revision: 2 };
    await stores.properties.replace(sea, next, SILENTLY);
    expect(await titlesOf(accountId, 'haus')).toEqual(['Haus am Wald']);
    expect(await titlesOf(accountId, 'huette')).toEqual(['Hütte']);
    await stores.properties.markDeleting(forest, { token: 'a', now: NOW });
    await stores.properties.remove(forest, 'a', propertyDeleted(forest, { clock: () => NOW, newId }));
    expect(await listed(accountId, { q: 'haus', count: true })).toEqual({
      hasMore: false,
      records: [],
      count: 0,
    });
    expect(await listed(accountId, { count: true })).toMatchObject({ count: 1 });
  });
});

/** As plain as it can be said. */
const plain = (text: string) =>
  text.toLowerCase().normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')
    .replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u')
    .split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''); // oxfmt-ignore

const TYPES: PropertyType[] = ['apartmentBuy', 'houseRent', 'officeBuy'];

const CONTACTS = [newId(), newId()];

const fits = (record: PropertyRecord, query: PropertyQuery) =>
  (query.contactId ?? record.contactId) === record.contactId && fitsContent(record, query);

const fitsContent = ({ type, processingStatus, externalId, fields }: PropertyRecord, query: PropertyQuery) =>
  (query.type ?? type) === type &&
  (query.deal ?? PROPERTY_TYPES[type].deal) === PROPERTY_TYPES[type].deal &&
  (query.processingStatus ?? processingStatus) === processingStatus &&
  (query.externalId ?? externalId) === externalId &&
  plain(query.q ?? '').every((wanted) =>
    plain(`${fields.title} ${fields.address.city} ${externalId}`).some((word) => word.startsWith(wanted)),
  );

const wild = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aäeouüöß é-/1Ⅷ🏠İ'), minLength: 1, maxLength: 14 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
  fc.constantFrom('Wohnung', 'wohnen', 'MÜNCHEN', 'Dachgeschosswohnung', 'Strasse', 'straße 7'),
);

describe('a list of properties', () => {
  it('a list of properties shows and counts exactly what a look at every property selects, whatever is asked', async () => {
    const house = fc.record({
      type: fc.constantFrom(...TYPES),
      processingStatus: fc.constantFrom(...ProcessingStatus.options),
      contactId: fc.constantFrom(undefined, ...CONTACTS),
      title: wild,
      city: wild,
    });
    const asked = fc.record(
      {
        q: fc.tuple(wild, fc.nat({ max: 12 })).map(([text, cut]) => text.slice(0, cut + 1)),
        type: fc.constantFrom(...TYPES),
        deal: fc.constantFrom('sale', 'rent'),
        processingStatus: fc.constantFrom(...ProcessingStatus.options),
        externalId: fc.constantFrom('E-0', 'E-3'),
        contactId: fc.constantFrom(...CONTACTS),
        order: fc.constantFrom('asc', 'desc'),
        limit: fc.integer({ min: 1, max: 4 }),
      },
      { requiredKeys: ['limit'] },
    );
    const property = fc.asyncProperty(
      fc.array(house, { minLength: 1, maxLength: 10 }),
      fc.array(asked, { minLength: 4, maxLength: 12 }),
      async (houses, queries) => {
        const { accountId, records } = await accountOf(
          houses.map(({ title, city, contactId, ...house }, at) => ({
            ...titled(title, city),
            ...house,
            ...(contactId !== undefined && { contactId, contactRevision: 1 }),
            externalId: `E-${at}`,
          })),
        );
        for (const each of queries) {
          const parsed = PropertyQuery.safeParse({ ...each, count: 'true' });
          if (!parsed.success) continue;
          const query = parsed.data;
          const wanted = records.filter((record) => fits(record, query)).map(({ id }) => id);
          const seen: string[] = [];
          for (let more = true; more;) {
            const startAfter = seen.at(-1);
            const page = await stores.properties.list(accountId, { ...query, startAfter });
            seen.push(...page.records.map(({ id }) => id));
            more = page.hasMore;
            expect(page.count).toBe(wanted.length);
          }
          expect(seen).toEqual(query.order === 'asc' ? wanted : wanted.toReversed());
        }
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});

describe('a search for two words that many properties have and few have both', () => {
  const COUNT = 2800;
  const BOTH = [COUNT / 2, COUNT - 1];

  it('a search for two words that many properties have and few have both finds all of them page by page, in any order and with other filters, and counts a lower bound', async () => {
    const { accountId, records } = await accountOf([titled('Garten')]);
    const docs = stores.database.db.collection<{ _id: string; terms: string[] }>('properties');
    const [template] = await docs.find({ _id: records[0]!.id }).toArray();
    const ids = Array.from({ length: COUNT }, () => newId());
    const termsAt = (at: number) => termsOf(BOTH.includes(at) ? 'Berlin Köln' : at % 2 ? 'Berlin' : 'Köln');
    await docs.insertMany(
      ids.map((_id, at) => ({ ...template!, _id, externalId: `many-${at}`, terms: termsAt(at) })),
    );
    const expected = BOTH.map((at) => ids[at]!);
    for (const query of [
      {},
      { order: 'desc' },
      { processingStatus: 'successful' },
      { type: records[0]!.type },
    ]) {
      const found: string[] = [];
      let pages = 0;
      for (let startAfter: string | undefined, more = true; more; pages += 1) {
        const page = await listed(accountId, { q: 'berlin köln', count: true, ...query, startAfter });
        expect(page).toMatchObject({ count: 1, countIsLimited: true });
        found.push(...page.records.map(({ id }) => id));
        startAfter = page.continueAfter ?? found.at(-1);
        more = page.hasMore;
      }
      expect(found).toEqual('order' in query ? expected.toReversed() : expected);
      expect(pages).toBe(2);
    }
  });
});
