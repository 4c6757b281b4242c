import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import type { Reply } from './support/ask.ts';
import { contactInput, propertyInput } from './support/data.ts';
import { operationsOf } from './support/operations.ts';
import type { ApiOperation } from './support/operations.ts';
import { OPERATOR_TOKEN, startServices } from './support/services.ts';
import type { Services } from './support/services.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

const UNKNOWN_ID = '0123456789abcdefghij';

interface Owned {
  key: string;
  accountId: string;
  /** By the name of what they are ids of. */
  ids: Record<string, string>;
}

let services: Services;
let operations: ApiOperation[];
let owner: Owned;
let stranger: Owned;
beforeAll(async () => {
  services = await startServices(['api-gateway', 'catalog', 'distribution', 'notifier', 'inbox']);
  const document = await fetch(`${services.gateways[0] ?? ''}/openapi.json`);
  operations = operationsOf((await document.json()) as Record<string, unknown>);
  owner = await furnish('Owner');
  stranger = await furnish('Stranger');
}, START_TIMEOUT_MS);
afterAll(() => services.close());

interface More {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const call = (method: string, path: string, more: More = {}): Promise<Reply> =>
  ask(`${services.gateways[0] ?? ''}${path}`, { method, ...more });

/** An account with one of everything. */
async function furnish(name: string): Promise<Owned> {
  const opened = await call('POST', '/admin/accounts', { key: OPERATOR_TOKEN, body: { name } });
  const apiKey = opened.body['apiKey'] as { id: string; key: string };
  const { key } = apiKey;
  const accountId = String(opened.body['id']);
  const make = async (path: string, body: unknown) => {
    const made = await call('POST', path, { key, body });
    expect(made.status, `POST ${path}: ${made.text}`).toBeLessThan(300);
    return String(made.body['id']);
  };
  const contact = await make('/contacts', contactInput);
  const property = await make('/properties', propertyInput({ contactId: contact }));
  const credentials = {
    host: '127.0.0.1',
    port: 49151,
    username: 'agent',
    password: 'x',
    providerNumber: 'A-1',
  };
  const target = await make('/targets', { type: 'immowelt', credentials });
  const listing = await make('/listings', { propertyId: property, targetId: target });
  const webhook = await make('/webhooks', {
    url: 'http://127.0.0.1:49151/hook',
    events: ['property.processing_succeeded', 'publication.succeeded'],
  });
  const delivery = await make(`/webhooks/${webhook}/test`, { event: 'publication.succeeded' });
  const request = await receiveRequest({ accountId, targetId: target, propertyId: property });
  const ids = {
    contact,
    property,
    target,
    listing,
    webhook,
    delivery,
    request,
    apiKey: apiKey.id,
    accountId,
  };
  return { key, accountId, ids };
}

/** As the inbox keeps what came by mail. */
async function receiveRequest(about: { accountId: string; targetId: string; propertyId: string }) {
  const client = new MongoClient(services.mongoUri);
  const id = about.targetId.split('').reverse().join('');
  const requests = client.db(services.databaseOf('inbox')).collection<{ _id: string }>('requests');
  const fields = { message: 'Hello', prospect: {}, propertyProvidedByPlatform: {}, createdAt: new Date() };
  await requests.insertOne({ _id: id, ...about, ...fields, origin: id } as { _id: string });
  await client.close();
  return id;
}

/** One request that names an id somewhere; `put` says what is sent when another id is in its place. */
interface Attempt {
  title: string;
  /** What an unknown id may be answered with. */
  statuses: number[];
  put(id: string): Promise<Reply>;
}

/** Every way to name an id in a request of the operation: each path parameter, each filter, each reference of the body. */
function attempts({ method, path, filters, body, references }: ApiOperation): Attempt[] {
  const { key, ids } = stranger;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const own = (except?: string) => (at: string, id: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === except ? id : (ids[kindOf(name, at)] ?? id),
    );
  const filled = (value: unknown) =>
    withReferences({ ...(value as object), ...NEEDED[`${method} ${path}`] }, ids);
  const inPath = parameters.map((name) => ({
    title: `${method} ${path} with {${name}}`,
    statuses: [404],
    put: (id: string) => call(method, own(name)(path, id), { key, ...(body && { body: filled(body) }) }),
  }));
  const inQuery = filters.map((name) => ({
    title: `${method} ${path}?${name}`,
    statuses: [200],
    put: (id: string) => call(method, `${path}?${name}=${id}`, { key }),
  }));
  const inBody = references.map((name) => ({
    title: `${method} ${path} with ${name} in the body`,
    statuses: [400],
    put: (id: string) =>
      call(method, own()(path, id), { key, body: { ...(filled(body) as object), [name]: id } }),
  }));
  return [...inPath, ...inQuery, ...inBody];
}

/** `id` of `/targets/{id}/check` names a target, `deliveryId` a delivery. */
const kindOf = (parameter: string, path: string): string =>
  parameter === 'id'
    ? (KINDS[path.split('/').slice(1).join('/').split('/{')[0] ?? ''] ?? '')
    : parameter.replace(/Id$/, '');

/** What the example of a body leaves out and the route cannot do without. */
const NEEDED: Record<string, object> = {
  'POST /webhooks/{id}/resend': { since: '2026-11-01T00:00:00.000Z' },
};

const KINDS: Record<string, string> = {
  properties: 'property',
  contacts: 'contact',
  targets: 'target',
  listings: 'listing',
  webhooks: 'webhook',
  requests: 'request',
  'account/api-keys': 'apiKey',
};

/** The body with the stranger's own ids where it names resources, so that nothing else is wrong with it. */
function withReferences(body: unknown, ids: Record<string, string>): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const own = Object.keys(body)
    .filter((name) => name.endsWith('Id') && ids[name.replace(/Id$/, '')] !== undefined)
    .map((name) => [name, ids[name.replace(/Id$/, '')]] as const);
  return { ...body, ...Object.fromEntries(own) };
}

