import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';

const LEASE_MS = 60_000;
const after = (ms: number) => new Date(NOW.getTime() + ms);

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe('a property that is being processed', () => {
  it('belongs to one process for as long as that extends its lease, and to the next one after', async () => {
    const { queue, properties } = stores;
    const record = aProperty();
    await properties.add(record, SILENTLY);
    const claimed = await queue.claimDue({ owner: 'one', leaseMs: LEASE_MS, now: NOW });
    if (!claimed) throw new Error('nothing was due');
    expect(claimed.record.id).toBe(record.id);
    expect(await queue.oldestDueAt(NOW)).toEqual(claimed.schedule.dueAt);
    expect(await queue.extend(claimed, LEASE_MS, after(40_000))).toBe(true);
    expect(await queue.claimDue({ owner: 'two', leaseMs: LEASE_MS, now: after(LEASE_MS + 1) })).toBeNull();
    expect(await queue.claimDue({ owner: 'two', leaseMs: LEASE_MS, now: after(100_001) })).toMatchObject({
      record: { id: record.id },
    });
    expect(await queue.extend(claimed, LEASE_MS, after(100_002))).toBe(false);
    expect(await queue.end(claimed, { files: { stored: [], renditions: [] } }, [])).toBe(false);
    await queue.release(claimed);
    expect(await queue.claimDue({ owner: 'three', leaseMs: LEASE_MS, now: after(100_002) })).toBeNull();
  });

  it('is due no more when that has ended', async () => {
    const { queue, properties } = stores;
    for (
      let claimed = await queue.claimDue({ owner: 'any', leaseMs: LEASE_MS, now: after(400_000) });
      claimed;
    ) {
      expect(await queue.end(claimed, { files: { stored: [], renditions: [] } }, [])).toBe(true);
      claimed = await queue.claimDue({ owner: 'any', leaseMs: LEASE_MS, now: after(400_000) });
    }
    expect(await queue.oldestDueAt(after(400_000))).toBeUndefined();
    const record = aProperty();
    await properties.add(record, SILENTLY);
    expect(await queue.oldestDueAt(after(400_000))).toEqual(record.updatedAt);
    expect(await queue.oldestDueAt(new Date(record.updatedAt.getTime() - 1))).toBeUndefined();
  });
});
