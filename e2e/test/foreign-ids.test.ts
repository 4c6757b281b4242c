import { freePort } from '@estate/testing';
import fc from 'fast-check';
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
  const internalPort = String(await freePort());
  services = await startServices(
    ['api-gateway', 'catalog', 'distribution', 'importer', 'notifier', 'inbox'],
    (name) => ({
      IMPORTER_INTERNAL_URL: `http://127.0.0.1:${internalPort}`,
      // Import sources are given out only where there is an FTP server.
      ...(name === 'importer' && { INTERNAL_PORT: internalPort, FTP_PORT: '0', FTP_ALLOW_PLAIN: 'true' }),
    }),
  );
  const documents = ['/openapi.json', '/openapi/operator.json'].map(async (path) => {
    const answer = await fetch(`${services.gateways[0] ?? ''}${path}`);
    return operationsOf((await answer.json()) as Record<string, unknown>);
  });
  operations = (await Promise.all(documents)).flat();
  owner = await furnish('Owner');
  stranger = await furnish('Stranger');
}, START_TIMEOUT_MS);
afterAll(() => services.close());

interface More {
  key?: string;
  body?: unknown;
  file?: { type: string; content: string };
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
  const importSource = await make('/import-sources', { name: 'Office' });
  const delivery = await make(`/webhooks/${webhook}/test`, { event: 'publication.succeeded' });
  const attachment = await uploadAttachment(accountId);
  const user = await make('/account/users', { email: 'anna@example.org', role: 'editor' });
  const dashboardLink = await make('/account/dashboard-links', { pages: ['webhooks'] });
  const request = await receiveRequest({ accountId, targetId: target, propertyId: property });
  const mail = await receiveMail({ accountId, targetId: target });
  const imported = await receiveImport(accountId);
  const job = await make('/jobs', { action: 'retry', ids: [property] });
  const report = await receiveReport({ accountId, targetId: target });
  const email = 'nobody@example.org';
  const begun = await call('POST', '/erasures', {
    key,
    body: { email },
    headers: { 'confirm-erasure': email },
  });
  expect(begun.status, begun.text).toBe(202);
  const ids = {
    erasure: String(begun.body['id']),
    attachment,
    contact,
    property,
    target,
    listing,
    webhook,
    importSource,
    delivery,
    request,
    mail,
    import: imported,
    job,
    report,
    user,
    dashboardLink,
    apiKey: apiKey.id,
    accountId,
  };
  return { key, accountId, ids };
}

/** As the catalog keeps a file that came with an import. */
async function uploadAttachment(accountId: string) {
  const id = `f${accountId.slice(1)}`;
  const file = { sha256: id, size: 1, mediaType: 'image/png' };
  const times = { createdAt: new Date(), usedAt: new Date() };
  await insertInto('catalog', 'uploaded-attachments', { _id: id, accountId, ...file, ...times });
  return id;
}

/** As the inbox keeps what came by mail. */
async function receiveRequest(about: { accountId: string; targetId: string; propertyId: string }) {
  const id = about.targetId.split('').toReversed().join('');
  const fields = { message: 'Hello', prospect: {}, propertyProvidedByPlatform: {}, createdAt: new Date() };
  await insertInto('inbox', 'requests', { _id: id, ...about, ...fields, origin: id });
  return id;
}

