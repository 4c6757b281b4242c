import { AuditLogQuery } from '@estate/contracts';
import { MongoServerError } from 'mongodb';
import { connectMongo, newId, openCollections, collectionsIn } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { createLogger } from '@estate/observability';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../collections.ts';
import type { StoredAuditEntry } from '../domain/audit-entry.ts';
import { AuditLogStore } from './audit-log-store.ts';
import type { AuditEntryDoc } from './audit-log-store.ts';

let server: MongoServer;
let database: Database;
let store: AuditLogStore;
beforeAll(async () => {
  server = await startMongo();
  const log = createLogger({ service: 'test', level: 'silent' });
  database = await connectMongo({ uri: server.uri, database: freshDatabase(), log });
  const { docs } = await openCollections(database.db, collections);
  store = new AuditLogStore(docs);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const entryOf = (fields: Partial<StoredAuditEntry> = {}): StoredAuditEntry => {
  const at = new Date();
  return {
    id: newId(),
    at,
    action: 'api_key.created',
    accountId: 'account-1',
    actor: { kind: 'api_key', id: 'd1a2b3c4e5f6g7h8i9k1' },
    address: '192.0.2.1',
    requestId: 'request-1',
    resource: { type: 'api_key', id: 'd1a2b3c4e5f6g7h8i9k2' },
    outcome: 'started',
    expiresAt: new Date(at.getTime() + 3_600_000),
    ...fields,
  };
};

const idsOf = async (accountId: string | undefined, query: object = {}) =>
  (await store.list(accountId, AuditLogQuery.parse(query))).data.map(({ id }) => id);

describe('the entries of the audit log', () => {
  it('the entries of the audit log are found by action, actor, resource and time, and those of an account only by it', async () => {
    const at = new Date('2026-11-01T08:00:00Z');
    const one = entryOf();
    const other = entryOf({
      action: 'webhook.deleted',
      actor: { kind: 'dashboard', id: 'd1a2b3c4e5f6g7h8i9k9' },
      resource: { type: 'webhook', id: 'webhook-1' },
    });
    const foreign = entryOf({ accountId: 'account-2' });
    const ofNobody = entryOf({ action: 'secrets.resealed', resource: { type: 'secrets' } });
    delete ofNobody.accountId;
    for (const entry of [one, other, foreign, ofNobody]) await store.insert(entry);
    expect(await idsOf('account-1')).toEqual([one.id, other.id]);
    expect(await idsOf('account-1', { order: 'desc', limit: 1 })).toEqual([other.id]);
    expect(await idsOf('account-1', { startAfter: one.id })).toEqual([other.id]);
    expect(await idsOf('account-1', { action: 'webhook.deleted' })).toEqual([other.id]);
    expect(await idsOf('account-1', { actorId: 'd1a2b3c4e5f6g7h8i9k9' })).toEqual([other.id]);
    expect(await idsOf('account-1', { resourceId: 'd1a2b3c4e5f6g7h8i9k2' })).toEqual([one.id]);
    expect(
      await idsOf('account-1', { resourceId: 'd1a2b3c4e5f6g7h8i9k2', action: 'webhook.deleted' }),
    ).toEqual([]);
    expect(await idsOf('account-1', { to: at.toISOString() })).toEqual([]);
    expect(await idsOf('account-1', { from: at.toISOString() })).toEqual([one.id, other.id]);
    expect(await idsOf(undefined)).toEqual([one.id, other.id, foreign.id, ofNobody.id]);
    expect(await idsOf(undefined, { resourceId: 'd1a2b3c4e5f6g7h8i9k2' })).toEqual([one.id, foreign.id]);
  });

  it('an entry of the audit log is completed with its end, its account and its resource', async () => {
    const opened = entryOf({ action: 'account.opened', resource: { type: 'account' } });
    delete opened.accountId;
    await store.insert(opened);
    const resource = { type: 'account', id: 'account-3' };
    await store.finish(opened.id, { outcome: 'succeeded', accountId: 'account-3', resource });
    const { data } = await store.list('account-3', AuditLogQuery.parse({}));
    expect(data).toEqual([{ ...opened, outcome: 'succeeded', accountId: 'account-3', resource }]);
  });
});

describe('the chain of an account', () => {
  it('entries that two processes store at the same time form one chain without gaps', async () => {
    const accountId = newId();
    const other = new AuditLogStore(collectionsIn(database.db, collections));
    const add = (of: AuditLogStore) => of.insert(entryOf({ accountId }));
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(index % 2 === 0 ? store : other)));
    const docs = await database.db
      .collection<AuditEntryDoc>('audit-log')
      .find({ accountId })
      .sort({ 'chain.number': 1 })
      .toArray();
    expect(docs.map(({ chain }) => chain?.number)).toEqual(docs.map((_doc, index) => index + 1));
    expect(docs.slice(1).map(({ chain }) => chain?.previous?.hash)).toEqual(
      docs.slice(0, -1).map(({ chain }) => chain?.hash),
    );
  });

  it('an entry that a write conflict left out of the chain is stored once, with the next number', async () => {
    const accountId = newId();
    const docs = collectionsIn(database.db, collections);
    const conflict = new MongoServerError({ code: 1, errmsg: 'deadlock detected' });
    const insertMany = docs.auditLog.insertMany.bind(docs.auditLog);
    let conflicts = 0;
    docs.auditLog.insertMany = async (...all) => {
      if (conflicts++ === 0) throw conflict;
      return insertMany(...all);
    };
    docs.auditLogChains.updateOne = () => Promise.reject(conflict);
    for (const of of [store, new AuditLogStore(docs), store]) await of.insert(entryOf({ accountId }));
    const entries = docs.auditLog.find({ accountId }).sort({ 'chain.number': 1 });
    expect((await entries.toArray()).map(({ chain }) => chain?.number)).toEqual([1, 2, 3]);
    expect(conflicts).toBe(2);
  });

  it('the numbers of a chain go on after all its entries have expired', async () => {
    const accountId = newId();
    for (const _ of [1, 2]) await store.insert(entryOf({ accountId }));
    const docs = database.db.collection<AuditEntryDoc>('audit-log');
    await docs.deleteMany({ accountId });
    await store.insert(entryOf({ accountId }));
    expect((await docs.findOne({ accountId }))?.chain?.number).toBe(3);
  });

  it('an entry of no account, and a list of entries, have no chain', async () => {
    const { accountId: _none, ...entry } = entryOf();
    await store.insert(entry);
    const docs = database.db.collection<AuditEntryDoc>('audit-log');
    expect(await docs.findOne({ _id: entry.id })).not.toHaveProperty('chain');
    const accountId = newId();
    await store.insert(entryOf({ accountId }));
    const { data } = await store.list(accountId, AuditLogQuery.parse({}));
    expect(data[0]).not.toHaveProperty('chain');
  });
});
