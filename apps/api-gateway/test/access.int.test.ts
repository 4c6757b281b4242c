import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsOwner } from './contacts-owner.ts';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const OPERATOR = 'operator-token-of-the-test';
const UNKNOWN_ID = '0123456789abcdefghij';
let gateways: Gateways;
let served: { close(): Promise<void> };
beforeAll(async () => {
  gateways = await startGateways(2, { ASK_TIMEOUT_MS: '5000' });
  served = await gateways.serve('catalog', contactsOwner().answers);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});

const newKey = async () => (await gateways.account()).key;
const makeKey = (key: string, body: object = {}) => gateways.call(0, '/account/api-keys', { key, body });
const revoke = (key: string, id: string, headers: Record<string, string> = {}) =>
  gateways.call(0, `/account/api-keys/${id}`, { key, method: 'DELETE', headers });
const keysOf = (replica: number, key: string) => gateways.call(replica, '/account/api-keys', { key });

describe('API keys', () => {
  it('API keys are rotated: once the first one is revoked it stops on every replica', async () => {
    const first = await newKey();
    const second = await makeKey(first.key, { name: 'second' });
    for (const replica of [0, 1]) expect((await keysOf(replica, first.key)).status).toBe(200);
    const revoked = await revoke(String(second.body['key']), first.id);
    expect([revoked.status, revoked.body['id']]).toEqual([200, first.id]);
    for (const replica of [0, 1]) {
      await eventually(async () => (await keysOf(replica, first.key)).status === 401);
    }
    expect((await keysOf(1, String(second.body['key']))).status).toBe(200);
  });

  it('API keys are shown without the key, with when they were used, to the minute', async () => {
    const { key, id } = await newKey();
    await keysOf(0, key);
    const shown = await eventually(async () => {
      const { body } = await gateways.call(0, `/account/api-keys/${id}`, { key });
      return body['lastUsedAt'] !== undefined && body;
    });
    expect(shown['lastUsedAt']).toMatch(/:00\.000Z$/);
    expect(JSON.stringify(shown)).not.toContain(key);
    expect(shown).toMatchObject({ prefix: 'rek_live_', lastFour: key.slice(-4), scopes: ['read', 'write'] });
  });

  it('API keys of which only one may write cannot be revoked, not even by two at once', async () => {
    const first = await newKey();
    expect((await revoke(first.key, first.id)).body).toMatchObject({
      statusCode: 400,
      code: 'last-write-key',
    });
    const reader = await makeKey(first.key, { scopes: ['read'] });
    expect((await revoke(first.key, first.id)).status).toBe(400);
    expect((await revoke(first.key, String(reader.body['id']))).status).toBe(200);
    const second = await makeKey(first.key, { name: 'second' });
    await Promise.all([
      revoke(first.key, String(second.body['id'])),
      revoke(String(second.body['key']), first.id),
    ]);
    const left = await gateways.database.db
      .collection('api-keys')
      .countDocuments({ _id: { $in: [first.id, second.body['id']] as never[] } });
    expect(left).toBeGreaterThan(0);
  });

  it('API keys cannot create keys with more rights than their own, nor keys that have expired', async () => {
    const first = await newKey();
    const writer = String((await makeKey(first.key, { scopes: ['write'] })).body['key']);
    expect((await makeKey(writer, { scopes: ['read', 'write'] })).body).toMatchObject({
      statusCode: 403,
      code: 'scope-missing',
    });
    expect((await makeKey(writer)).status).toBe(403);
    expect((await makeKey(writer, { scopes: ['write'] })).status).toBe(201);
    expect((await keysOf(0, writer)).body).toMatchObject({ statusCode: 403, error: 'Forbidden' });
    const past = await makeKey(first.key, { expiresAt: '2020-01-01T00:00:00Z' });
    expect(past.body).toMatchObject({ statusCode: 400, details: [{ path: 'expiresAt' }] });
  });

  it('API keys stop when they expire', async () => {
    const first = await newKey();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const made = await makeKey(first.key, { expiresAt });
    const short = String(made.body['key']);
    expect([made.status, (await keysOf(0, short)).status]).toEqual([201, 200]);
    await gateways.database.db
      .collection<{ _id: string }>('api-keys')
      .updateOne({ _id: String(made.body['id']) }, { $set: { expiresAt: new Date() } });
    for (const replica of [0, 1]) {
      await eventually(async () => (await keysOf(replica, short)).status === 401);
    }
  });

  it('API keys are revoked only as they were seen, where If-Match says so', async () => {
    const first = await newKey();
    const { body } = await makeKey(first.key, {});
    const id = String(body['id']);
    const seen = await gateways.call(0, `/account/api-keys/${id}`, { key: first.key });
    const etag = String(seen.headers.get('etag'));
    expect((await revoke(first.key, id, { 'if-match': '"other"' })).status).toBe(412);
    await gateways.database.db
      .collection<{ _id: string }>('api-keys')
      .updateOne({ _id: id }, { $set: { lastUsedAt: new Date(0) } });
    expect((await revoke(first.key, id, { 'if-match': etag })).status).toBe(412);
    const now = await gateways.call(0, `/account/api-keys/${id}`, { key: first.key });
    expect((await revoke(first.key, id, { 'if-match': String(now.headers.get('etag')) })).status).toBe(200);
  });

  it('API keys of another account are answered as unknown ones', async () => {
    const [mine, theirs] = [await newKey(), await newKey()];
    for (const method of ['GET', 'DELETE']) {
      const [foreign, unknown] = await Promise.all(
        [theirs.id, UNKNOWN_ID].map((id) =>
          gateways.call(0, `/account/api-keys/${id}`, { key: mine.key, method }),
        ),
      );
      expect([foreign?.status, unknown?.status]).toEqual([404, 404]);
      expect(String(foreign?.body['message']).replace(theirs.id, '')).toBe(
        String(unknown?.body['message']).replace(UNKNOWN_ID, ''),
      );
    }
  });
});

