import { createLogger } from '@estate/observability';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../collections.ts';
import { ApiKeyStore } from '../../stores/api-key-store.ts';
import { mintApiKey } from './mint-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const NOW = new Date('2026-11-01T08:00:00Z');
type Wish = Parameters<typeof mintApiKey>[0];
const EARLIER = '2026-10-01T08:00:00Z';

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

/** An account with one key for each wish, and the keys as they are revoked. */
async function account(...wishes: Wish[]) {
  const accountId = newId();
  const ids = wishes.map(() => newId());
  for (const [index, id] of ids.entries())
    await apiKeys.add(mintApiKey(wishes[index] ?? {}, { id, accountId, now: NOW }).stored);
  const removed: string[] = [];
  const state = { beforeRemoval: () => Promise.resolve() };
  const watched: Parameters<typeof revokeApiKey>[2]['apiKeys'] = {
    restore: (key) => apiKeys.restore(key),
    get: (...key) => apiKeys.get(...key),
    remove: async (key) => {
      removed.push(key.id);
      await state.beforeRemoval();
      return apiKeys.remove(key);
    },
    canWrite: (...at) => apiKeys.canWrite(...at),
  };
  const revoke = (id = '') =>
    revokeApiKey(
      id,
      { accountId, requestId: 'request-1', permissions: [] },
      { apiKeys: watched, clock: () => NOW },
    );
  return { accountId, ids, removed, state, revoke };
}

describe('the last key of an account that may write', () => {
  it.each<[string, Wish[]]>([
    ['alone', []],
    ['beside one that may only read', [{ scopes: ['read'] }]],
    ['beside one that has expired', [{ expiresAt: EARLIER }]],
  ])(
    'the last key of an account that may write is not revoked, not even for a moment: %s',
    async (_title, others) => {
      const { ids, removed, revoke } = await account({}, ...others);
      await expect(revoke(ids[0])).rejects.toMatchObject({ code: 'last-write-key' });
      expect(removed).toEqual([]);
    },
  );

  it('the last key of an account that may write is left when the other one is revoked', async () => {
    const { ids, removed, revoke } = await account({}, {});
    expect(await revoke(ids[0])).toMatchObject({ id: ids[0] });
    await expect(revoke(ids[1])).rejects.toMatchObject({ code: 'last-write-key' });
    expect(removed).toEqual([ids[0]]);
  });

  it('the last key of an account that may write is kept when two keys revoke each other at once', async () => {
    const { accountId, ids, removed, state, revoke } = await account({}, {});
    let bothAreHere = () => {};
    const both = new Promise<void>((resolve) => (bothAreHere = resolve));
    state.beforeRemoval = () => {
      if (removed.length === 2) bothAreHere();
      return both;
    };
    const revocations = await Promise.allSettled(ids.map(revoke));
    expect(removed).toHaveLength(2);
    expect(revocations.some(({ status }) => status === 'rejected')).toBe(true);
    expect(await apiKeys.canWrite(accountId, NOW)).toBe(true);
  });
});
