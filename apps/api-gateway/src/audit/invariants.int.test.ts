import { memoryBus } from '@estate/messaging';
import { createLogger, createMetrics } from '@estate/observability';
import {
  Auditor,
  applyRules,
  collectionsIn,
  connectMongo,
  newId,
  openCollections,
  reseal,
} from '@estate/persistence';
import type { AccountEraser, AuditorOptions, Database, Invariant, Opened } from '@estate/persistence';
import {
  auditorOf,
  everyDamage,
  everyDocument,
  everyRepair,
  freshDatabase,
  startMongo,
  endless,
  unforgotten,
  unopenable,
} from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import type { Vault } from '@estate/vault';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { collections } from '../collections.ts';
import { GatewayConfig } from '../config.ts';
import { manifest } from '../manifest.ts';
import { erasureWorker } from '../accounts/erasures/erasure-worker.ts';
import type { AskOwner } from '../edge/routing/ask-owner.ts';
import { AuditLogStore } from '../stores/audit-log-store.ts';
import { AccountStore } from '../stores/account-store.ts';
import { ClosingStore } from '../stores/closing-store.ts';
import { ErasureStore } from '../stores/erasure-store.ts';
import { IdempotencyStore } from '../stores/idempotency-store.ts';
import { openStores } from '../stores/open-stores.ts';
import { plansOf } from '../accounts/plans-of.ts';
import { AuditChains } from './audit-chains.ts';

