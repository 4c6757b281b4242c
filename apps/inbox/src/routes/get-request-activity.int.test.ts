import { getRequestActivity as operation } from '@estate/contracts';
import type { RequestActivity } from '@estate/contracts';
import { createIdSource, newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestDoc } from '../stores/request-document.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { getRequestActivity } from './requests.ts';

const NOW = new Date('2026-11-03T08:30:00.000Z');
const [accountId, targetId, propertyId] = [newId(), newId(), newId()];
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const requestAt = (at: string, about: Partial<RequestDoc> = {}): RequestDoc => ({
  _id: createIdSource(() => Date.parse(at))(),
  ...{ accountId, targetId, propertyId, origin: newId(), createdAt: new Date(at) },
  ...{ message: 'Is it available?', prospect: {}, propertyProvidedByPlatform: {} },
  ...about,
});

describe('the activity of requests of an account', () => {
  it('the activity counts the requests of the account since the first day, and no others', async () => {
    const { propertyId: _, ...ofNone } = requestAt('2026-11-02T23:59:59.000Z');
    await stores.database.db
      .collection<RequestDoc>('requests')
      .insertMany([
        requestAt('2026-11-01T23:59:59.000Z'),
        requestAt('2026-11-02T00:00:00.000Z'),
        requestAt('2026-11-03T08:00:00.000Z'),
        requestAt('2026-11-03T08:00:00.000Z', { accountId: newId() }),
        ofNone,
      ]);
    const route = getRequestActivity({ ...stores, clock: () => NOW });
    const read = (await route.handle(operation.input.parse({ days: '2' }), {
      accountId,
      requestId: 'r',
    })) as RequestActivity;
    expect(read).toEqual({
      total: 3,
      days: [
        { date: '2026-11-02', requests: 2 },
        { date: '2026-11-03', requests: 1 },
      ],
      origins: [
        { targetId, propertyId, requests: 2 },
        { targetId, requests: 1 },
      ],
      answers: [],
    });
  });
});
