import type { RequestLogEntry } from '@estate/contracts';
import { timeOfId } from '@estate/persistence';
import { countWrites, eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsOwner } from './contacts-owner.ts';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const BURST = 20;

let gateways: Gateways;
let served: { close(): Promise<void> };
beforeAll(async () => {
  gateways = await startGateways(1, { RATE_LIMIT_BURST: String(BURST) });
  served = await gateways.serve('catalog', contactsOwner().answers);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});

/** The calls of an account once all of them are stored; its own reading is left out. */
const callsOf = (key: string, count: number, query = '') =>
  eventually(async () => {
    const { body } = await gateways.call(0, `/request-log?limit=100${query}`, { key });
    const calls = (body['data'] as RequestLogEntry[]).flatMap((entry) =>
      entry.kind === 'call' && entry.route !== '/request-log' ? [entry] : [],
    );
    return calls.length >= count && calls;
  });

const CONTACT = { email: 'anna@example.org', lastName: 'Beispiel' };

interface LoggedBucket {
  calls: { id: string; route: string }[];
}

describe('the request log of an account', () => {
  it('the request log of an account shows its calls with their outcome and resources, and nothing of a query or a body', async () => {
    const { key } = await gateways.account();
    const made = await gateways.call(0, '/contacts', { key: key.key, body: CONTACT });
    const id = String(made.body['id']);
    await gateways.call(0, `/contacts/${id}`, { key: key.key });
    await gateways.call(0, '/contacts?limit=7&q=Beispiel', { key: key.key });
    await gateways.call(0, '/contacts', { key: key.key, body: { ...CONTACT, email: 'Beispiel' } });
    const calls = await callsOf(key.key, 4);
    expect(calls.map(({ method, path, status, code }) => [method, path, status, code])).toEqual([
      ['POST', '/contacts', 201, undefined],
      ['GET', `/contacts/${id}`, 200, undefined],
      ['GET', '/contacts', 200, undefined],
      ['POST', '/contacts', 400, 'validation-failed'],
    ]);
    expect(calls[0]).toMatchObject({
      route: '/contacts',
      actor: { kind: 'api_key', id: key.id, name: 'first key' },
      requestId: made.headers.get('x-request-id'),
      resourceIds: [id],
    });
    expect(calls[1]?.resourceIds).toEqual([id]);
    expect(JSON.stringify(calls)).not.toContain('Beispiel');
    expect(await callsOf(key.key, 2, `&resourceId=${id}`)).toHaveLength(2);
  });

  it('the request log of an account shows calls beyond its permissions and its rate limit', async () => {
    const { key: admin } = (await gateways.account()).key;
    const made = await gateways.call(0, '/account/api-keys', { key: admin, body: { scopes: ['read'] } });
    const reader = String(made.body['key']);
    let count = 0;
    // On a slow machine the limit recovers while a burst is sent.
    for (let isLimited = false; !isLimited && count < 4 * BURST; count += 2 * BURST) {
      const burst = Array.from({ length: 2 * BURST }, () =>
        gateways.call(0, '/contacts', { key: reader, body: CONTACT }),
      );
      isLimited = (await Promise.all(burst)).some(({ status }) => status === 429);
    }
    const ofReader = `&actorId=${String(made.body['id'])}`;
    const calls = await callsOf(admin, count, ofReader);
    expect(new Set(calls.map(({ code }) => code))).toEqual(new Set(['scope-missing', 'rate-limited']));
    expect(calls.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  it('the request log of an account has nothing of the operator, of another account or of an unknown key', async () => {
    const one = await gateways.account();
    const other = await gateways.account();
    await gateways.call(0, '/contacts', { key: other.key.key });
    await gateways.call(0, `/admin/accounts/${one.id}`, { key: OPERATOR_TOKEN });
    await gateways.call(0, '/contacts', { key: 'rek_live_unknown' });
    await callsOf(other.key.key, 1);
    expect(await callsOf(one.key.key, 0)).toEqual([]);
  });

  it('the request log of an account gets one document for all calls of a second, not one for each of a hundred calls', async () => {
    const { id: accountId, key } = await gateways.account();
    await gateways.call(0, '/contacts', { key: key.key });
    await callsOf(key.key, 1);
    const { counted, stop } = countWrites(gateways.database.db);
    for (let call = 0; call < 100; call += 1) await gateways.call(0, '/contacts', { key: key.key });
    const documents = gateways.database.db.collection<LoggedBucket>('request-log');
    const calls = await eventually(async () => {
      const found = await documents.find({ accountId }).toArray();
      const logged = found.flatMap((bucket) => bucket.calls).filter(({ route }) => route === '/contacts');
      return logged.length === 101 && logged;
    });
    stop();
    const seconds = new Set(calls.map(({ id }) => timeOfId(id).getTime())).size;
    // A timer may end a millisecond before the second does.
    expect(counted['request-log']?.writes).toBeLessThanOrEqual(2 * seconds);
    expect(seconds).toBeLessThan(50);
  });
});