describe('the operator', () => {
  it('the operator opens accounts, lists them and makes keys for them', async () => {
    const { id } = await gateways.account();
    const made = await gateways.call(1, `/admin/accounts/${id}/api-keys`, {
      key: OPERATOR,
      body: { name: 'lost' },
    });
    expect(made.status).toBe(201);
    expect((await keysOf(0, String(made.body['key']))).status).toBe(200);
    const list = await gateways.call(0, '/admin/accounts?limit=1&order=desc', { key: OPERATOR });
    expect(list.body).toMatchObject({ hasMore: true, data: [{ id }] });
    expect(list.headers.get('link')).toBe(
      `</admin/accounts?limit=1&order=desc&startAfter=${id}>; rel="next"`,
    );
    expect((await gateways.call(0, '/admin/accounts', { key: 'wrong' })).status).toBe(401);
    const nobody = await gateways.call(0, `/admin/accounts/${UNKNOWN_ID}/api-keys`, {
      key: OPERATOR,
      body: {},
    });
    expect(nobody.status).toBe(404);
  });
});

describe('a version of the contract', () => {
  it('a version of the contract may be requested and is named in the response; for an unknown one the known ones are listed', async () => {
    const ask = (version?: string) =>
      gateways.call(0, '/account', { headers: version === undefined ? {} : { 'service-version': version } });
    for (const version of [undefined, '2026-11-01']) {
      expect((await ask(version)).headers.get('service-version')).toBe('2026-11-01');
    }
    const unknown = await ask('2020-01-01');
    expect(unknown.body).toMatchObject({ statusCode: 400, code: 'service-version-unknown' });
    expect(unknown.body['message']).toContain('2026-11-01');
  });
});

describe('conditional requests', () => {
  const contact = { email: 'anna@example.org', lastName: 'Beispiel' };

  it('conditional requests carry the ETag of the representation through create, get and update', async () => {
    const { key } = await newKey();
    const created = await gateways.call(0, '/contacts', { key, body: contact });
    const path = `/contacts/${String(created.body['id'])}`;
    const got = await gateways.call(1, path, { key });
    const etag = String(got.headers.get('etag'));
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    expect(created.headers.get('etag')).toBe(etag);
    expect((await gateways.call(0, path, { key, headers: { 'if-none-match': etag } })).status).toBe(304);
    const put = (lastName: string, headers: Record<string, string>) =>
      gateways.call(1, path, { key, method: 'PUT', body: { ...contact, lastName }, headers });
    const updated = await put('Neu', { 'if-match': etag });
    expect(updated.status).toBe(200);
    expect(updated.headers.get('etag')).not.toBe(etag);
    const late = await put('Zu spät', { 'if-match': etag });
    expect([late.status, late.body]).toMatchObject([
      412,
      { error: 'Precondition Failed', code: 'precondition-failed' },
    ]);
    expect((await put('Egal', { 'if-match': '*' })).status).toBe(200);
  });

  it('conditional requests are refused where they are malformed or would be overlooked', async () => {
    const { key } = await newKey();
    const bad = { key, method: 'PUT', body: contact, headers: { 'if-match': 'no quotes' } };
    expect((await gateways.call(0, `/contacts/${UNKNOWN_ID}`, bad)).body['code']).toBe('if-match-malformed');
    const post = { key, body: contact, headers: { 'if-match': '"a"' } };
    expect((await gateways.call(0, '/contacts', post)).body['code']).toBe('if-match-unsupported');
  });
});

describe('a service that is away', () => {
  it('a call to a service that is unavailable is answered with 503 and Retry-After', async () => {
    const { key } = await newKey();
    const answer = await gateways.call(0, '/webhooks', { key });
    expect([answer.status, answer.body['code']]).toEqual([503, 'service-unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('sessions of the dashboard', () => {
  const own = { 'x-estate-dashboard': '1' };

  it('sessions of the dashboard that were signed out open nothing on any replica, and are kept no longer than they would have lasted', async () => {
    const { key } = await newKey();
    const path = '/dashboard/session';
    const begun = await gateways.call(0, path, { body: { apiKey: key }, headers: own });
    const headers = { ...own, cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' };
    const look = (replica: number) => gateways.call(replica, '/account/api-keys', { headers });
    for (const replica of [0, 1]) expect((await look(replica)).status).toBe(200);
    await gateways.call(0, path, { method: 'DELETE', headers });
    expect((await look(0)).status).toBe(401);
    await eventually(async () => (await look(1)).status === 401);
    const indexes = await gateways.database.db.collection('ended-sessions').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    expect(await gateways.database.db.collection('ended-sessions').countDocuments({})).toBe(1);
  });
});
