import { newApiKey } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Call, Gateways } from './start-gateways.ts';

/** As a burst; a window lasts ten minutes, so that none ends within a test. */
const LIMIT = 40;
let gateways: Gateways;
beforeAll(async () => {
  gateways = await startGateways(2, {
    RATE_LIMIT_PER_MINUTE: String(LIMIT / 10),
    RATE_LIMIT_BURST: String(LIMIT),
    FAILED_ATTEMPTS_PER_MINUTE: '5',
  });
});
afterAll(() => gateways.close());

const newKey = async () => (await gateways.account()).key;
const list = (replica: number, key: string) => gateways.call(replica, '/account/api-keys', { key });

describe('the rate limit of a key', () => {
  it('the rate limit of a key is counted over all replicas, to the last request', async () => {
    const { key } = await newKey();
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => list(index % 2, key)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80 - LIMIT);
  });

  it('the rate limit of a key is shown in the RateLimit headers, and counts down', async () => {
    const { key } = await newKey();
    const seen = [];
    for (let request = 0; request < 5; request += 1) {
      const { headers } = await list(0, key);
      expect(headers.get('ratelimit-policy')).toBe(`"default";q=${String(LIMIT)};w=600`);
      const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      seen.push(Number(left));
      expect(Number(seconds)).toBeGreaterThan(0);
    }
    expect(seen).toEqual([39, 38, 37, 36, 35]);
  });

  it('the rate limit of a key refuses in the common shape of errors, before the body is read, with Retry-After', async () => {
    const { key } = await newKey();
    await Promise.all(Array.from({ length: LIMIT }, () => list(0, key)));
    const refused = await gateways.call(0, '/contacts', { key, method: 'POST', body: '{broken' });
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { error: 'Too Many Requests', statusCode: 429, code: 'rate-limited' },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
  });

  it('the rate limit of a key is shown in every response that counts, whatever its status', async () => {
    const { key } = await newKey();
    const reader = String(
      (await gateways.call(0, '/account/api-keys', { key, body: { scopes: ['read'] } })).body['key'],
    );
    const own = await gateways.call(0, '/account/api-keys?limit=1', { key });
    const [first] = own.body['data'] as [{ id: string }];
    const at = `/account/api-keys/${first.id}`;
    const etag = String((await gateways.call(0, at, { key })).headers.get('etag'));
    const big = JSON.stringify({ name: 'x'.repeat(1_000_001) });
    const calls: [number, string, Call][] = [
      [200, '/account/api-keys', {}],
      [304, at, { headers: { 'if-none-match': etag } }],
      [400, '/account/api-keys?limit=0', {}],
      [403, '/account/api-keys', { key: reader, body: {} }],
      [404, '/account/api-keys/00000000000000000000', {}],
      [406, '/account/api-keys', { headers: { accept: 'text/html' } }],
      [412, at, { method: 'DELETE', headers: { 'if-match': '"other"' } }],
      [413, '/account/api-keys', { method: 'POST', body: big }],
      [415, '/account/api-keys', { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } }],
      [503, '/contacts', {}],
    ];
    const left: number[] = [];
    for (const [status, path, call] of calls) {
      const answer = await gateways.call(0, path, { key, ...call });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get('ratelimit-policy'), String(status)).toBe(
        `"default";q=${String(LIMIT)};w=600`,
      );
      if (status !== 403) left.push(Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]));
    }
    expect(left).toEqual(left.map((_one, index) => left[0]! - index));
  });

  it('the rate limit of a key is its own for each key, also of one account', async () => {
    const { key } = await newKey();
    const other = await gateways.call(0, '/account/api-keys', { key, body: { name: 'other' } });
    await Promise.all(Array.from({ length: LIMIT }, () => list(0, key)));
    expect((await list(0, key)).status).toBe(429);
    expect((await list(0, String(other.body['key']))).status).toBe(200);
  });

  it('the rate limit of a key costs a busy key far less than a write a request', async () => {
    const { key, id } = await newKey();
    await Promise.all(Array.from({ length: 30 }, () => list(0, key)));
    const limits = gateways.database.db.collection('rate-limits');
    expect((await limits.findOne({ key: id }))?.['points']).toBeGreaterThanOrEqual(30);
    expect(await limits.countDocuments({ key: id })).toBe(1);
  });
});

describe('a rate limit that is used up until a time in the far future', () => {
  it('a rate limit that is used up until 2099 counts as over, and one that ends a little later than it can does not', async () => {
    const { key, id } = await newKey();
    const other = await newKey();
    const limits = gateways.database.db.collection('rate-limits');
    const usedUntil = (of: string, expire: Date) => limits.insertOne({ key: of, points: 2 * LIMIT, expire });
    await usedUntil(id, new Date('2099-01-01'));
    await usedUntil(other.id, new Date(Date.now() + 601_000));

    const answer = await list(0, key);
    const refused = await list(0, other.key);

    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      200,
      `"default";r=${String(LIMIT - 1)};t=600`,
    ]);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  });
});

describe('an address that guesses keys', () => {
  it('an address that guesses keys gets 429, while a key that is cached works on', async () => {
    const { key } = await newKey();
    expect((await list(0, key)).status).toBe(200);
    const statuses = [];
    for (let attempt = 0; attempt < 7; attempt += 1) statuses.push((await list(0, 'guess')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await list(0, key)).status).toBe(200);
  });

  it('an address that guesses keys is still open to a valid key and to the operator token, also on a replica that has not seen them yet', async () => {
    const { key } = await newKey();
    const guesses = Array.from({ length: 40 }, () => list(1, newApiKey().key));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const refused = await list(1, newApiKey().key);
    expect(refused.headers.get('ratelimit')).toMatch(/^"failed-attempts";r=0;t=\d+$/);
    expect((await list(1, key)).status).toBe(200);
    const accounts = await gateways.call(1, '/admin/accounts', { key: OPERATOR_TOKEN });
    expect(accounts.status).toBe(200);
    const headers = { 'x-estate-dashboard': '1' };
    const session = await gateways.call(1, '/dashboard/session', { body: { apiKey: key }, headers });
    expect([session.status, session.body['signedIn']]).toEqual([200, true]);
  });
});
