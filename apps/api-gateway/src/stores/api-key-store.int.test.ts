import { createLogger } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import { mintApiKey } from '../accounts/keys/mint-api-key.ts';
import { ApiKeyStore } from './api-key-store.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const [FIRST, LATER] = [new Date('2026-11-01T08:00:00Z'), new Date('2026-11-01T08:00:10Z')];

let mongo: MongoServer;
let database: Database;
let apiKeys: ApiKeyStore;
beforeAll(async () => {
  mongo = await startMongo();
  database = await connectMongo({ uri: mongo.uri, database: freshDatabase(), log });
  const { docs } = await openCollections(database.db, collections);
  apiKeys = new ApiKeyStore(docs.apiKeys);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

describe('the API keys of an account', () => {
  const mint = (accountId: string) => mintApiKey({}, { id: newId(), accountId, now: FIRST }).stored;

  it('an account has at most 100 API keys, also when the last ones are created at once', async () => {
    const accountId = newId();
    for (let count = 0; count < 99; count += 1) await apiKeys.add(mint(accountId));
    const results = await Promise.allSettled([1, 2, 3].map(() => apiKeys.add(mint(accountId))));
    const refused = results.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason as unknown)).toMatchObject([
      { kind: 'invalid-input', code: 'too-many-api-keys' },
      { kind: 'invalid-input', code: 'too-many-api-keys' },
    ]);
    expect(await countOf(accountId)).toBe(100);
    await apiKeys.add(mint(newId()));
  });

  it('a revoked API key makes place for another one', async () => {
    const accountId = newId();
    const keys = Array.from({ length: 100 }, () => mint(accountId));
    for (const key of keys) await apiKeys.add(key);
    await expect(apiKeys.add(mint(accountId))).rejects.toMatchObject({ code: 'too-many-api-keys' });
    await apiKeys.remove({ accountId, id: keys[50]?.id ?? '' });
    await apiKeys.add(mint(accountId));
    expect(await countOf(accountId)).toBe(100);
  });

  it('API keys of earlier versions count towards the maximum', async () => {
    const accountId = newId();
    const docs = Array.from({ length: 99 }, () => {
      const { id: _id, ...fields } = mint(accountId);
      return { _id, ...fields };
    });
    await database.db.collection<(typeof docs)[number]>('api-keys').insertMany(docs);
    await apiKeys.add(mint(accountId));
    await expect(apiKeys.add(mint(accountId))).rejects.toMatchObject({ code: 'too-many-api-keys' });
  });

  it('a removed API key is restored also when another one has taken its place', async () => {
    const accountId = newId();
    await apiKeys.add(mint(accountId));
    const [first] = (await apiKeys.list(accountId, { limit: 1, order: 'asc' })).data;
    if (!first) throw new Error('There is no key.');
    await apiKeys.remove({ accountId, id: first.id });
    await apiKeys.add(mint(accountId));
    await apiKeys.restore(first);
    expect(await countOf(accountId)).toBe(2);
  });

  const countOf = (accountId: string) => database.db.collection('api-keys').countDocuments({ accountId });
});

describe('an API key that two runs of one request make', () => {
  const minted = () => {
    const about = { id: newId(), accountId: newId() };
    const madeAt = (now: Date) => mintApiKey({}, { ...about, now }).stored;
    return { ...about, first: madeAt(FIRST), later: madeAt(LATER) };
  };
  const hashOf = async (accountId: string, id: string) => (await apiKeys.get(accountId, id)).hash;

  it('an API key that two runs of one request make is that of the later run', async () => {
    const { id, accountId, first, later } = minted();
    await apiKeys.add(first);
    await apiKeys.add(later);
    expect(await hashOf(accountId, id)).toBe(later.hash);
  });

  it('an API key that two runs of one request make is that of the later run, too, when the first one stood still and goes on after it', async () => {
    const { id, accountId, first, later } = minted();
    await apiKeys.add(later);
    await expect(apiKeys.add(first)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency-in-progress',
    });
    expect(await hashOf(accountId, id)).toBe(later.hash);
  });
});
