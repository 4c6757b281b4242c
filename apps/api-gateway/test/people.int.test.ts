import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionHeaders } from './sessions.ts';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Call, Gateways } from './start-gateways.ts';

const ISSUER = 'https://login.example.org';
const SETTINGS = { issuer: ISSUER, clientId: 'estate', clientSecret: 'the-secret-of-the-client' };

let gateways: Gateways;
beforeAll(async () => {
  gateways = await startGateways(2, { PUBLIC_URL: 'http://127.0.0.1:8080', ASK_TIMEOUT_MS: '500' });
});
afterAll(() => gateways.close());

const operate = (path: string, call: Call = {}) => gateways.call(0, path, { key: OPERATOR_TOKEN, ...call });
const setSignIn = (accountId: string, settings: object = SETTINGS) =>
  operate(`/admin/accounts/${accountId}/sign-in`, { method: 'PUT', body: settings });

/** An account with a provider, in which a user of a role has signed in. */
async function accountWith(role: string) {
  const { id: accountId, key } = await gateways.account();
  await setSignIn(accountId);
  const invited = await gateways.call(0, '/account/users', {
    key: key.key,
    body: { email: 'Anna@example.org', role },
  });
  const id = String(invited.body['id']);
  const identity = { issuer: ISSUER, subject: `subject-of-${id}` };
  await usersOf().updateOne({ _id: id as never }, { $set: { identity } });
  const headers = sessionHeaders(id, identity);
  const ask = (replica: number, path: string, call: Call = {}) =>
    gateways.call(replica, path, { ...call, headers: { ...headers, ...call.headers } });
  return { accountId, apiKey: key.key, id, headers, ask, invited };
}

const usersOf = () => gateways.database.db.collection('users');

describe('the users of an account', () => {
  it('a user is invited once, found, changed and removed', async () => {
    const { apiKey, id, invited } = await accountWith('viewer');
    expect(invited).toMatchObject({
      status: 201,
      body: { email: 'Anna@example.org', role: 'viewer', state: 'invited' },
    });
    expect(invited.headers.get('location')).toBe(`/account/users/${id}`);
    const again = await gateways.call(1, '/account/users', {
      key: apiKey,
      body: { email: 'anna@EXAMPLE.org', role: 'admin' },
    });
    expect(again.body).toMatchObject({ statusCode: 400, code: 'user-exists' });
    const listed = await gateways.call(1, '/account/users', { key: apiKey });
    expect(listed.body).toMatchObject({ hasMore: false, data: [{ id, state: 'active' }] });
    const changed = await gateways.call(0, `/account/users/${id}`, {
      method: 'PUT',
      key: apiKey,
      body: { role: 'editor', name: 'Anna Adler' },
    });
    expect(changed.body).toMatchObject({ id, role: 'editor', name: 'Anna Adler' });
    const removed = await gateways.call(1, `/account/users/${id}`, { method: 'DELETE', key: apiKey });
    expect([removed.status, removed.body['id']]).toEqual([200, id]);
    expect((await gateways.call(0, `/account/users/${id}`, { key: apiKey })).body['code']).toBe(
      'user-not-found',
    );
  });

  it('an invitation that is sent twice with one Idempotency-Key makes one user', async () => {
    const { key } = await gateways.account();
    const call = {
      key: key.key,
      body: { email: 'ben@example.org', role: 'viewer' },
      headers: { 'idempotency-key': 'invite-ben' },
    };
    const first = await gateways.call(0, '/account/users', call);
    const second = await gateways.call(1, '/account/users', call);
    expect([first.status, second.status, second.body['id']]).toEqual([201, 201, first.body['id']]);
  });
});

describe('an API key', () => {
  it('an API key cannot give a person a role that may do more than the key', async () => {
    const { apiKey, id } = await accountWith('viewer');
    const made = await gateways.call(0, '/account/api-keys', { key: apiKey, body: { scopes: ['write'] } });
    const key = String(made.body['key']);
    const body = { email: 'eve@example.org', role: 'admin' };
    for (const role of ['viewer', 'editor', 'admin']) {
      const refused = await gateways.call(0, '/account/users', { key, body: { ...body, role } });
      expect([refused.status, refused.body['code']], role).toEqual([403, 'scope-missing']);
    }
    const change = { method: 'PUT', key, body: { role: 'admin' } };
    const refused = await gateways.call(0, `/account/users/${id}`, change);
    expect([refused.status, refused.body['code']]).toEqual([403, 'scope-missing']);
    expect((await gateways.call(0, '/account/users', { key: apiKey, body })).status).toBe(201);
  });
});

