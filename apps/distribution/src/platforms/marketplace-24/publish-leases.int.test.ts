import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@estate/observability';
import { connectMongo, newId } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ConsumerCredentialStore } from '../../stores/consumer-credential-store.ts';
import type { ConsumerDoc } from '../../stores/consumer-credential-store.ts';
import { PublishLeases } from './publish-leases.ts';

let server: MongoServer;
let mongo: Database;
let store: ConsumerCredentialStore;
const type = 'marketplace-24';
const never = new AbortController().signal;
const clock = () => new Date();
const log = createLogger({ service: 'test', level: 'silent' });

beforeAll(async () => {
  server = await startMongo();
  mongo = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  store = new ConsumerCredentialStore(
    mongo.db.collection<ConsumerDoc>('consumer-credentials'),
    createVault(parseVaultKeys(`k:${Buffer.alloc(32).toString('base64')}`)),
  );
});
afterAll(async () => {
  await mongo.close();
  await server.stop();
});

const accountWithCredentials = async () => {
  const accountId = newId();
  await store.set({ accountId, type, key: 'k', secret: 's', at: clock() });
  return { accountId, type };
};

it('calls of one account go one after the other, over several replicas; those of others beside them', async () => {
  const replicas = ['a', 'b', 'c'].map((owner) => new PublishLeases(store, { owner, clock, log }));
  const accounts = [await accountWithCredentials(), await accountWithCredentials()];
  const running = new Set<string>();
  let beside: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    beside = resolve;
  });
  const publish =
    ({ accountId }: { accountId: string }) =>
    async () => {
      expect(running).not.toContain(accountId);
      running.add(accountId);
      if (running.size === 2) beside();
      await both;
      // Others have their chance to come between.
      await pause(5);
      running.delete(accountId);
    };
  await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const account = accounts[index % 2]!;
      return replicas[index % 3]!.take(account, publish(account), never);
    }),
  );
  expect(running.size).toBe(0);
});

it('a call that failed hands its lease back', async () => {
  const publishLeases = new PublishLeases(store, { owner: 'a', clock, log });
  const account = await accountWithCredentials();
  await expect(publishLeases.take(account, () => Promise.reject(new Error('no')), never)).rejects.toThrow(
    'no',
  );
  expect(await publishLeases.take(account, () => Promise.resolve('done'), never)).toBe('done');
});

it('a call that was made counts as made although its lease could not be handed back', async () => {
  const spied = { ...log, warn: vi.fn() };
  const store = {
    claimPublishing: () => Promise.resolve({ id: 'x', fence: 1 }),
    releasePublishing: () => Promise.reject(new Error('The store is unavailable.')),
  };
  const publishLeases = new PublishLeases(store, { owner: 'a', clock, log: spied });
  const account = { accountId: newId(), type };
  expect(await publishLeases.take(account, () => Promise.resolve('done'), never)).toBe('done');
  await expect(publishLeases.take(account, () => Promise.reject(new Error('no')), never)).rejects.toThrow(
    'no',
  );
  expect(spied.warn).toHaveBeenCalledTimes(2);
});

it('a stop ends the waiting', async () => {
  const account = await accountWithCredentials();
  await store.claimPublishing(account.accountId, type, { owner: 'dead', leaseMs: 60_000, now: clock() });
  const stopping = new AbortController();
  const waiting = new PublishLeases(store, { owner: 'a', clock, log }).take(
    account,
    () => Promise.resolve(),
    stopping.signal,
  );
  stopping.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