/** An answer without what must differ: the id of the request and the id that was asked for. */
const anonymous = ({ status, headers, text }: Reply, id: string) => ({
  status,
  text: text.replaceAll(id, 'ID').replace(/"requestId":"[^"]*"/, ''),
  headers: ['content-type', 'retry-after', 'allow', 'etag', 'link', 'location'].map((name) =>
    headers.get(name)?.replaceAll(id, 'ID'),
  ),
});

const stateOf = async ({ key, ids }: Owned) => {
  const state: unknown[] = [];
  for (const path of Object.keys(KINDS)) {
    const { body } = await call('GET', `/${path}/${ids[KINDS[path] ?? ''] ?? ''}`, { key });
    // These change by themselves: a key is used, a publication fails.
    const { lastUsedAt: _lastUsedAt, lastError: _lastError, updatedAt: _updatedAt, ...shown } = body;
    state.push(shown);
  }
  return state;
};

describe('an id of another account', () => {
  it('an id of another account is answered like an unknown id wherever a request can contain an id', async () => {
    const before = await stateOf(owner);
    const customers = operations.filter(({ access }) => access === 'customer');
    const all = customers.flatMap(attempts);
    expect(all.length).toBeGreaterThan(40);
    for (const { title, put, statuses } of all) {
      const unknown = anonymous(await put(UNKNOWN_ID), UNKNOWN_ID);
      expect(statuses, `${title}: ${unknown.text}`).toContain(unknown.status);
      for (const [kind, id] of Object.entries(owner.ids)) {
        expect(anonymous(await put(id), id), `${title}, an id of a foreign ${kind}`).toEqual(unknown);
      }
    }
    expect(await stateOf(owner)).toEqual(before);
  }, 300_000);

  it('every route with an id is tested with ids of other accounts', () => {
    const named = operations.filter(({ path, access }) => access === 'customer' && path.includes('{'));
    for (const { path } of named) {
      for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
        expect(['delivery', 'resend', ...Object.values(KINDS)], path).toContain(kindOf(name, path));
      }
    }
  });

  it('an API key cannot call the routes of the operator', async () => {
    for (const { method, path, access } of operations) {
      if (access !== 'operator') continue;
      const answer = await call(method, path.replaceAll(/\{\w+\}/g, owner.ids['accountId'] ?? ''), {
        key: stranger.key,
      });
      expect([answer.status, answer.body['code']], path).toEqual([401, 'operator-token-wrong']);
    }
  });
});

describe('a resource of one’s own', () => {
  it('a resource is not changed while If-Match has another state, on every route that changes one', async () => {
    const { key, ids } = owner;
    const before = await stateOf(owner);
    const changing = operations.filter(
      ({ method, path, access }) =>
        access === 'customer' && ['PUT', 'DELETE'].includes(method) && path.endsWith('/{id}'),
    );
    expect(changing.length).toBeGreaterThanOrEqual(11);
    for (const { method, path, body } of changing) {
      const at = path.replace('{id}', ids[kindOf('id', path)] ?? '');
      const headers = { 'if-match': '"another-state"' };
      const answer = await call(method, at, {
        key,
        headers,
        ...(body && { body: withReferences(body, ids) }),
      });
      expect([answer.status, answer.body['code']], `${method} ${path}: ${answer.text}`).toEqual([
        412,
        'precondition-failed',
      ]);
    }
    expect(await stateOf(owner)).toEqual(before);
  });

  it('a resource has an ETag on every route that returns one', async () => {
    const { key, ids } = owner;
    for (const [path, kind] of Object.entries(KINDS)) {
      const { headers, status } = await call('GET', `/${path}/${ids[kind] ?? ''}`, { key });
      expect([status, headers.get('etag')], path).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    }
  });
});
