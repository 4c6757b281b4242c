import { listProperties as operation } from '@estate/contracts';
import { serveAnswers } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStores } from '../../test/open-test-stores.ts';
import type { TestStores } from '../../test/open-test-stores.ts';
import { ACCOUNT, ADDRESSES, SILENTLY, aProperty } from '../../test/fakes.ts';
import { listProperties } from './properties.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

describe('a list of properties', () => {
  it.each([
    ['a title of another type', { $set: { 'fields.title': 7 } }],
    ['a time of another type', { $set: { updatedAt: 'yesterday' } }],
    ['no fields', { $unset: { fields: '' as const } }],
    ['no attachments', { $unset: { attachments: '' as const } }],
  ])('a property with %s is marked in its list, which shows the others', async (_what, damage) => {
    const docs = stores.database.db.collection<{ _id: string }>('properties');
    const ids = [newId(), newId(), newId()].toSorted();
    for (const id of ids) await stores.properties.add(aProperty({ id, externalId: id }), SILENTLY);
    await docs.updateOne({ _id: ids[1] ?? '' }, damage);
    const host = {
      name: 'catalog',
      log: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('t'),
    };
    const deps = { properties: stores.properties, addresses: ADDRESSES } as never;
    const serving = await serveAnswers(stores.bus.others, host, [listProperties(deps)]);
    const caller = { accountId: ACCOUNT, requestId: 'r-test' };
    const page = await stores.bus.others.ask(operation, { order: 'asc' }, caller);
    expect(page.data.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(page.unreadable).toEqual([{ id: ids[1], unreadable: true }]);
    await serving.close();
    await docs.deleteMany({});
  });
});
