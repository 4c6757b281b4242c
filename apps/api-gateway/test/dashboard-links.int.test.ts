import { listWebhooks } from '@estate/contracts';
import type { AuditEntry } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { eventually } from '@estate/testing';
import { newApiKey } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../src/reference/openapi/example-of.ts';
import { sessionHeaders } from './sessions.ts';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const PUBLIC_URL = 'https://api.example.org';
const OWN_PAGE = { 'x-estate-dashboard': '1' };
const LINKS = '/account/dashboard-links';
const UNKNOWN_ID = '0123456789abcdefghij';

let gateways: Gateways;
let served: { close(): Promise<void> };
/** The accounts for which the notifier was asked. */
const asked: string[] = [];
beforeAll(async () => {
  gateways = await startGateways(2, { PUBLIC_URL, FAILED_ATTEMPTS_PER_MINUTE: '100000' });
  served = await gateways.serve('notifier', [
    answer(listWebhooks, (_query, { accountId }) => {
      asked.push(accountId);
      return Promise.resolve(exampleOf(listWebhooks.output) as never);
    }),
  ]);
});
afterAll(async () => {
  await served.close();
  await gateways.close();
});

const create = (key: string, body: object = {}) =>
  gateways.call(0, LINKS, { key, body: { pages: ['webhooks'], ...body } });

const exchange = (link: { id: string; secret: string }, headers: Record<string, string> = OWN_PAGE) =>
  gateways.call(1, '/dashboard/session', { body: { link }, headers });

/** The id and the secret in the address of a link. */
function partsOf(url: unknown): { id: string; secret: string } {
  const { pathname, hash } = new URL(String(url));
  return { id: pathname.split('/').at(-1) ?? '', secret: hash.slice(1) };
}

/** An account with a link and its session. */
async function opened(wish: object = {}) {
  const account = await gateways.account();
  const { key } = account.key;
  const link = partsOf((await create(key, wish)).body['url']);
  const begun = await exchange(link);
  expect(begun.status).toBe(200);
  const token = String(begun.body['token']);
  return { account, key, link, begun, token };
}

const entriesOf = async (key: string, query = '') =>
  (await gateways.call(0, `/audit-log${query}`, { key })).body['data'] as AuditEntry[];