/** An email that could not be read, in the list of all emails of its account. */
async function receiveMail({ accountId, targetId }: { accountId: string; targetId: string }) {
  const id = targetId.split('').toReversed().join('');
  const times = { receivedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const raw = { key: id, rawSha256: id, sizeBytes: 1, truncated: false, source: 'smtp', recipients: [] };
  const failure = { failureCode: 'no_xml_attachment', failureMessage: 'The email has no XML document.' };
  const reading = { state: 'failed', failure, results: [{ targetId, accountId, requestCount: 0 }] };
  const queue = { arrivals: 1, attempt: 0, internalErrors: 0, listedUnder: [`${accountId}  `] };
  await insertInto('inbox', 'mails', { _id: id, ...times, ...raw, ...reading, ...queue });
  return id;
}

/** As the distribution keeps what a portal said. */
async function receiveReport(about: { accountId: string; targetId: string }) {
  const id = `d${about.accountId.slice(1)}`;
  const times = { receivedAt: new Date(), at: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
  const said = { source: 'email', state: 'unclear', verified: true, objects: [], objectCount: 0 };
  await insertInto('distribution', 'reports', { _id: id, ...about, ...times, ...said, listingIds: [] });
  return id;
}

/** As the importer keeps a package that waits for a confirmation. */
async function receiveImport(accountId: string) {
  const id = `e${accountId.slice(1)}`;
  const counts = { objects: 0, created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 };
  const about = { sizeBytes: 1, state: 'awaiting_confirmation', dryRun: false, counts, packageName: id };
  const trace = { requestId: 'request-1' };
  const document = { accountId, queueId: `${accountId}.upload`, ...about, trace, createdAt: new Date() };
  await insertInto('importer', 'imports', { _id: id, ...document });
  return id;
}

async function insertInto(
  service: 'catalog' | 'distribution' | 'importer' | 'inbox',
  collection: string,
  document: { _id: string; [field: string]: unknown },
) {
  const client = new MongoClient(services.mongoUri);
  await client.db(services.databaseOf(service)).collection<{ _id: string }>(collection).insertOne(document);
  await client.close();
}

/** One request that names an id somewhere; `put` says what is sent when another id is in its place. */
interface Attempt {
  title: string;
  /** What an id in this place is an id of, by its name. */
  kind: string;
  /** What an unknown id may be answered with. */
  statuses: number[];
  put(id: string): Promise<Reply>;
}

/** Every way to name an id in a request of the operation: each path parameter, each filter, each reference of the body. */
function attempts({ method, path, filters, body, uploadType, references }: ApiOperation): Attempt[] {
  const { key, ids } = stranger;
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = named.filter((name) => NO_IDS[name] === undefined);
  const own = (except?: string) => (at: string, id: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === except ? id : (NO_IDS[name] ?? ids[kindOf(name, at)] ?? id),
    );
  const filled = (value: unknown) =>
    withReferences({ ...(value as object), ...NEEDED[`${method} ${path}`] }, ids);
  const inPath = parameters.map((name) => ({
    title: `${method} ${path} with {${name}}`,
    kind: kindOf(name, path),
    statuses: [404],
    put: (id: string) => call(method, own(name)(path, id), { key, ...(body && { body: filled(body) }) }),
  }));
  const inQuery = filters.map((name) => ({
    title: `${method} ${path}?${name}`,
    kind: kindOf(name, path),
    statuses: [method === 'GET' ? 200 : 400],
    put: (id: string) =>
      call(method, `${own()(path, id)}?${name}=${id}`, {
        key,
        ...(body && { body: filled(body) }),
        ...(uploadType !== undefined && { file: { type: uploadType, content: FILE } }),
      }),
  }));
  const inBody = references.map((name) => ({
    title: `${method} ${path} with ${name} in the body`,
    kind: kindOf(name, path),
    statuses: [400],
    put: (id: string) =>
      call(method, own()(path, id), { key, body: { ...(filled(body) as object), [name]: id } }),
  }));
  return [...inPath, ...inQuery, ...inBody];
}

/** `id` of `/targets/{id}/check` names a target, `deliveryId` a delivery. */
const kindOf = (parameter: string, path: string): string =>
  parameter === 'id'
    ? ({ ...KINDS, ...FILES }[path.split('/').slice(1).join('/').split('/{')[0] ?? ''] ?? '')
    : parameter.replace(/Id$/, '');

const FILE = '<openimmo/>';

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
  'import-sources': 'importSource',
  requests: 'request',
  mails: 'mail',
  imports: 'import',
  jobs: 'job',
  reports: 'report',
  erasures: 'erasure',
  'account/api-keys': 'apiKey',
  'account/dashboard-links': 'dashboardLink',
  'account/users': 'user',
};

/** What is answered as a file, with an ETag of its own. */
const FILES: Record<string, string> = { attachments: 'attachment' };

/** Path parameters that are no ids, with a value that fits. */
const NO_IDS: Readonly<Record<string, string>> = { position: '0' };

/** Lists of what the caller did itself, also of its calls with ids of others. */
const TRACES = ['/audit-log', '/request-log'];

/** Paths whose parameters have the same values for every account. */
const OF_EVERY_ACCOUNT = ['/property-types/{type}'];

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

/** Changes by itself: a key is used, a publication fails, an erasure goes on. */
const CHANGING = [
  'lastUsedAt',
  'lastError',
  'updatedAt',
  'state',
  'finishedAt',
  'attemptCount',
  'nextAttemptAt',
];
const CHANGING_OF: Readonly<Record<string, string[]>> = { erasures: ['phase', 'progress'] };

const stateOf = async ({ key, ids }: Owned) => {
  const state: unknown[] = [];
  for (const [path, kind] of Object.entries(KINDS)) {
    const { body } = await call('GET', `/${path}/${ids[kind] ?? ''}`, { key });
    const changing = [...CHANGING, ...(CHANGING_OF[path] ?? [])];
    state.push(Object.fromEntries(Object.entries(body).filter(([name]) => !changing.includes(name))));
  }
  return state;
};

describe('an id of another account', () => {
  it('an id of another account is answered like an unknown id wherever a request can contain an id', async () => {
    const before = await stateOf(owner);
    const customers = operations.filter(({ access }) => access === 'customer');
    const all = customers.filter(({ path }) => !TRACES.includes(path)).flatMap(attempts);
    expect(all.length).toBeGreaterThan(40);
    const seed = Number(process.env['SEED'] ?? Date.now());
    const kinds = Object.keys(owner.ids);
    // Each place gets an id of what it names, and two others by chance: each run tries other ones.
    const pairs = fc.shuffledSubarray(kinds, { minLength: 2, maxLength: 2 });
    const others = fc.sample(pairs, { numRuns: all.length, seed });
    for (const [index, { title, kind: own, put, statuses }] of all.entries()) {
      const unknown = anonymous(await put(UNKNOWN_ID), UNKNOWN_ID);
      expect(statuses, `${title}: ${unknown.text}`).toContain(unknown.status);
      const tried = own in owner.ids ? new Set([own, ...(others[index] ?? [])]) : kinds;
      for (const kind of tried) {
        const id = owner.ids[kind] ?? '';
        const what = `${title}, an id of a foreign ${kind}, seed ${String(seed)}`;
        expect(anonymous(await put(id), id), what).toEqual(unknown);
      }
    }
    expect(await stateOf(owner)).toEqual(before);
  });

  it('an id of another account finds nothing but the own calls in the audit log and the request log', async () => {
    for (const path of TRACES) {
      const { filters } = operations.find((one) => one.path === path) ?? { filters: [] };
      expect(filters, path).toEqual(expect.arrayContaining(['actorId', 'resourceId']));
      for (const name of filters) {
        for (const id of Object.values(owner.ids)) {
          const { status, body } = await call('GET', `${path}?${name}=${id}&limit=100`, {
            key: stranger.key,
          });
          expect(status, `${path}?${name}`).toBe(200);
          const actors = (body['data'] as { actor: { id: string } }[]).map(({ actor }) => actor.id);
          expect([...new Set(actors)].filter((actor) => actor !== stranger.ids['apiKey'])).toEqual([]);
        }
      }
    }
  });

  it('every route with a query parameter that is an id is tested with ids of other accounts, whatever its method', () => {
    const methods = operations
      .filter(({ access, filters }) => access === 'customer' && filters.length > 0)
      .map(({ method, path }) => `${method} ${path}`);
    expect(methods).toEqual(expect.arrayContaining(['GET /imports', 'POST /imports']));
  });

  it('every route with an id of an account is tested with ids of other accounts', () => {
    const named = operations.filter(({ path, access }) => access === 'customer' && path.includes('{'));
    expect(named.map(({ path }) => path)).toEqual(expect.arrayContaining(OF_EVERY_ACCOUNT));
    for (const { path } of named.filter((one) => !OF_EVERY_ACCOUNT.includes(one.path))) {
      for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
        const known = [
          'delivery',
          'resend',
          ...Object.values({ ...KINDS, ...FILES }),
          ...Object.keys(NO_IDS),
        ];
        expect(known, path).toContain(kindOf(name, path));
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
