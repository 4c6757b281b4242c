import { PERMISSIONS_OF_ROLE } from '@estate/contracts';
import type { Role } from '@estate/contracts';
import { createLogger } from '@estate/observability';
import { etagOf } from '@estate/messaging';
import { connectMongo, newId, openCollections } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { freshDatabase, startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../collections.ts';
import { toUser } from '../../domain/user.ts';
import { UserStore } from '../../stores/user-store.ts';
import { removeUser, updateUser } from './change-user.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const NOW = new Date('2026-11-01T08:00:00Z');
const ISSUER = 'https://login.example.org';

let mongo: MongoServer;
let database: Database;
let users: UserStore;
beforeAll(async () => {
  mongo = await startMongo();
  database = await connectMongo({ uri: mongo.uri, database: freshDatabase(), log });
  const { docs } = await openCollections(database.db, collections);
  users = new UserStore(docs.users);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

interface Wish {
  role: Role;
  invited?: boolean;
}

/** An account with a user for each wish, and what changes them. */
async function account(...wishes: Wish[]) {
  const accountId = newId();
  const ids: string[] = [];
  for (const { role, invited = false } of wishes) {
    const id = newId();
    ids.push(id);
    const email = `${id}@example.org`;
    const identity = { issuer: ISSUER, subject: id };
    await users.insert({
      ...{ id, accountId, email, emailKey: email, role, invitedAt: NOW },
      ...(!invited && { identity }),
    });
  }
  const call = { accountId, requestId: 'request-1', permissions: ['read', 'write', 'manage'] as const };
  const written: string[] = [];
  const state = { beforeWrite: () => Promise.resolve(), now: NOW };
  const watched: Parameters<typeof removeUser>[2]['users'] = {
    get: (...of) => users.get(...of),
    announceLeaving: (...of) => users.announceLeaving(...of),
    endLeaving: (...of) => users.endLeaving(...of),
    update: async (user, seen) => {
      written.push(user.id);
      await state.beforeWrite();
      return users.update(user, seen);
    },
    remove: async (user) => {
      written.push(user.id);
      await state.beforeWrite();
      return users.remove(user);
    },
  };
  const deps = { users: watched, clock: () => state.now };
  const remove = (id = '', more: { ifMatch?: string } = {}) => removeUser(id, { ...call, ...more }, deps);
  const demote = (id = '', more: { ifMatch?: string } = {}) =>
    updateUser({ id, role: 'viewer' }, { ...call, ...more }, deps);
  const promote = (id = '') =>
    updateUser({ id, role: 'admin' }, { ...call, permissions: PERMISSIONS_OF_ROLE.admin }, deps);
  const etag = async (id = '') => etagOf(JSON.stringify(toUser(await users.get(accountId, id))));
  return { accountId, ids, written, state, remove, demote, promote, etag };
}

const LAST = { code: 'last-admin' };
const WAYS = ['remove', 'demote'] as const;

describe.each(WAYS)('the last admin of an account, to %s', (way) => {
  it.each<[string, Wish[]]>([
    ['alone', []],
    ['beside an editor', [{ role: 'editor' }]],
    ['beside an admin who has not signed in yet', [{ role: 'admin', invited: true }]],
  ])(`the last admin of an account is kept (${way}): %s`, async (_title, others) => {
    const it = await account({ role: 'admin' }, ...others);
    await expect(it[way](it.ids[0])).rejects.toMatchObject(LAST);
    expect(it.written).toEqual([]);
  });

  it(`the last admin of an account is the one who is left (${way})`, async () => {
    const it = await account({ role: 'admin' }, { role: 'admin' });
    expect(await it[way](it.ids[0])).toMatchObject({ id: it.ids[0] });
    await expect(it[way](it.ids[1])).rejects.toMatchObject(LAST);
  });

  it(`the last admin of an account is kept when two admins change each other at once (${way})`, async () => {
    const it = await account({ role: 'admin' }, { role: 'admin' });
    const outcomes = await Promise.allSettled(it.ids.map((id) => it[way](id)));
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    const { data } = await users.list(it.accountId, { limit: 9, order: 'asc' });
    expect(data.filter(({ role }) => role === 'admin').length).toBeGreaterThan(0);
  });

  it(`the last admin of an account is kept while the process that was changing another one may have been killed (${way})`, async () => {
    const it = await account({ role: 'admin' }, { role: 'admin' });
    it.state.beforeWrite = () => Promise.reject(new Error('killed'));
    await expect(it[way](it.ids[0])).rejects.toThrow('killed');
    it.state.beforeWrite = () => Promise.resolve();
    await expect(it[way](it.ids[1])).rejects.toMatchObject(LAST);
    it.state.now = new Date(NOW.getTime() + 60_000);
    expect(await it[way](it.ids[1])).toMatchObject({ id: it.ids[1] });
  });

  it(`the last admin of an account is kept when the other one, who goes, is given the role meanwhile (${way})`, async () => {
    const it = await account({ role: 'admin' }, { role: 'admin' });
    const [gone, last] = it.ids;
    let others: Promise<unknown> = Promise.resolve();
    it.state.beforeWrite = async () => {
      it.state.beforeWrite = () => Promise.resolve();
      await it.promote(gone);
      others = Promise.allSettled([it[way](last)]);
      await others;
    };
    await it[way](gone);
    expect(await others).toMatchObject([{ status: 'rejected', reason: LAST }]);
  });

  it(`the last admin of an account can go when the change of another one came to nothing (${way})`, async () => {
    const it = await account({ role: 'admin' }, { role: 'admin' });
    const [kept, going] = it.ids;
    const ifMatch = await it.etag(kept);
    it.state.beforeWrite = async () => {
      it.state.beforeWrite = () => Promise.resolve();
      await users.signIn(it.accountId, { issuer: ISSUER, subject: kept ?? '' }, new Date('2026-11-02'));
    };
    await expect(it[way](kept, { ifMatch })).rejects.toMatchObject({ code: 'precondition-failed' });
    expect(await it[way](going)).toMatchObject({ id: going });
  });

  it(`the last admin of an account is kept when a second change of the one who goes came to nothing (${way})`, async () => {
    const it = await account({ role: 'admin' }, { role: 'admin' });
    const [gone, last] = it.ids;
    const first = await users.announceLeaving({ accountId: it.accountId, id: gone ?? '' }, NOW);
    expect(first).not.toBeNull();
    const ifMatch = await it.etag(gone);
    it.state.now = new Date(NOW.getTime() + 1);
    it.state.beforeWrite = async () => {
      it.state.beforeWrite = () => Promise.resolve();
      await users.signIn(it.accountId, { issuer: ISSUER, subject: gone ?? '' }, new Date('2026-11-02'));
    };
    await expect(it[way](gone, { ifMatch })).rejects.toMatchObject({ code: 'precondition-failed' });
    await expect(it[way](last)).rejects.toMatchObject(LAST);
  });

  it(`an admin who has not signed in yet is no last admin (${way})`, async () => {
    const it = await account({ role: 'admin', invited: true });
    expect(await it[way](it.ids[0])).toMatchObject({ id: it.ids[0] });
  });
});

describe('the users of accounts', () => {
  it('an account has one user for an email address, however it is written', async () => {
    const { accountId, ids } = await account({ role: 'viewer' });
    const email = `${ids[0] ?? ''}@EXAMPLE.org`;
    const again = {
      id: newId(),
      role: 'admin' as const,
      email,
      emailKey: email.toLowerCase(),
      invitedAt: NOW,
    };
    await expect(users.insert({ accountId, ...again })).rejects.toMatchObject({ code: 'user-exists' });
    expect(await users.insert({ accountId: newId(), ...again })).toMatchObject({ email });
  });

  it('a user is not removed while If-Match has another state', async () => {
    const { ids, remove, accountId } = await account({ role: 'viewer' });
    await expect(remove(ids[0], { ifMatch: '"another"' })).rejects.toMatchObject({
      code: 'precondition-failed',
    });
    expect(await users.find(accountId, ids[0] ?? '')).not.toBeNull();
  });

  it('an invitation is accepted by one person only, of two who try at once', async () => {
    const { accountId, ids } = await account({ role: 'viewer', invited: true });
    const emailKey = `${ids[0] ?? ''}@example.org`;
    const accepted = await Promise.all(
      ['one', 'two'].map((subject) =>
        users.accept({ accountId, emailKey }, { issuer: ISSUER, subject }, NOW),
      ),
    );
    expect(accepted.filter((user) => user !== null)).toHaveLength(1);
  });

  it('a user who signed in through another provider is invited again, and nobody else', async () => {
    const { accountId, ids } = await account({ role: 'admin' }, { role: 'viewer', invited: true });
    const other = await account({ role: 'admin' });
    await users.forgetOtherIssuers(accountId, ISSUER);
    expect((await users.find(accountId, ids[0] ?? ''))?.identity).toEqual({
      issuer: ISSUER,
      subject: ids[0],
    });
    await users.forgetOtherIssuers(accountId, 'https://new.example.org');
    expect((await users.find(accountId, ids[0] ?? ''))?.identity).toBeUndefined();
    expect((await users.find(other.accountId, other.ids[0] ?? ''))?.identity).toBeDefined();
  });
});
