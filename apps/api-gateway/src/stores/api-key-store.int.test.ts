import { createLogger } from '@estate/observability';
import { connectMongo, newId } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintApiKey } from '../access/mint-api-key.ts';
import { ApiKeyStore } from './api-key-store.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const [FIRST, LATER] = [new Date('2026-11-01T08:00:00Z'), new Date('2026-11-01T08:00:10Z')];

let mongo: MongoServer;
let database: Database;
let apiKeys: ApiKeyStore;
beforeAll(async () => {
  mongo = await startMongo();
  database = await connectMongo({ uri: mongo.uri, database: freshDatabase(), log });
  apiKeys = new ApiKeyStore(database.db);
  await apiKeys.ensureIndexes();
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
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
    await apiKeys.put(first);
    await apiKeys.put(later);
    expect(await hashOf(accountId, id)).toBe(later.hash);
  });

  it('an API key that two runs of one request make is that of the later run, too, when the first one stood still and goes on after it', async () => {
    const { id, accountId, first, later } = minted();
    await apiKeys.put(later);
    await expect(apiKeys.put(first)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency-in-progress',
    });
    expect(await hashOf(accountId, id)).toBe(later.hash);
  });
});