const NOW = new Date();
const DAY_MS = 86_400_000;
const EARLIER = new Date(NOW.getTime() - 3_600_000);
const NEXT_YEAR = new Date(NOW.getTime() + 365 * DAY_MS);
const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const ENVIRONMENT = {
  NATS_URL: 'nats://127.0.0.1:4222',
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  OPERATOR_TOKEN: 'operator-token-of-a-test',
  CATALOG_INTERNAL_URL: 'http://catalog:9090',
  DISTRIBUTION_INTERNAL_URL: 'http://distribution:9090',
  IMPORTER_INTERNAL_URL: 'http://importer:9090',
  VAULT_KEYS: KEYS,
};
const log = createLogger({ service: 'test', level: 'silent' });
let server: MongoServer;
let database: Database;
let options: AuditorOptions;
let auditor: Auditor;
let names: string[];
let invariants: Invariant[];
let opened: Opened<typeof collections>;
beforeAll(async () => {
  server = await startMongo();
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const metrics = createMetrics('test');
  const { db } = database;
  opened = collectionsIn(db, collections);
  const [accounts, closings] = [new AccountStore(opened.accounts), new ClosingStore(opened.closings)];
  const erase: AccountEraser['erase'] = (account) => rules.accountEraser.erase(account);
  const rules = applyRules(db, collections, {
    ...{ accounts, closings, chains: new AuditChains(opened), accountEraser: { erase } },
    plans: { erasuresMs: 60_000, jobsMs: 60_000, closingsMs: 60_000 },
  });
  invariants = rules.invariants;
  names = invariants.map(({ name }) => name);
  options = { invariants, metrics, log, clock: () => NOW, everyMs: 60_000 };
  auditor = new Auditor(options);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

afterEach(async () => {
  for (const { name } of await database.db.listCollections({}, { nameOnly: true }).toArray())
    await database.db.collection(name).deleteMany({});
});

const plant = async (collection: string, fields: object): Promise<string> => {
  const _id = newId();
  await database.db.collection<{ _id: string }>(collection).insertOne({ _id, ...fields });
  return _id;
};
/** Four entries of an account that exists; the first two expire at a time of their own. */
async function plantChain(firstExpireAt = NEXT_YEAR) {
  const accountId = await plant('accounts', { name: 'Agency' });
  const store = new AuditLogStore(opened);
  const ids = [newId(), newId(), newId(), newId()];
  for (const [index, id] of ids.entries())
    await store.insert({
      ...{ id, accountId, at: EARLIER, action: 'contact.created', address: '192.0.2.1', requestId: 'r' },
      ...{ actor: { kind: 'api_key', id: newId() }, resource: { type: 'contact' }, outcome: 'started' },
      expiresAt: index < 2 ? firstExpireAt : NEXT_YEAR,
    });
  return { accountId, ids };
}

/** The stores of a running gateway. */
function openAll(vault: Vault) {
  const context = { database, bus: memoryBus(manifest), log, metrics: createMetrics('test') };
  const bytes = () => Promise.reject(new Error('The gateway stores no bytes.'));
  const config = GatewayConfig.parse(ENVIRONMENT);
  return openStores({ ...context, bytes, vault }, config, plansOf(config));
}

const broken = async (by = auditor) =>
  (await by.violations()).map(({ promise, count, ids }) => ({ promise, count, ids }));

describe('the auditor of the gateway', () => {
  it('the auditor of the gateway finds nothing in healthy data', async () => {
    const accountId = await plant('accounts', { name: 'Agency' });
    await plant('api-keys', { accountId, createdAt: EARLIER });
    await plant('api-keys', { accountId: newId(), createdAt: NOW });
    await plant('users', { accountId, invitedAt: EARLIER });
    await plant('users', { accountId: newId(), invitedAt: NOW });
    await plant('sign-in-settings', { updatedAt: NOW });
    await plant('idempotency-keys', { expiresAt: NOW });
    expect(await broken()).toEqual([]);
  });

  const NEVER = new Date('2099-01-01T00:00:00.000Z');
  const LONG_AGO = new Date(EARLIER.getTime() - 3_600_000);

  interface Damage {
    plant: () => Promise<string>;
    isRepairable: boolean;
    /** A repair does what is possible, which is nothing here. */
    isLeft?: true;
  }
  const found = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: false });
  const left = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: true, isLeft: true });
  const repaired = (damage: Damage['plant']): Damage => ({ plant: damage, isRepairable: true });

  /** Damages that an operator could do by hand, by the invariant that finds them. */
  const damages: Record<string, Damage> = {
    'api-keys-have-an-account': left(() => plant('api-keys', { accountId: newId(), createdAt: EARLIER })),
    'users-have-an-account': left(() => plant('users', { accountId: newId(), invitedAt: EARLIER })),
    'sign-in-settings-have-an-account': left(() => plant('sign-in-settings', { updatedAt: EARLIER })),
    'erasures-worked-on-in-time': found(() => plant('erasures', { state: 'running', dueAt: LONG_AGO })),
    'erasures-due-within-schedule': repaired(() => plant('erasures', { state: 'running', dueAt: NEVER })),
    'erased-addresses-are-forgotten': found(() => plant('erasures', { state: 'finished', dueAt: NEVER })),
    'closings-worked-on-in-time': found(() => plant('closings', { state: 'closing', dueAt: LONG_AGO })),
    'closings-due-within-schedule': repaired(() => plant('closings', { state: 'closing', dueAt: NEVER })),
    'jobs-worked-on-in-time': found(() => plant('jobs', { dueAt: LONG_AGO, expiresAt: NEXT_YEAR })),
    'jobs-due-within-schedule': repaired(() => plant('jobs', { dueAt: NEVER, expiresAt: NEXT_YEAR })),
    'jobs-have-an-expiry': repaired(() => plant('jobs', { createdAt: EARLIER })),
    'dashboard-links-have-an-expiry': repaired(() => plant('dashboard-links', { createdAt: EARLIER })),
    'idempotency-keys-are-free-in-time': repaired(() =>
      plant('idempotency-keys', { requestHash: 'h', run: { token: 't', until: NEVER }, expiresAt: NEVER }),
    ),
    ...Object.fromEntries(
      ['audit-log', 'request-log', 'request-log-gaps'].map((name) => [
        `${name}-have-an-expiry`,
        repaired(() => plant(name, { at: EARLIER })),
      ]),
    ),
    'audit-log-entries-follow-each-other': found(async () => {
      const { ids } = await plantChain();
      await database.db.collection<{ _id: string }>('audit-log').deleteOne({ _id: ids[1]! });
      return ids[2]!;
    }),
    'audit-logs-end-with-their-newest-entry': found(async () => {
      const { accountId, ids } = await plantChain();
      await database.db.collection<{ _id: string }>('audit-log').deleteOne({ _id: ids[3]! });
      return accountId;
    }),
  };

  it('a chain of the audit log whose beginning has expired is whole, as is that of an erased account', async () => {
    const { ids } = await plantChain(NOW);
    const entries = database.db.collection<{ _id: string }>('audit-log');
    await entries.deleteMany({ _id: { $in: ids.slice(0, 2) } });
    const erased = await plantChain();
    await database.db.collection<{ _id: string }>('accounts').deleteOne({ _id: erased.accountId });
    await entries.deleteOne({ _id: erased.ids[1]! });
    expect(await broken()).toEqual([]);
  });

  it('a chain of the audit log of which all entries or the first one were removed is not whole', async () => {
    const [first, all] = [await plantChain(), await plantChain()];
    const entries = database.db.collection<{ _id: string }>('audit-log');
    await entries.deleteOne({ _id: first.ids[0]! });
    await entries.deleteMany({ _id: { $in: all.ids } });
    expect(await broken()).toEqual([
      { promise: 'audit-log-entries-follow-each-other', count: 1, ids: [first.ids[1]] },
      { promise: 'audit-logs-end-with-their-newest-entry', count: 1, ids: [all.accountId] },
    ]);
  });

  it('an entry of the audit log that says something else than before is found, and its outcome may come later', async () => {
    const { ids } = await plantChain();
    const entries = database.db.collection<{ _id: string }>('audit-log');
    await new AuditLogStore(opened).finish(ids[0]!, { outcome: 'succeeded' });
    expect(await broken()).toEqual([]);
    await entries.updateOne({ _id: ids[1]! }, { $set: { 'actor.id': newId() } });
    expect(await broken()).toEqual([
      { promise: 'audit-log-entries-follow-each-other', count: 1, ids: [ids[1]] },
    ]);
  });

  it('a check of an audit log names the places at which entries were changed, replaced or removed', async () => {
    const { accountId, ids } = await plantChain();
    const chains = new AuditChains(opened);
    const { entries } = chains;
    const whole = { accountId, isChecked: true, entries: 4, breaks: [] };
    expect(await chains.check(accountId, 0, NOW)).toEqual(whole);
    expect(await chains.check(accountId, 3, NOW)).toEqual({ ...whole, entries: 1 });
    await entries.updateOne({ _id: ids[0]! }, { $set: { 'chain.hash': 'other' } });
    await entries.deleteMany({ _id: { $in: [ids[2]!, ids[3]!] } });
    const at = EARLIER.toISOString();
    const breaks = [
      { number: 1, entryId: ids[0], at, flaw: 'changed' },
      { number: 2, entryId: ids[1], at, flaw: 'previous_changed' },
      { number: 4, flaw: 'newest_missing' },
    ];
    expect(await chains.check(accountId, 0, NOW)).toEqual({ ...whole, entries: 2, breaks });
    await plant('closings', { accountId, state: 'closing' });
    expect(await chains.check(accountId, 0, NOW)).toEqual({ ...whole, isChecked: false, entries: 2 });
  });

  for (const [name, { plant: damage, isRepairable, isLeft }] of Object.entries(damages)) {
    const isRepaired = isRepairable && !isLeft;
    it(`violations of ${name} are found, ${isRepaired ? 'and repaired' : 'with what a person does'}`, async () => {
      const id = await damage();
      const own = auditorOf(options, [name]);
      expect(await own.violations()).toMatchObject([{ promise: name, count: 1, ids: [id], isRepairable }]);
      const { data } = await own.repair({ isDryRun: false });
      expect(data).toMatchObject([{ promise: name, repaired: isRepaired ? [id] : [] }]);
      expect((await broken(own)).length).toBe(isRepaired ? 0 : 1);
    });
  }

  it('damages of all kinds at once in the gateway are all found, and a repair of all breaks nothing else', async () => {
    const all = await everyDamage(damages, options);
    expect(all).toEqual({ unfound: [], unrepaired: [], broken: [] });
  });

  it('secrets of the gateway that were sealed with an unknown key are found in every collection with secrets', async () => {
    const vault = createVault(parseVaultKeys(KEYS));
    const { sealed } = await openAll(vault);
    const { planted, found: lost } = await unopenable(sealed, vault);
    expect(lost).toEqual(planted);
    const names = ['erasures', 'idempotency-keys', 'sign-in-settings', 'hash-keys'];
    expect(Object.keys(planted)).toEqual(names.map((name) => `${name}-seals-open`));
  });

  it('documents of the gateway that never expire are found in every collection that lets others expire, and repaired', async () => {
    const { endingLater } = await openAll(createVault(parseVaultKeys(KEYS)));
    const { planted, found: kept, left: unrepaired } = await endless(database.db, endingLater);
    expect(kept).toEqual(planted);
    expect(unrepaired).toEqual([]);
    expect(Object.keys(planted)).toContain('account-erasures-have-an-expiry');
  });

  it('documents of the gateway that expired and are still stored are found in every collection that lets them expire', async () => {
    await openAll(createVault(parseVaultKeys(KEYS)));
    const { planted, found: unremoved } = await unforgotten(database.db);
    expect(unremoved).toEqual(planted);
    expect(Object.keys(planted)).toEqual(
      [
        ...['account-erasures', 'audit-log', 'closings', 'dashboard-links', 'ended-sessions', 'erasures'],
        'idempotency-keys',
        ...['job-items', 'jobs', 'rate-limits', 'request-log', 'request-log-gaps', 'used-sign-ins'],
      ].map((name) => `${name}-forgotten-in-time`),
    );
  });

  it('the damages made by hand cover every invariant of the gateway', () => {
    expect(Object.keys(damages).toSorted()).toEqual(names.toSorted());
  });

  it('a finished erasure is no violation, and no repair makes it forget the address that a restore needs', async () => {
    const erasures = new ErasureStore(opened.erasures);
    const vault = createVault(parseVaultKeys(KEYS));
    const begun = { id: newId(), accountId: await plant('accounts', { name: 'Agency' }) };
    const email = { sealed: vault.seal('jana@example.org', begun.id) };
    const erased = { requests: 0, mails: 0, events: 0, deliveries: 0, messages: 0 };
    await erasures.begin({
      ...{ ...begun, state: 'running', email, emailHash: 'hash', requestedAt: EARLIER, erased },
    });
    const worker = erasureWorker({
      ...{ erasures: { queue: erasures.queue }, vault, clock: () => NOW, newId, log },
      askOwner: (() => Promise.resolve({ isDone: true })) as unknown as AskOwner,
      ...{ settleMs: 0, addressKeptMs: 35 * DAY_MS, sweepEveryMs: 10, timeoutMs: 1000 },
    });
    worker.start();
    const docs = database.db.collection<{ _id: string }>('erasures');
    await vi.waitFor(async () => expect(await docs.findOne()).toMatchObject({ state: 'finished' }));
    await worker.close();
    for (const state of ['finished', 'cancelled'])
      await plant('closings', { accountId: newId(), state, requestedAt: EARLIER, finishedAt: EARLIER });
    const { db } = database;
    const before = await everyDocument(db);
    expect(await auditor.violations()).toEqual([]);
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
    expect(await auditor.repair({ ids: [begun.id], isDryRun: false })).toEqual({ data: [] });
    expect(await everyRepair(db, invariants, NOW)).toEqual([]);
    expect(await everyDocument(db)).toEqual(before);
    expect(await erasures.reapply(EARLIER, NOW)).toBe(1);
    expect((await erasures.get(begun.accountId, begun.id)).email).toEqual(email);
  });

  it('a repair erases what the gateway has left of a closed account, and of no other', async () => {
    const [accountId, other] = [newId(), newId()];
    const finished = { accountId, state: 'finished', requestedAt: EARLIER, finishedAt: EARLIER };
    await plant('closings', finished);
    await plant('closings', { ...finished, accountId: other, state: 'cancelled' });
    const user = await plant('users', { accountId, invitedAt: EARLIER });
    const kept = await plant('users', { accountId: other, invitedAt: EARLIER });
    const settings = database.db.collection<{ _id: string; updatedAt: Date }>('sign-in-settings');
    await settings.insertOne({ _id: accountId, updatedAt: EARLIER });
    const { data } = await auditor.repair({ invariant: 'users-have-an-account', isDryRun: false });
    expect(data).toMatchObject([{ repaired: [user], left: 1 }]);
    expect(await broken()).toEqual([{ promise: 'users-have-an-account', count: 1, ids: [kept] }]);
  });

  it('a repair leaves an account that exists untouched although it was closed once', async () => {
    const accountId = await plant('accounts', { name: 'Agency' });
    await plant('closings', { accountId, state: 'finished', requestedAt: EARLIER });
    await plant('users', { accountId, invitedAt: EARLIER });
    expect(await auditor.repair({ isDryRun: false })).toEqual({ data: [] });
  });
});

