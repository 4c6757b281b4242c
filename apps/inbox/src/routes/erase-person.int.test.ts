import { erasePersonFromInbox } from '@estate/contracts';
import type { OutputOf } from '@estate/contracts';
import { createIdSource, newId, personKeysOf } from '@estate/persistence';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eraseRequests } from '../erasing/erase-requests.ts';
import type { MailDoc } from '../stores/mail-document.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { erasePerson } from './requests.ts';

const NOW = new Date('2026-11-01T12:00:00.000Z');
const EMAIL = 'zebulon@example.org';
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const idAt = (time: Date) => createIdSource(() => time.getTime())();
const accountId = newId();
let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());
afterEach(async () => {
  for (const name of ['requests', 'mails', 'walks']) await stores.database.db.collection(name).deleteMany({});
});

const requests = () => stores.database.db.collection<RequestDoc>('requests');

async function storeRequest(time: Date, fields: Partial<RequestDoc> = {}): Promise<void> {
  const id = idAt(time);
  await requests().insertOne({
    ...{ _id: id, accountId, targetId: newId(), createdAt: time, origin: id, message: 'Hallo' },
    ...{ prospect: { email: EMAIL }, propertyProvidedByPlatform: {} },
    ...{ personKeys: personKeysOf(accountId, [EMAIL]), hasAllKeys: true as const },
    ...fields,
  });
}

async function storeUnread(time: Date, fields: Partial<MailDoc> = {}): Promise<void> {
  const id = idAt(time);
  await stores.database.db.collection<MailDoc>('mails').insertOne({
    ...{ _id: id, key: id, rawSha256: id, sizeBytes: 1, truncated: false, source: 'smtp', recipients: [] },
    ...{ state: 'pending', receivedAt: time, expiresAt: new Date('2099-01-01'), results: [] },
    ...{ dueAt: time, arrivals: 1, attempt: 0, internalErrors: 0 },
    ...fields,
  });
}

/** Asks as the gateway does, with the work between two asks; returns the answers. */
async function steps(count: number): Promise<OutputOf<typeof erasePersonFromInbox>[]> {
  const clock = () => NOW;
  const deps = { ...stores, clock, eraseEvents: () => Promise.resolve(), settleMs: 0, postponed: new Map() };
  const route = erasePerson({ ...stores, clock, erasing: { deps, wake: () => undefined } });
  const input = { erasureId: newId(), requestedAt: NOW.toISOString(), email: EMAIL };
  const answers = [];
  for (let step = 0; step < count; step += 1) {
    answers.push(await route.handle(erasePersonFromInbox.input.parse(input), { accountId, requestId: 'r' }));
    while ((await deps.erasedRequests.due(NOW, 1)).length > 0) await eraseRequests(deps);
  }
  return answers as OutputOf<typeof erasePersonFromInbox>[];
}

describe('a step of the erasure of a person in the inbox', () => {
  it('an erasure is done as soon as nothing is left, however much was stored shortly before', async () => {
    const others = { accountId: newId(), personKeys: [] };
    for (let minute = 1; minute < 30; minute += 1) await storeRequest(minutesAgo(minute), others);
    await storeRequest(minutesAgo(15));
    const answers = await steps(2);
    expect(answers.map(({ isDone }) => isDone)).toEqual([false, true]);
    expect(answers.at(-1)).toMatchObject({ requests: 1 });
    expect(await requests().countDocuments({ 'prospect.email': EMAIL, accountId })).toBe(0);
  });

  it('an erasure finds a request that was stored without the keys of its persons, and is not done before', async () => {
    await storeRequest(minutesAgo(1), {
      personKeys: undefined,
      hasAllKeys: undefined,
    } as unknown as Partial<RequestDoc>);
    const answers = await steps(2);
    expect(answers.map(({ isDone }) => isDone)).toEqual([false, true]);
    expect(await requests().countDocuments({})).toBe(0);
  });

  it('an erasure is not done while an earlier email waits for its first reading, which may find the person in it', async () => {
    await storeUnread(minutesAgo(2), { internalErrors: 3 });
    await storeUnread(new Date(NOW.getTime() + 1000));
    expect(await steps(1)).toMatchObject([{ isDone: true }]);
    await storeUnread(minutesAgo(1));
    expect(await steps(1)).toMatchObject([{ isDone: false }]);
  });
});
