import { Lane, Listing, resumeLane, retryListing } from '@estate/contracts';
import type { AuditEntry, OutputOf, RequestLogEntry } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../src/reference/openapi/example-of.ts';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Answered, Call, Gateways } from './start-gateways.ts';

const OWN_PAGE = { 'x-estate-dashboard': '1' };
const REASON = 'Support request 4711: a listing is not published';

let gateways: Gateways;
let served: { close(): Promise<void> };
/** In whose name the owner was asked, for what, and by whom. */
const asked: string[] = [];
/** Whose target the lane is. */
let laneOwner = '';
beforeAll(async () => {
  gateways = await startGateways(2, { FAILED_ATTEMPTS_PER_MINUTE: '100000' });
  served = await gateways.serve('distribution', [
    answer(retryListing, ({ id }, { accountId }) => {
      asked.push(`${accountId} ${id} ${currentTrace()?.actor?.name ?? ''}`);
      return Promise.resolve({ ...(exampleOf(Listing) as OutputOf<typeof retryListing>), id });
    }),
    answer(resumeLane, ({ id }) =>
      Promise.resolve({ ...(exampleOf(Lane) as OutputOf<typeof resumeLane>), id, accountId: laneOwner }),
    ),
  ]);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});

const operate = (path: string, call: Call = {}) => gateways.call(0, path, { key: OPERATOR_TOKEN, ...call });
const cookieOf = ({ headers }: Answered) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function operatorKey(name = 'Olga Operator') {
  const made = await operate('/admin/operator-keys', { body: { name } });
  expect(made.status).toBe(201);
  return { id: String(made.body['id']), key: String(made.body['key']), made };
}

const revoke = (id: string) => operate(`/admin/operator-keys/${id}`, { method: 'DELETE' });

/** Calls as the page of the console or the dashboard does. */
const asPage =
  (cookie: string, own: Record<string, string> = OWN_PAGE) =>
  (path: string, { replica = 0, ...call }: Call & { replica?: number } = {}) =>
    gateways.call(replica, path, { ...call, headers: { cookie, ...own, ...call.headers } });

const signIn = (given: string, headers: Record<string, string> = OWN_PAGE) =>
  gateways.call(0, '/operator/session', { body: { operatorKey: given }, headers });

async function look(key: string, accountId: string) {
  const begun = await gateways.call(0, `/admin/accounts/${accountId}/looks`, {
    key,
    body: { reason: REASON },
  });
  expect(begun.status).toBe(200);
  return { begun, cookie: cookieOf(begun), ask: asPage(cookieOf(begun)) };
}

const entriesOf = async (key: string, path = '/audit-log') =>
  (await gateways.call(0, path, { key })).body['data'] as AuditEntry[];

