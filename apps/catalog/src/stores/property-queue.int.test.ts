import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import type { PropertyDoc } from './property-document.ts';

const LEASE_MS = 60_000;
const leases = (count: number) => new Date(NOW.getTime() + count * LEASE_MS);

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe('a property that waits to be processed', () => {
  it('a property that waits to be processed keeps its schedule under the names that former versions know, and is found by it', async () => {
    const { queue, properties, database } = stores;
    const record = aProperty();
    await properties.add(record, SILENTLY);
    const saved = () => database.db.collection<PropertyDoc>('properties').findOne({ _id: record.id });
    const claimed = (now: Date) => queue.claimDue({ owner: 'test', leaseMs: LEASE_MS, now });
    await claimed(leases(0));
    const second = await claimed(leases(1));
    expect(await saved()).toMatchObject({ processing: { dueAt: record.updatedAt, claims: 2 } });
    await queue.retry(second!, { dueAt: leases(2), attempt: 1, internalErrors: 3 });
    const { trace } = SILENTLY;
    expect((await saved())?.processing).toEqual({ dueAt: leases(2), attempt: 1, internalErrors: 3, trace });
    expect(await queue.oldestDueAt(leases(1))).toBeUndefined();
    expect(await queue.oldestDueAt(leases(2))).toEqual(leases(2));
    const third = await claimed(leases(2));
    expect(third).toMatchObject({ record: { id: record.id }, trace, attempt: 1, internalErrors: 3 });
    await queue.end(third!, { kind: 'successful', stored: [], renditions: [] }, []);
    expect((await saved())?.processing).toEqual({ attempt: 0, internalErrors: 0, trace });
  });
});