describe('an idempotency key that is reserved until a time in the far future', () => {
  it('a key that is reserved until 2099 without an outcome can be taken over at once, and its lease is a normal one then', async () => {
    const calls = new IdempotencyStore(opened.idempotentCalls);
    const id = newId();
    const until = new Date('2099-01-01');
    const expiresAt = new Date(NOW.getTime() + DAY_MS);
    await calls.begin(
      { id, requestHash: 'h', reservedId: newId(), run: { token: 'a', until }, expiresAt },
      NOW,
    );
    const run = { token: 'b', until: new Date(NOW.getTime() + 10_000) };

    expect((await calls.takeOver(id, run, NOW))?.run).toEqual(run);
    expect(await calls.takeOver(id, { ...run, token: 'c' }, NOW)).toBeNull();
  });
});

describe('sealing stored outcomes with a new key', () => {
  it('sealing stored outcomes with a new key reaches all of them, and none that has no outcome', async () => {
    const vaultOf = (keys: string) => createVault(parseVaultKeys(keys));
    const oldKey = KEYS;
    const newKey = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
    const calls = new IdempotencyStore(opened.idempotentCalls);
    const id = newId();
    const call = { id, requestHash: 'h', reservedId: newId(), run: { token: 't', until: NOW } };
    await calls.begin({ ...call, expiresAt: new Date(NOW.getTime() + 3_600_000) }, NOW);
    await calls.finish(id, 't', { status: 201, headers: {}, sealed: vaultOf(oldKey).seal('body', id) });
    const both = vaultOf(`${newKey},${oldKey}`);
    const { sealed } = await openCollections(database.db, { calls: collections.idempotentCalls });
    expect(await reseal(sealed, both)).toMatchObject({ resealed: 1, unreadable: [] });
    expect(await reseal(sealed, both)).toMatchObject({ resealed: 0, unreadable: [] });
    expect(vaultOf(newKey).open((await calls.find(id))?.outcome?.sealed ?? '', id)).toBe('body');
  });
});