describe('a key of the operator', () => {
  it('a key of the operator is shown once, stored as a hash, and works until it is revoked on every replica', async () => {
    const { id, key, made } = await operatorKey();
    expect(made.headers.get('location')).toBe(`/admin/operator-keys/${id}`);
    expect(key).toMatch(/^rek_operator_/);
    for (const replica of [0, 1]) {
      expect((await gateways.call(replica, '/admin/accounts', { key })).status).toBe(200);
    }
    const listed = await operate('/admin/operator-keys');
    expect(listed.body['data']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, name: 'Olga Operator', lastFour: key.slice(-4) }),
      ]),
    );
    const stored = await gateways.database.db.collection('operator-keys').find().toArray();
    expect(JSON.stringify([listed.body, stored])).not.toContain(key);
    await eventually(async () => 'lastUsedAt' in (await operate(`/admin/operator-keys/${id}`)).body);
    expect((await revoke(id)).status).toBe(200);
    for (const replica of [0, 1]) {
      await eventually(async () => (await gateways.call(replica, '/admin/accounts', { key })).status === 401);
    }
    expect((await revoke(id)).body['code']).toBe('operator-key-not-found');
    const entries = await entriesOf(OPERATOR_TOKEN, `/admin/audit-log?resourceId=${id}`);
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'operator_key.created succeeded',
      'operator_key.revoked succeeded',
      'operator_key.revoked refused',
    ]);
  });

  it('a key of the operator is the actor with its name in the audit log and the request log of the account', async () => {
    const { id, key } = await operatorKey();
    const account = await gateways.account();
    const path = `/admin/accounts/${account.id}/api-keys`;
    expect((await gateways.call(0, path, { key })).status).toBe(200);
    const actor = { kind: 'operator', id, name: 'Olga Operator' };
    expect(await entriesOf(account.key.key, `/audit-log?actorId=${id}`)).toMatchObject([
      { action: 'account.looked_at', actor },
    ]);
    const logged = await eventually(async () => {
      const { body } = await gateways.call(0, '/request-log?actorKind=operator', { key: account.key.key });
      const calls = body['data'] as RequestLogEntry[];
      return calls.some((call) => call.kind === 'call' && call.path === path) && calls;
    });
    expect(logged.find((call) => 'path' in call && call.path === path)).toMatchObject({ actor, status: 200 });
  });

  it('a key of the operator repeats a publication in the name of the account, which sees the call and who made it', async () => {
    const { id, key } = await operatorKey();
    const account = await gateways.account();
    const listingId = '0123456789abcdefghij';
    const path = `/admin/accounts/${account.id}/listings/${listingId}/retry`;
    expect((await gateways.call(0, path, { key, method: 'POST' })).status).toBe(202);
    expect(asked).toEqual([`${account.id} ${listingId} Olga Operator`]);
    laneOwner = account.id;
    await gateways.call(0, `/admin/lanes/${listingId}/resume`, { key, method: 'POST' });
    const actor = { kind: 'operator', id, name: 'Olga Operator' };
    expect(await entriesOf(account.key.key, `/audit-log?resourceId=${listingId}`)).toMatchObject([
      { action: 'listing.retried', outcome: 'succeeded', actor, resource: { type: 'listing' } },
      { action: 'target.resumed', outcome: 'succeeded', actor, resource: { type: 'target' } },
    ]);
    const calls = await eventually(async () => {
      const { body } = await gateways.call(0, `/request-log?actorId=${id}`, { key: account.key.key });
      const logged = body['data'] as RequestLogEntry[];
      return logged.length === 2 && logged;
    });
    expect(calls).toMatchObject([
      { path, status: 202, actor },
      { path: `/admin/lanes/${listingId}/resume`, status: 200, actor },
    ]);
  });

  it('a key of the operator opens nothing that belongs to a customer, and a key of a customer nothing of the operator', async () => {
    const { key } = await operatorKey();
    const account = await gateways.account();
    expect((await gateways.call(0, '/account/users', { key })).body['code']).toBe('api-key-invalid');
    expect((await gateways.call(0, '/admin/accounts', { key: account.key.key })).body['code']).toBe(
      'operator-token-wrong',
    );
    const body = { apiKey: key };
    const refused = await gateways.call(0, '/dashboard/session', { body, headers: OWN_PAGE });
    expect(refused.body['code']).toBe('api-key-invalid');
    expect((await signIn(account.key.key)).body['code']).toBe('operator-token-wrong');
  });

  it('a key of the operator has an Idempotency-Key of its own, so that it gets no answer of another operator', async () => {
    const call = { body: { name: 'one' }, headers: { 'idempotency-key': 'the-same' } };
    const [olga, otto] = [await operatorKey('Olga'), await operatorKey('Otto')];
    const make = ({ key }: { key: string }) => gateways.call(0, '/admin/operator-keys', { ...call, key });
    const [first, again, other] = [await make(olga), await make(olga), await make(otto)];
    expect(again.body).toEqual(first.body);
    expect(other.body['id']).not.toBe(first.body['id']);
  });
});

