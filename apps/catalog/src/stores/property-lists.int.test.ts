import { newId } from '@estate/persistence';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores, openTestStoresOn } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { propertyDeleted } from '../announcements.ts';

let one: TestStores;
let other: TestStores;
beforeAll(async () => {
  one = await openTestStores();
  other = await openTestStoresOn(one);
});
afterAll(async () => {
  await other.close();
  await one.close();
});

describe('two catalogs side by side', () => {
  it('two catalogs side by side give an external id to one property only, however many are made at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const accountId = newId();
      const rivals = Array.from({ length: 8 }, () => aProperty({ accountId, externalId: `A-${round}` }));
      // An engine may refuse a rival for a reason of its own, such as a deadlock; it lost all the same.
      const settled = await Promise.allSettled(
        rivals.map((record, n) => (n % 2 ? one : other).properties.add(record, SILENTLY)),
      );
      const added = settled.map((each) => each.status === 'fulfilled' && each.value);
      expect(added.filter(Boolean)).toHaveLength(1);
      const winner = rivals[added.indexOf(true)]?.id;
      expect(await one.properties.ofExternalId(accountId, `A-${round}`)).toMatchObject({
        propertyId: winner,
      });
    }
  });

  it('see an external id freed by a delete, and give it away once again', async () => {
    const record = aProperty({ externalId: 'freed', accountId: newId() });
    await one.properties.add(record, SILENTLY);
    await one.properties.markDeleting(record, { token: 'a', now: new Date() });
    const deleted = propertyDeleted(record, { clock: () => new Date(), newId });
    await one.properties.remove(record, 'a', deleted);
    const again = ['x', 'y'].map(() => aProperty({ externalId: 'freed', accountId: record.accountId }));
    const added = await Promise.all(again.map((each) => other.properties.add(each, SILENTLY)));
    expect(added.filter(Boolean)).toHaveLength(1);
  });
});

const change = fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), at: fc.nat() });

describe('a list that is read page by page', () => {
  it('a list that is read page by page shows everything that stays exactly once and in order, whatever comes and goes meanwhile', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 4 }), { minLength: 3, maxLength: 6 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      async (changes, limit, order) => {
        const accountId = newId();
        const add = async () => {
          const record = aProperty({ accountId });
          await one.properties.add(record, SILENTLY);
          return record;
        };
        const live = await Promise.all(Array.from({ length: 9 }, add));
        const steady = new Set(live.map(({ id }) => id));
        const shown: string[] = [];
        for (let page = 0; ; page += 1) {
          const startAfter = shown.at(-1);
          const { records, hasMore } = await other.properties.list(accountId, {
            limit,
            order,
            ...(startAfter !== undefined && { startAfter }),
          });
          shown.push(...records.map(({ id }) => id));
          if (!hasMore) break;
          for (const { kind, at } of changes[page] ?? []) {
            const [gone] = kind === 'remove' ? live.splice(at % Math.max(live.length, 1), 1) : [];
            if (kind === 'add') live.push(await add());
            if (!gone) continue;
            steady.delete(gone.id);
            await one.properties.markDeleting(gone, { token: 'a', now: new Date() });
            await one.properties.remove(gone, 'a', propertyDeleted(gone, { clock: () => new Date(), newId }));
          }
        }
        expect(shown).toEqual(order === 'asc' ? shown.toSorted() : shown.toSorted().reverse());
        expect(new Set(shown).size).toBe(shown.length);
        expect([...steady].filter((id) => !shown.includes(id))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 12 });
  });
});