describe('a dashboard link', () => {
  it('a dashboard link is created for ten minutes and an hour, and shows its address only once', async () => {
    const { key } = (await gateways.account()).key;
    const wish = {
      name: 'Anna',
      embedOrigins: ['https://app.example.org'],
      returnUrl: 'https://app.example.org/a',
    };
    const { status, body, headers } = await create(key, wish);
    const { id, secret } = partsOf(body['url']);
    expect([status, body['id'], headers.get('location')]).toEqual([201, id, `${LINKS}/${id}`]);
    expect(String(body['url'])).toMatch(/^https:\/\/api\.example\.org\/dashboard\/link\/\w{20}#[\w-]{43}$/);
    const lasts = (end: string) => Date.parse(String(body[end])) - Date.parse(String(body['createdAt']));
    expect([lasts('openBefore'), lasts('expiresAt')]).toEqual([600_000, 3_600_000]);
    const { url: _url, ...shown } = body;
    expect((await gateways.call(1, `${LINKS}/${id}`, { key })).body).toEqual(shown);
    expect((await gateways.call(1, LINKS, { key })).body).toEqual({ hasMore: false, data: [shown] });
    expect(shown).toMatchObject({ ...wish, createdBy: { kind: 'api_key' } });
    const stored = await gateways.database.db.collection('dashboard-links').find().toArray();
    expect(JSON.stringify([shown, stored])).not.toContain(secret);
  });

  it('a dashboard link begins a session with the rights of its pages, as an actor of its own', async () => {
    const { account, key, link, begun, token } = await opened({ name: 'Anna', expiresIn: 600 });
    expect(begun.headers.getSetCookie()).toEqual([]);
    expect(begun.body).toMatchObject({
      signedIn: true,
      account: { id: account.id },
      permissions: ['read', 'write', 'manage'],
      link: { pages: ['webhooks'], name: 'Anna' },
    });
    const { token: _token, ...who } = begun.body;
    expect((await gateways.call(0, '/dashboard/session', { key: token, headers: OWN_PAGE })).body).toEqual(
      who,
    );
    asked.length = 0;
    expect((await gateways.call(0, '/webhooks', { key: token })).status).toBe(200);
    expect(asked).toEqual([account.id]);
    const { body } = await gateways.call(0, `${LINKS}/${link.id}`, { key });
    expect(body['openedAt']).toBeDefined();
    const entries = await entriesOf(key, `?actorId=${link.id}`);
    expect(entries).toMatchObject([
      { action: 'session.started', outcome: 'succeeded', actor: { kind: 'link', id: link.id, name: 'Anna' } },
    ]);
    expect(await entriesOf(key, `?resourceId=${link.id}`)).toMatchObject([
      { action: 'dashboard_link.created', resource: { type: 'dashboard_link', id: link.id } },
    ]);
    expect(JSON.stringify(await entriesOf(key))).not.toContain(link.secret);
  });

  it('a dashboard link with wrong pages, origins or times is refused, with each problem by name', async () => {
    const { key } = (await gateways.account()).key;
    const refused = [
      ['pages', []],
      ['pages', ['webhooks', 'webhooks']],
      ['pages', ['account']],
      ['expiresIn', 299],
      ['expiresIn', 43_201],
      ['embedOrigins', ['https://app.example.org/path']],
      ['embedOrigins', ["https://app.example.org; script-src 'unsafe-inline'"]],
      ['embedOrigins', ['https://*.example.org']],
      ['embedOrigins', ['*']],
      ['embedOrigins', ['http://app.example.org']],
      ['embedOrigins', ['null']],
      ['returnUrl', 'javascript:alert(1)'],
    ] as const;
    for (const [field, value] of refused) {
      const { status, body } = await create(key, { [field]: value });
      expect([status, (body['details'] as { path: string }[])[0]?.path.split(/[.[]/)[0]]).toEqual([
        400,
        field,
      ]);
    }
  });

  it('a dashboard link that is requested twice with one Idempotency-Key is one link with one address', async () => {
    const { key } = (await gateways.account()).key;
    const call = { key, body: { pages: ['targets'] }, headers: { 'idempotency-key': 'once' } };
    const [first, again] = [await gateways.call(0, LINKS, call), await gateways.call(1, LINKS, call)];
    expect(again.body).toEqual(first.body);
    expect((await exchange(partsOf(again.body['url']))).status).toBe(200);
  });
});

describe('an attack with a dashboard link', () => {
  const REFUSED = { statusCode: 401, code: 'dashboard-link-invalid' };

  it('a dashboard link is opened once, by one of two who try at the same time, and the audit log has the other', async () => {
    const account = await gateways.account();
    const link = partsOf((await create(account.key.key)).body['url']);
    const both = await Promise.all([exchange(link), exchange(link)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await exchange(link)).body).toMatchObject(REFUSED);
    const entries = await entriesOf(account.key.key, `?actorId=${link.id}`);
    expect(entries.map(({ outcome, code }) => code ?? outcome).sort()).toEqual([
      ...['dashboard-link-invalid', 'dashboard-link-invalid', 'succeeded'],
    ]);
  });

  it('a dashboard link is not opened with another secret, another id, an API key or a token that somebody made', async () => {
    const { key, link, token } = await opened();
    const other = partsOf((await create(key)).body['url']);
    const forged = [
      { id: other.id, secret: link.secret },
      { id: UNKNOWN_ID, secret: other.secret },
      { id: other.id, secret: `${other.secret}x` },
      { id: other.id, secret: key },
      { id: other.id, secret: token },
    ];
    for (const one of forged) expect((await exchange(one)).body).toMatchObject(REFUSED);
    expect((await exchange({ id: other.id, secret: { $ne: '' } as never })).status).toBe(400);
    for (const one of [`${token}x`, token.slice(0, -1), other.secret, `rek_link_${'0'.repeat(38)}`]) {
      expect((await gateways.call(0, '/webhooks', { key: one })).status).toBe(401);
    }
    const { key: unknown } = newApiKey('link');
    expect((await gateways.call(0, '/webhooks', { key: unknown })).body['code']).toBe('session-over');
    const whoever = await gateways.call(0, '/dashboard/session', { key: unknown, headers: OWN_PAGE });
    expect(whoever.body).toEqual({ signedIn: false });
    expect((await exchange(other)).status).toBe(200);
  });

  it('a dashboard link is not opened by a page of another origin', async () => {
    const { key } = (await gateways.account()).key;
    const link = partsOf((await create(key)).body['url']);
    for (const headers of [
      {},
      { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' },
      { ...OWN_PAGE, origin: 'https://app.example.org' },
    ]) {
      expect((await exchange(link, headers)).body['code']).toBe('session-of-another-page');
    }
    expect((await exchange(link)).status).toBe(200);
  });

  it('the session of a dashboard link reads and changes nothing beyond its pages, and its attempts are in the audit log', async () => {
    const { account, key, link, token } = await opened();
    const foreign: [string, string][] = [
      ['GET', '/targets'],
      ['POST', '/targets'],
      ['GET', '/properties'],
      ['GET', '/requests'],
      ['GET', '/account'],
      ['GET', '/account/export'],
      ['GET', '/audit-log'],
      ['POST', '/account/api-keys'],
      ['POST', LINKS],
      ['GET', LINKS],
      ['DELETE', `${LINKS}/${link.id}`],
      ['POST', '/account/users'],
    ];
    for (const [method, path] of foreign) {
      const { status, body } = await gateways.call(0, path, {
        key: token,
        method,
        ...(method === 'POST' && { body: {} }),
      });
      expect([path, status, body['code']]).toEqual([path, 403, 'page-not-linked']);
    }
    for (const path of ['/admin/accounts', `/admin/accounts/${account.id}/targets`]) {
      expect((await gateways.call(0, path, { key: token })).body['code']).toBe('operator-token-wrong');
    }
    const refused = await entriesOf(key, `?actorId=${link.id}&action=api_key.created`);
    expect(refused).toMatchObject([{ outcome: 'refused', code: 'page-not-linked' }]);
  });

  it('a dashboard link belongs to one account: another one neither sees nor revokes it', async () => {
    const [mine, theirs] = [await opened(), await opened()];
    for (const method of ['GET', 'DELETE']) {
      const [foreign, unknown] = await Promise.all(
        [theirs.link.id, UNKNOWN_ID].map((id) =>
          gateways.call(0, `${LINKS}/${id}`, { key: mine.key, method }),
        ),
      );
      expect([foreign?.status, foreign?.body['code']]).toEqual([404, 'dashboard-link-not-found']);
      expect(unknown?.body['code']).toBe(foreign?.body['code']);
    }
    asked.length = 0;
    await gateways.call(0, '/webhooks', { key: theirs.token });
    expect(asked).toEqual([theirs.account.id]);
  });

  it.each(['openBefore', 'expiresAt'])('a dashboard link after its %s is not opened', async (end) => {
    const { key } = (await gateways.account()).key;
    const link = partsOf((await create(key)).body['url']);
    await gateways.database.db
      .collection<{ _id: string }>('dashboard-links')
      .updateOne({ _id: link.id }, { $set: { [end]: new Date(Date.now() - 1) } });
    expect((await exchange(link)).body).toMatchObject(REFUSED);
  });
});

describe('the session of a dashboard link', () => {
  const endsEverywhere = async (token: string) => {
    for (const replica of [0, 1]) {
      const over = await eventually(async () => {
        const answered = await gateways.call(replica, '/webhooks', { key: token });
        return answered.status === 401 && answered;
      });
      expect(over.body['code']).toBe('session-over');
    }
  };
  const worksEverywhere = async (token: string) => {
    for (const replica of [0, 1]) {
      expect((await gateways.call(replica, '/webhooks', { key: token })).status).toBe(200);
    }
  };

  it('the session of a dashboard link ends on every replica when the link is revoked, which cannot be opened any more', async () => {
    const { key, link, token } = await opened();
    const unopened = partsOf((await create(key)).body['url']);
    await worksEverywhere(token);
    for (const { id } of [link, unopened]) {
      expect((await gateways.call(0, `${LINKS}/${id}`, { key, method: 'DELETE' })).status).toBe(200);
    }
    expect((await exchange(unopened)).status).toBe(401);
    await endsEverywhere(token);
  });

  it('the session of a dashboard link ends on every replica when the key that made it is revoked', async () => {
    const { account, token, key } = await opened();
    const second = String((await gateways.call(0, '/account/api-keys', { key, body: {} })).body['key']);
    const unopened = partsOf((await create(key)).body['url']);
    await worksEverywhere(token);
    const path = `/account/api-keys/${account.key.id}`;
    expect((await gateways.call(0, path, { key: second, method: 'DELETE' })).status).toBe(200);
    await endsEverywhere(token);
    expect((await exchange(unopened)).status).toBe(401);
  });

  it('the session of a dashboard link ends on every replica when its time is over', async () => {
    const { link, token } = await opened();
    await gateways.database.db
      .collection<{ _id: string }>('dashboard-links')
      .updateOne({ _id: link.id }, { $set: { expiresAt: new Date(Date.now() + 1500) } });
    await endsEverywhere(token);
  });

  it('the session of a dashboard link that an admin made ends when the admin gets another role', async () => {
    const account = await gateways.account();
    const { key } = account.key;
    const issuer = 'https://login.example.org';
    const { db } = gateways.database;
    await gateways.call(0, `/admin/accounts/${account.id}/sign-in`, {
      method: 'PUT',
      key: OPERATOR_TOKEN,
      body: { issuer, clientId: 'estate', clientSecret: 'a-long-secret' },
    });
    const invited = await gateways.call(0, '/account/users', {
      key,
      body: { email: 'anna@example.org', role: 'admin' },
    });
    const userId = String(invited.body['id']);
    const users = db.collection<{ _id: string }>('users');
    const identity = { issuer, subject: 'anna' };
    await users.updateOne({ _id: userId }, { $set: { identity } });
    const made = await gateways.call(0, LINKS, {
      body: { pages: ['webhooks'] },
      headers: sessionHeaders(userId, identity),
    });
    expect([made.status, made.body['createdBy']]).toMatchObject([201, { kind: 'user', id: userId }]);
    const token = String((await exchange(partsOf(made.body['url']))).body['token']);
    await worksEverywhere(token);
    await users.updateOne({ _id: userId }, { $set: { role: 'editor' } });
    await endsEverywhere(token);
  });

  it('the session of a dashboard link of an API key goes on where people sign in through a provider', async () => {
    const { account, token } = await opened();
    await gateways.call(0, `/admin/accounts/${account.id}/sign-in`, {
      method: 'PUT',
      key: OPERATOR_TOKEN,
      body: { issuer: 'https://login.example.org', clientId: 'estate', clientSecret: 'a-long-secret' },
    });
    await worksEverywhere(token);
  });
});