describe('a session of the console', () => {
  it('a session of the console begins with a key or the token, and ends for every copy of its cookie', async () => {
    const { id, key } = await operatorKey();
    for (const [given, operator] of [
      [key, { id, name: 'Olga Operator' }],
      [OPERATOR_TOKEN, {}],
    ] as const) {
      const begun = await signIn(given);
      expect(begun.body).toEqual({ signedIn: true, operator });
      expect(begun.headers.getSetCookie()[0]).toMatch(/^estate_operator=\S+; .*HttpOnly; SameSite=Strict$/);
      const ask = asPage(cookieOf(begun));
      expect((await ask('/admin/accounts')).status).toBe(200);
      expect((await ask('/operator/session', { method: 'DELETE' })).body).toEqual({ signedIn: false });
      expect((await ask('/admin/accounts')).status).toBe(401);
      expect((await ask('/operator/session')).body).toEqual({ signedIn: false, hasProvider: false });
    }
  });

  it('a session of the console ends on every replica within seconds of the revocation of its key', async () => {
    const { id, key } = await operatorKey();
    const ask = asPage(cookieOf(await signIn(key)));
    for (const replica of [0, 1]) expect((await ask('/admin/accounts', { replica })).status).toBe(200);
    await revoke(id);
    for (const replica of [0, 1]) {
      const over = await eventually(async () => {
        const answer = await ask('/admin/accounts', { replica });
        return answer.status === 401 && answer;
      });
      expect(over.body['code']).toBe('session-over');
    }
  });

  it('a session of the console is refused to another page, without a key, and with a cookie that somebody made', async () => {
    const { key } = await operatorKey();
    const cookie = cookieOf(await signIn(key));
    for (const headers of [
      {},
      { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' },
      { ...OWN_PAGE, origin: 'https://elsewhere.example.org' },
    ]) {
      expect((await asPage(cookie, headers)('/admin/accounts')).body['code']).toBe('session-of-another-page');
      expect((await asPage(cookie, headers)('/operator/session')).status).toBe(403);
      expect((await signIn(key, headers)).status).toBe(403);
    }
    for (const forged of ['estate_operator=v1.k1.a.b.c', `${cookie}x`]) {
      expect((await asPage(forged)('/admin/accounts')).status).toBe(401);
      expect((await asPage(forged)('/operator/session')).body['signedIn']).toBe(false);
    }
    expect((await signIn('rek_operator_x')).body['code']).toBe('operator-token-wrong');
    const empty = await gateways.call(0, '/operator/session', { body: {}, headers: OWN_PAGE });
    expect(empty.body['code']).toBe('validation-failed');
  });

  it('a session of the console reads and changes nothing on the routes of customers, and theirs nothing on its routes', async () => {
    const account = await gateways.account();
    const operator = asPage(cookieOf(await signIn(OPERATOR_TOKEN)));
    expect((await operator('/account/users')).status).toBe(401);
    expect((await operator('/account/api-keys', { body: {} })).status).toBe(401);
    const body = { apiKey: account.key.key };
    const customer = asPage(
      cookieOf(await gateways.call(0, '/dashboard/session', { body, headers: OWN_PAGE })),
    );
    expect((await customer('/account/users')).status).toBe(200);
    for (const path of ['/admin/accounts', '/admin/operator-keys', `/admin/accounts/${account.id}`]) {
      expect((await customer(path)).status).toBe(401);
    }
    expect((await customer(`/admin/accounts/${account.id}/looks`, { body: { reason: REASON } })).status).toBe(
      401,
    );
  });
});

describe('a look of an operator at an account', () => {
  it('a look of an operator at an account reads what a viewer reads, and is in the audit log with its reason', async () => {
    const { id, key } = await operatorKey();
    const account = await gateways.account();
    const { begun, ask } = await look(key, account.id);
    expect(begun.body).toMatchObject({ accountId: account.id, reason: REASON, operator: { id } });
    expect((await ask('/dashboard/session')).body).toMatchObject({
      signedIn: true,
      account: { id: account.id },
      permissions: ['read'],
      look: { reason: REASON, operator: { kind: 'operator', name: 'Olga Operator' } },
    });
    expect((await ask('/account/api-keys', { replica: 1 })).status).toBe(200);
    expect((await ask('/audit-log')).body['code']).toBe('look-is-read-only');
    expect(await entriesOf(account.key.key, '/audit-log?action=account.looked_at')).toMatchObject([
      { outcome: 'succeeded', reason: REASON, actor: { kind: 'operator', id, name: 'Olga Operator' } },
    ]);
  });

  it('a look of an operator at an account needs a reason and an account', async () => {
    const account = await gateways.account();
    for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: REASON, minutes: 600 }]) {
      const refused = await operate(`/admin/accounts/${account.id}/looks`, { body });
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
    }
    const unknown = await operate('/admin/accounts/0123456789abcdefghij/looks', { body: { reason: REASON } });
    expect([unknown.body['code'], unknown.headers.getSetCookie()]).toEqual(['account-not-found', []]);
  });

  it('a look of an operator at an account changes nothing, and who tries leaves an entry', async () => {
    const { key } = await operatorKey();
    const account = await gateways.account();
    const { ask } = await look(key, account.id);
    for (const [path, call] of [
      ['/account/api-keys', { body: {} }],
      [`/account/api-keys/${account.key.id}`, { method: 'DELETE' }],
      ['/account/users', { body: { email: 'eve@example.org', role: 'admin' } }],
      ['/listings', { body: {} }],
    ] as const) {
      expect((await ask(path, call)).body['code'], path).toBe('look-is-read-only');
    }
    const entries = await entriesOf(account.key.key, '/audit-log?action=user.invited');
    expect(entries).toMatchObject([{ outcome: 'refused', actor: { kind: 'operator' } }]);
  });

  it('a look of an operator at an account sees no other account and is no session of an operator', async () => {
    const { key } = await operatorKey();
    const [account, other] = [await gateways.account(), await gateways.account()];
    const { ask } = await look(key, account.id);
    expect((await ask(`/account/api-keys/${other.key.id}`)).body['code']).toBe('api-key-not-found');
    expect((await ask('/account/api-keys')).body['data']).toMatchObject([{ id: account.key.id }]);
    for (const path of ['/admin/accounts', `/admin/accounts/${other.id}`]) {
      expect((await ask(path)).status).toBe(401);
    }
    const further = await ask(`/admin/accounts/${other.id}/looks`, { body: { reason: REASON } });
    expect([further.status, further.headers.getSetCookie()]).toEqual([401, []]);
  });

  it('a look of an operator at an account is used by the page of the service alone', async () => {
    const { key } = await operatorKey();
    const { cookie } = await look(key, (await gateways.account()).id);
    for (const headers of [{}, { ...OWN_PAGE, origin: 'https://elsewhere.example.org' }]) {
      const refused = await asPage(cookie, headers)('/account/api-keys');
      expect(refused.body['code']).toBe('session-of-another-page');
    }
  });

  it('a look of an operator at an account ends on every replica within seconds of the revocation of the key', async () => {
    const { id, key } = await operatorKey();
    const account = await gateways.account();
    const { ask, cookie } = await look(key, account.id);
    for (const replica of [0, 1]) expect((await ask('/account/users', { replica })).status).toBe(200);
    await revoke(id);
    for (const replica of [0, 1]) {
      await eventually(async () => (await ask('/account/users', { replica })).status === 401);
    }
    const body = { apiKey: account.key.key };
    const signedIn = await gateways.call(0, '/dashboard/session', { body, headers: OWN_PAGE });
    const both = asPage(`${cookie}; ${cookieOf(signedIn)}`);
    expect((await both('/account/users')).body['code']).toBe('session-over');
    const cleared = await both('/dashboard/session');
    expect(cleared.body).toEqual({ signedIn: false });
    expect(cleared.headers.getSetCookie()[0]).toMatch(/^estate_look=; .*Max-Age=0/);
    const ended = await both('/dashboard/session', { method: 'DELETE' });
    expect(ended.body).toEqual({ signedIn: false, continueAt: '/operator/' });
  });

  it('a look of an operator at an account ends with its button, and leads back to the console', async () => {
    const { key } = await operatorKey();
    const account = await gateways.account();
    const { ask } = await look(key, account.id);
    expect((await ask('/dashboard/session', { method: 'DELETE' })).body).toEqual({
      signedIn: false,
      continueAt: `/operator/accounts/${account.id}`,
    });
    for (const replica of [0, 1]) {
      await eventually(async () => (await ask('/account/users', { replica })).status === 401);
    }
    const ended = await entriesOf(account.key.key, '/audit-log?action=session.ended');
    expect(ended).toMatchObject([{ actor: { kind: 'operator', name: 'Olga Operator' } }]);
  });

  it('a look of an operator at an account that is retried with its Idempotency-Key is the same look, with its cookie', async () => {
    const { key } = await operatorKey();
    const account = await gateways.account();
    const call = { key, body: { reason: REASON }, headers: { 'idempotency-key': 'look-once' } };
    const path = `/admin/accounts/${account.id}/looks`;
    const [first, second] = [await gateways.call(0, path, call), await gateways.call(1, path, call)];
    expect(second.body).toEqual(first.body);
    expect((await asPage(cookieOf(second))('/account/users')).status).toBe(200);
    await asPage(cookieOf(first))('/dashboard/session', { method: 'DELETE' });
    const third = await gateways.call(0, path, call);
    expect((await asPage(cookieOf(third))('/account/users')).status).toBe(401);
    expect(await entriesOf(account.key.key, '/audit-log?action=account.looked_at')).toHaveLength(1);
  });
});