describe('a session of a user', () => {
  it('a session of a user ends on every replica within seconds of the removal of the user', async () => {
    const { ask, apiKey, id } = await accountWith('viewer');
    for (const replica of [0, 1]) expect((await ask(replica, '/account/users')).status).toBe(200);
    await gateways.call(0, `/account/users/${id}`, { method: 'DELETE', key: apiKey });
    for (const replica of [0, 1]) {
      const over = await eventually(async () => {
        const answer = await ask(replica, '/account/users');
        return answer.status === 401 && answer;
      });
      expect(over.body['code']).toBe('session-over');
    }
  });

  it('a session of a user is narrowed on every replica within seconds of a demotion', async () => {
    const { ask, apiKey, id } = await accountWith('editor');
    const invite = (replica: number) =>
      ask(replica, '/account/api-keys', { body: { name: 'a key of an editor' } });
    expect((await invite(0)).body['code']).toBe('role-insufficient');
    await gateways.call(1, `/account/users/${id}`, { method: 'PUT', key: apiKey, body: { role: 'admin' } });
    for (const replica of [0, 1]) await eventually(async () => (await invite(replica)).status === 201);
    await usersOf().insertOne({ ...(await usersOf().findOne({ _id: id as never })), ...another(id) });
    await gateways.call(1, `/account/users/${id}`, { method: 'PUT', key: apiKey, body: { role: 'viewer' } });
    for (const replica of [0, 1]) {
      await eventually(async () => (await invite(replica)).body['code'] === 'role-insufficient');
      expect((await ask(replica, '/account/users')).status).toBe(200);
    }
  });

  it('a session of a user in one account says nothing in another account', async () => {
    const { ask, id } = await accountWith('admin');
    const other = await accountWith('admin');
    expect((await ask(0, `/account/users/${other.id}`)).body['code']).toBe('user-not-found');
    const removal = await ask(0, `/account/users/${other.id}`, { method: 'DELETE' });
    expect(removal.body['code']).toBe('user-not-found');
    expect((await ask(0, `/account/users/${id}`)).status).toBe(200);
  });

  it('a session of a user is of no use to another page, nor for the routes of the operator', async () => {
    const { ask, headers } = await accountWith('admin');
    const bare = { cookie: headers['cookie'] ?? '' };
    expect((await gateways.call(0, '/account/users', { headers: bare })).body['code']).toBe(
      'session-of-another-page',
    );
    const foreign = await ask(0, '/account/users', { headers: { origin: 'https://elsewhere.example.org' } });
    expect(foreign.body['code']).toBe('session-of-another-page');
    expect((await ask(0, '/admin/accounts')).status).toBe(401);
  });
});

/** A second admin, so that the first one may change. */
const another = (id: string) => ({
  _id: `${id.slice(0, -1)}x` as never,
  email: 'second@example.org',
  emailKey: 'second@example.org',
  identity: { issuer: ISSUER, subject: `second-of-${id}` },
});

describe('the identity provider of an account', () => {
  it('the identity provider of an account is shown without its secret, which is stored encrypted', async () => {
    const { id } = await gateways.account();
    const path = `/admin/accounts/${id}/sign-in`;
    expect((await operate(path)).body['code']).toBe('sign-in-not-found');
    const set = await setSignIn(id);
    expect(set).toMatchObject({
      status: 200,
      body: {
        issuer: ISSUER,
        clientId: 'estate',
        hasClientSecret: true,
        redirectUri: 'http://127.0.0.1:8080/dashboard/sign-in/callback',
        signInUrl: `http://127.0.0.1:8080/dashboard/sign-in/${id}`,
      },
    });
    const read = await operate(path);
    expect(read.body).toEqual(set.body);
    const stored = await gateways.database.db.collection('sign-in-settings').findOne({ _id: id as never });
    expect(JSON.stringify([set.body, stored])).not.toContain(SETTINGS.clientSecret);
    const resealed = await operate('/admin/secrets/reseal', { body: {} });
    expect(resealed.body).toMatchObject({ unreadable: [] });
    expect((await operate(path, { method: 'DELETE' })).status).toBe(200);
    expect((await operate(path, { method: 'DELETE' })).body['code']).toBe('sign-in-not-found');
  });

  it.each([
    ['http', 'http://login.example.org'],
    ['a private address', 'https://10.0.0.1'],
    ['this machine', 'https://localhost:8443'],
  ])('the identity provider of an account cannot be at %s', async (_title, issuer) => {
    const { id } = await gateways.account();
    const refused = await setSignIn(id, { ...SETTINGS, issuer });
    expect(refused.body).toMatchObject({ statusCode: 400, code: 'issuer-refused' });
  });

  it('the identity provider of an account ends the sessions of other providers and of keys', async () => {
    const { ask, accountId, id } = await accountWith('admin');
    expect((await ask(0, '/account/users')).status).toBe(200);
    await setSignIn(accountId, { ...SETTINGS, issuer: 'https://new.example.org' });
    for (const replica of [0, 1])
      await eventually(async () => (await ask(replica, '/account/users')).status === 401);
    expect(await usersOf().findOne({ _id: id as never })).not.toHaveProperty('identity');
  });
});
