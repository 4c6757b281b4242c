import { createLogger, createMetrics } from '@estate/observability';
import { Auditor, connectMongo, newId, reseal } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotencyStore } from '../stores/idempotency-store.ts';
import { gatewayInvariants } from './invariants.ts';

const NOW = new Date();
const EARLIER = new Date(NOW.getTime() - 3_600_000);
const log = createLogger({ service: 'test', level: 'silent' });
let server: MongoServer;
let database: Database;
let auditor: Auditor;
beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const metrics = createMetrics('test');
  const invariants = gatewayInvariants(database.db);
  auditor = new Auditor({ invariants, metrics, log, clock: () => NOW, everyMs: 60_000 });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const plant = async (collection: string, fields: object): Promise<string> => {
  const _id = newId();
  await database.db.collection<{ _id: string }>(collection).insertOne({ _id, ...fields });
  return _id;
};
const broken = async () =>
  (await auditor.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

describe('the auditor of the gateway', () => {
  it('the auditor of the gateway finds nothing in healthy data', async () => {
    const accountId = await plant('accounts', { name: 'Agency' });
    await plant('api-keys', { accountId, createdAt: EARLIER });
    await plant('api-keys', { accountId: newId(), createdAt: NOW });
    await plant('idempotency-keys', { expiresAt: NOW });
    expect(await broken()).toEqual([]);
  });

  it('the auditor of the gateway counts keys of no account, and stored calls that have expired', async () => {
    const key = await plant('api-keys', { accountId: newId(), createdAt: EARLIER });
    const call = await plant('idempotency-keys', { expiresAt: new Date(EARLIER.getTime() - 1000) });
    expect(await broken()).toEqual([
      { promise: 'api-keys-have-an-account', count: 1, ids: [key] },
      { promise: 'idempotency-keys-forgotten-in-time', count: 1, ids: [call] },
    ]);
  });
});

describe('sealing stored outcomes with a new key', () => {
  it('sealing stored outcomes with a new key reaches all of them, and none that has no outcome', async () => {
    const vaultOf = (keys: string) => createVault(parseVaultKeys(keys));
    const oldKey = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
    const newKey = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
    const calls = new IdempotencyStore(database.db);
    const id = newId();
    const call = { id, requestHash: 'h', reservedId: newId(), run: { token: 't', until: NOW } };
    await calls.begin({ ...call, expiresAt: new Date(NOW.getTime() + 3_600_000) }, NOW);
    await calls.finish(id, 't', { status: 201, headers: {}, sealed: vaultOf(oldKey).seal('body', id) });
    const both = vaultOf(`${newKey},${oldKey}`);
    expect(await reseal([calls.sealed], both)).toMatchObject({ resealed: 1, unreadable: [] });
    expect(await reseal([calls.sealed], both)).toMatchObject({ resealed: 0, unreadable: [] });
    expect(vaultOf(newKey).open((await calls.find(id))?.outcome?.sealed ?? '', id)).toBe('body');
  });
});
