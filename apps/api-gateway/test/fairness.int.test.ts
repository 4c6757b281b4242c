import { createContact, listContacts } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_HEADER } from '../src/edge/access/own-page.ts';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

/** A window lasts ten minutes, so that none ends within a test. */
const [KEY_LIMIT, ACCOUNT_LIMIT] = [40, 60];
const [PLACES, SHARE] = [4, 2];

let gateways: Gateways;
let served: { close(): Promise<void> };
/** Calls that the catalog has begun, of each account. */
const begun = new Map<string, number>();
/** While an account is held, the catalog answers none of its calls. */
const held = new Map<string, Promise<undefined>>();

async function atTheCatalog(accountId: string): Promise<void> {
  begun.set(accountId, (begun.get(accountId) ?? 0) + 1);
  await held.get(accountId);
}

beforeAll(async () => {
  gateways = await startGateways(2, {
    RATE_LIMIT_PER_MINUTE: String(KEY_LIMIT / 10),
    RATE_LIMIT_BURST: String(KEY_LIMIT),
    ACCOUNT_RATE_LIMIT_PER_MINUTE: String(ACCOUNT_LIMIT / 10),
    ACCOUNT_RATE_LIMIT_BURST: String(ACCOUNT_LIMIT),
    CALL_PLACES: String(PLACES),
    ACCOUNT_CALL_PLACES: String(SHARE),
    ACCOUNT_CALLS_WAITING: '5',
  });
  served = await gateways.serve('catalog', [
    answer(listContacts, async (_query, { accountId }) => {
      await atTheCatalog(accountId);
      return { hasMore: false, data: [] };
    }),
    answer(createContact, async (_input, { accountId }) => {
      await atTheCatalog(accountId);
      throw new Error('The catalog of this test creates nothing.');
    }),
  ]);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});
afterEach(() => {
  begun.clear();
  held.clear();
});

const list = (key: string, replica = 0) => gateways.call(replica, '/contacts', { key });

/** The account and a second key of it. */
async function accountWithKeys() {
  const { id, key } = await gateways.account();
  const other = await gateways.call(0, '/account/api-keys', { key: key.key, body: { name: 'other' } });
  return { id, keys: [key.key, String(other.body['key'])] as const };
}

/** Holds the answers to an account until the returned function is called. */
function hold(accountId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  held.set(accountId, promise);
  return () => resolve(undefined);
}

describe('the rate limit of an account', () => {
  it('the rate limit of an account is counted over all its keys and all replicas, and refuses in a policy of its own', async () => {
    const { keys } = await accountWithKeys();
    const answers: Awaited<ReturnType<typeof list>>[] = [];
    for (let round = 0; round < KEY_LIMIT; round += 1) {
      answers.push(await list(keys[round % 2] ?? '', round % 2), await list(keys[1 - (round % 2)] ?? ''));
    }
    // Creating the second key counts, too.
    const [allowed, refused] = [200, 429].map((wanted) => answers.filter(({ status }) => status === wanted));
    expect(allowed).toHaveLength(ACCOUNT_LIMIT - 1);
    expect(refused).toHaveLength(2 * KEY_LIMIT - ACCOUNT_LIMIT + 1);
    expect(allowed?.at(-1)?.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    const [first] = refused ?? [];
    expect(first?.body).toMatchObject({ code: 'account-rate-limited', statusCode: 429 });
    expect(first?.headers.get('ratelimit')).toMatch(/^"account";r=0;t=\d+$/);
    expect(first?.headers.get('ratelimit-policy')).toBe(`"account";q=${String(ACCOUNT_LIMIT)};w=600`);
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('the rate limit of an account counts sign-ins to the dashboard, too', async () => {
    const { key } = await gateways.account();
    const headers = { [PAGE_HEADER]: '1' };
    const signIn = () => gateways.call(0, '/dashboard/session', { body: { apiKey: key.key }, headers });
    const answers = await Promise.all(Array.from({ length: ACCOUNT_LIMIT + 1 }, signIn));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(ACCOUNT_LIMIT);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
      code: 'account-rate-limited',
    });
  });

  it('the rate limit of an account is its own for each account', async () => {
    const [one, other] = [await accountWithKeys(), await gateways.account()];
    for (const key of one.keys) await Promise.all(Array.from({ length: 8 }, () => list(key)));
    expect((await list(other.key.key)).status).toBe(200);
  });
});

describe('the turns of accounts at the gateway', () => {
  it('an account that calls alone has all places, and calls of another account are carried out meanwhile', async () => {
    const [{ id, keys }, other] = [await accountWithKeys(), await gateways.account()];
    const release = hold(id);
    const calls = Array.from({ length: 6 }, (_, index) => list(keys[index % 2] ?? ''));
    await eventually(() => (begun.get(id) ?? 0) >= PLACES);
    for (let count = 0; count < 5; count += 1) expect((await list(other.key.key)).status).toBe(200);
    release();
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(begun.get(id)).toBe(6);
  });

  it('a call that finds too many calls of its account waiting is refused with Retry-After, and may be sent again with its key', async () => {
    const { id, keys } = await accountWithKeys();
    const release = hold(id);
    const calls = Array.from({ length: 40 }, (_, index) => list(keys[index % 2] ?? ''));
    const post = { key: keys[0], body: {}, headers: { 'idempotency-key': 'again' } };
    const refused = await eventually(async () => {
      const answered = await gateways.call(0, '/contacts', post);
      return answered.status === 429 && answered;
    });
    expect(refused.body).toMatchObject({ code: 'too-many-calls-at-once', error: 'Too Many Requests' });
    expect(refused.headers.get('retry-after')).toBe('1');
    release();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await gateways.call(0, '/contacts', post)).status).not.toBe(429);
  });
});
