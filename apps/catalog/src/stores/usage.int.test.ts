import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENTLY, aProperty } from '../../test/fakes.ts';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { propertyDeleted } from '../announcements.ts';
import type { Rendition } from '../domain/rendition.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const rendition = (size: number): Rendition => ({
  key: newId(),
  sha256: newId(),
  size,
  mediaType: 'image/jpeg',
});

describe('the usage that the catalog counts', () => {
  it('usage has the properties of the account and the bytes of their attachments', async () => {
    const accountId = newId();
    const withPhotos = aProperty({ accountId, renditions: [rendition(40_000), rendition(2_000)] });
    const deleted = aProperty({ accountId });
    for (const record of [withPhotos, aProperty({ accountId }), deleted, aProperty({ accountId: newId() })]) {
      await stores.properties.add(record, SILENTLY);
    }
    const token = newId();
    await stores.properties.markDeleting(deleted, { token, now: new Date() });
    const message = propertyDeleted(deleted, { clock: () => new Date(), newId });
    await stores.properties.remove(deleted, token, message);
    const now = new Date();
    while (await stores.usageTally.countNext(now));
    const used = await stores.usage.ofMonth([accountId], now.toISOString().slice(0, 7));
    expect(used).toMatchObject([{ accountId, counts: { properties: 2, bytes: 42_000 } }]);
  });
});
