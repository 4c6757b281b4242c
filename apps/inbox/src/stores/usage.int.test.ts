import { RequestCreated } from '@estate/contracts';
import { message } from '@estate/messaging';
import { newId, statisticsPart } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStores } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

async function receiveRequest(accountId: string, targetId = newId()): Promise<void> {
  const createdAt = new Date();
  const shown = {
    id: newId(),
    message: 'Hallo',
    targetId,
    prospect: { lastName: 'Kurz' },
    propertyProvidedByPlatform: {},
  };
  const told = { ...shown, createdAt: createdAt.toISOString() };
  const event = message(RequestCreated, told, { id: newId(), accountId, at: createdAt });
  await stores.requests.add({ ...shown, accountId, origin: newId(), createdAt }, event);
}

describe('the usage that the inbox counts', () => {
  it('usage has every contact request of the account', async () => {
    const accountId = newId();
    for (const each of [accountId, accountId, newId()]) await receiveRequest(each);
    const now = new Date();
    while (await stores.usageTally.countNext(new Date(now.getTime() + 2 * 3_600_000)));
    const used = await stores.usage.ofMonth([accountId], now.toISOString().slice(0, 7));
    expect(used).toMatchObject([{ accountId, counts: { requests: 2 } }]);
  });

  it('statistics have the contact requests of each target', async () => {
    const [accountId, one, other] = [newId(), newId(), newId()];
    for (const targetId of [one, one, other]) await receiveRequest(accountId, targetId);
    const now = new Date();
    while (await stores.statisticsTally.countNext(new Date(now.getTime() + 2 * 3_600_000)));
    const day = now.toISOString().slice(0, 10);
    const { targets } = await statisticsPart(stores.statistics, { accountId }, { from: day, to: day });
    expect(Object.fromEntries(targets.map(({ targetId, counts }) => [targetId, counts]))).toEqual({
      [one]: { requests: 2 },
      [other]: { requests: 1 },
    });
  });
});
