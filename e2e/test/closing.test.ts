import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuditEntry, Closing, Delivery, Listing, Page, Property } from '@estate/contracts';
import { freePort } from '@estate/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import type { Question } from './support/ask.ts';
import { contactInput, propertyInput } from './support/data.ts';
import { everyDocument } from './support/every-document.ts';
import { findEverywhere } from './support/find-everywhere.ts';
import { PORTAL_PASSWORD, startPortal } from './support/portal.ts';
import type { Portal } from './support/portal.ts';
import { OPERATOR_TOKEN, startServices } from './support/services.ts';
import type { Services } from './support/services.ts';
import { sendInquiry } from './support/smtp.ts';
import { STOCK } from './support/stock.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

const USER = 'closing';
/** Collections that are documented to name an account that was closed. */
const NAMING = /^(?:account-erasures|audit-log|closings|usage|mails|rate-limits): /;

let services: Services;
let outside: Server;
let smtpPort: number;
let portal: Portal;
let mortal: Portal;
const received: { path: string; body: string }[] = [];
/** Receivers of webhooks that are out of order. */
const refusing = new Set<string>();
/** One file for each path that was asked for. */
const images = new Map<string, Buffer>();

interface Account {
  id: string;
  key: string;
  word: string;
  address: string;
  listings: Listing[];
}

beforeAll(async () => {
  smtpPort = await freePort();
  [portal, mortal] = await Promise.all([startPortal(USER), startPortal(USER)]);
  outside = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      const image = images.get(path);
      response.writeHead(image ? 200 : 404, { 'content-type': 'image/jpeg' }).end(image);
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ path, body });
      response.writeHead(refusing.has(path) ? 500 : 200).end();
    });
  }).listen(0, '127.0.0.1');
  const importerPort = String(await freePort());
  services = await startServices(
    ['api-gateway', 'catalog', 'distribution', 'importer', 'notifier', 'inbox'],
    (name) => ({
      ...(name === 'importer' && { INTERNAL_PORT: importerPort }),
      IMPORTER_INTERNAL_URL: `http://127.0.0.1:${importerPort}`,
      LOG_LEVEL: 'debug',
      SMTP_PORT: String(smtpPort),
      READ_SWEEP_EVERY_MS: '200',
      ERASE_TIMEOUT_MS: '10000',
      ERASURE_SWEEP_EVERY_MS: '200',
      ERASE_SWEEP_EVERY_MS: '200',
      ERASE_SETTLE_MS: '500',
      ERASURE_SETTLE_MS: '500',
      CLOSING_CANCEL_MS: '3000',
      CLOSING_TAKE_DOWN_MS: '40000',
      LANE_LEASE_MS: '3000',
      CLOSING_ANNOUNCE_MS: '10000',
      CLOSING_SETTLE_MS: '500',
      CLOSING_RECHECK_MS: '200',
    }),
  );
}, START_TIMEOUT_MS);
afterAll(async () => {
  outside.close();
  await Promise.all([services.close(), portal.stop(), mortal.stop()]);
});

const outsideUrl = (path: string) =>
  `http://127.0.0.1:${String((outside.address() as AddressInfo).port)}${path}`;
const call = (path: string, question: Question = {}) => ask(`${services.gateways[0] ?? ''}${path}`, question);
const asOperator = (path: string, question: Question = {}) =>
  call(path, { key: OPERATOR_TOKEN, ...question });

async function post<T>(key: string, path: string, body: unknown): Promise<T> {
  const answer = await call(path, { method: 'POST', key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as unknown as T;
}

/** An image that no other path has. */
async function serveImage(path: string, colour: { r: number; g: number; b: number }): Promise<string> {
  const create = { width: 640, height: 480, channels: 3 as const, background: colour };
  images.set(path, await sharp({ create }).jpeg().toBuffer());
  return outsideUrl(path);
}

/** Under which the bytes of a path are stored. */
const hashOf = (path: string): string => hash('sha256', images.get(path) ?? Buffer.of());

/** An account whose texts all contain a word, with something of every kind. */
async function open(word: string, portals: readonly Portal[], attachments: string[]): Promise<Account> {
  const opened = await post<{ id: string; apiKey: { key: string } }>(OPERATOR_TOKEN, '/admin/accounts', {
    name: `${word} GmbH`,
    email: `it@${word}.example`,
  });
  const { key } = opened.apiKey;
  await post(key, '/webhooks', {
    url: outsideUrl(`/hook/${word}`),
    events: ['publication.succeeded', 'request.created', 'account.closed'],
  });
  await post(key, '/account/users', { email: `anna@${word}.example`, name: `Anna ${word}`, role: 'viewer' });
  const contact = await post<{ id: string }>(key, '/contacts', { ...contactInput, lastName: word });
  const listings: Listing[] = [];
  let address = '';
  for (const [index, { ftpPort }] of portals.entries()) {
    const credentials = { host: '127.0.0.1', port: ftpPort, username: USER, password: PORTAL_PASSWORD };
    const target = await post<{ id: string; emailId: string }>(key, '/targets', {
      type: 'immowelt',
      name: `${word} ${String(index)}`,
      credentials: { ...credentials, providerNumber: `A-${word}`, secure: false },
    });
    address = `${target.emailId}@requests.localhost`;
    const property = await post<Property>(key, '/properties', {
      ...propertyInput({ title: `Haus ${word}`, externalId: `${word}-${String(index)}` }),
      contactId: contact.id,
    });
    const wanted = { propertyId: property.id, targetId: target.id };
    listings.push(await post<Listing>(key, '/listings', wanted));
  }
  // Nothing serves bytes to platforms here, so this one is listed nowhere.
  const pictured = await post<Property>(key, '/properties', {
    ...propertyInput({ title: `Bilder ${word}`, externalId: `${word}-P` }),
    attachments: attachments.map((url) => ({ type: 'image/jpeg', url })),
  });
  await until({
    what: 'the images',
    look: async () => (await call(`/properties/${pictured.id}`, { key })).body as unknown as Property,
    good: ({ processingStatus }) => processingStatus === 'successful',
  });
  if (portals.length === 0) return { id: opened.id, key, word, address, listings };
  await deliver(address, word, `Jana${word}`);
  await until({
    what: `the request and the publications of ${word}`,
    look: async () => [await requestsOf(key), received.filter(({ path }) => path === `/hook/${word}`)],
    good: ([requests, events]) => requests?.length === 1 && events?.length === portals.length + 1,
  });
  return { id: opened.id, key, word, address, listings };
}

const deliver = (address: string, text: string, nachname: string) =>
  sendInquiry({ port: smtpPort, to: [address], text, people: [{ vorname: 'Jana', nachname }] });
const requestsOf = async (key: string) =>
  ((await call('/requests', { key })).body as unknown as Page<unknown>).data;

/** An inquiry of a person who is erased before the account is: her delivery stays without its event. */
async function erasePersonOf({ address, key }: Account): Promise<void> {
  const email = `frieda-${String(received.length)}@example.org`;
  const count = (await requestsOf(key)).length;
  const people = [{ vorname: 'Frieda', nachname: 'Frueh', email }];
  await sendInquiry({ port: smtpPort, to: [address], text: 'Frieda fragt', people });
  await until({
    what: 'the event of the request',
    look: () => Promise.resolve(received.filter(({ body }) => body.includes(email))),
    good: ({ length }) => length === 1,
  });
  const confirmed = { 'confirm-erasure': email };
  const begun = await call('/erasures', { method: 'POST', key, body: { email }, headers: confirmed });
  await until({
    what: 'the erasure',
    look: async () => (await call(`/erasures/${String(begun.body['id'])}`, { key })).body,
    good: ({ state }) => state === 'finished',
  });
  expect(await requestsOf(key)).toHaveLength(count);
}

const close = (account: Account) =>
  call('/account', { method: 'DELETE', key: account.key, headers: { 'confirm-closing': account.id } });
const closingOf = async (id: string) =>
  (await asOperator(`/admin/closings/${id}`)).body as unknown as Closing;
const untilFinished = (id: string) =>
  until({
    what: 'the closing',
    look: () => closingOf(id),
    good: ({ state }) => state === 'finished',
  });

/** What is found of an account beside what is documented to name it. */
async function traces({ id, word }: Account): Promise<string[]> {
  const ofId = (await findEverywhere(services, id)).filter(
    (found) => !NAMING.test(found) && !found.startsWith('log: '),
  );
  return [...(await findEverywhere(services, word)), ...ofId];
}

describe('the closing of an account', () => {
  it('the closing of an account is refused without its confirmation', async () => {
    const account = await open('Kyriakos', [], []);
    for (const headers of [{}, { 'confirm-closing': 'another' }]) {
      const refused = await call('/account', { method: 'DELETE', key: account.key, headers });
      expect([refused.status, refused.body['code']]).toEqual([400, 'confirmation-missing']);
    }
    expect((await call('/account/closing', { key: account.key })).body['code']).toBe('closing-not-found');
  });

  it('a closed account leaves nothing but its receipt, also when every service is killed meanwhile, and other accounts keep everything', async () => {
    const shared = await serveImage('/shared.jpg', { r: 10, g: 120, b: 40 });
    const own = await serveImage('/own.jpg', { r: 200, g: 20, b: 90 });
    const gone = await open('Zebulonia', [portal, mortal], [own, shared]);
    const kept = await open('Nachbarn', [portal], [shared]);
    expect(await traces(gone)).not.toEqual([]);
    expect(await findEverywhere(services, hashOf('/own.jpg'))).not.toEqual([]);
    await erasePersonOf(gone);
    await mortal.stop();

    const [first, second] = await Promise.all([close(gone), close(gone)]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body['id']).toBe(first.body['id']);
    const refused = await call('/contacts', { method: 'POST', key: gone.key, body: contactInput });
    expect([refused.status, refused.body['code']]).toEqual([409, 'account-closing']);
    const byOperator = await asOperator(`/admin/accounts/${gone.id}/api-keys`, { method: 'POST', body: {} });
    expect(byOperator.body['code']).toBe('account-closing');
    expect((await call('/account/closing', { key: gone.key })).body).toMatchObject({ phase: 'waiting' });
    const exported = await call('/account/export', { key: gone.key });
    const last = JSON.parse(exported.text.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
    expect(last).toMatchObject({
      kind: 'manifest',
      data: { counts: { property: 3, listing: 2, target: 2, webhook: 1, user: 1, request: 1 } },
    });

    const id = String(first.body['id']);
    await until({
      what: 'the closing to go on',
      look: () => closingOf(id),
      good: ({ phase }) => phase !== 'waiting',
    });
    for (const name of ['inbox', 'distribution', 'catalog', 'notifier'] as const) {
      const [replica] = services.replicas.filter((one) => one.name === name).slice(-1);
      await replica?.kill();
      await services.add(name);
      // The new inbox knows nothing of the time before the closing.
      if (name === 'inbox') await deliver(gone.address, 'Zebulonia', 'SpaetZebulonia');
    }
    const receipt = await untilFinished(id);
    expect(receipt.erased).toMatchObject({
      ...{ properties: 3, contacts: 1, attachments: 1, targets: 2, requests: 1, mails: 2 },
      ...{ webhooks: 1, users: 1, apiKeys: 1 },
    });
    expect(receipt.left).toMatchObject([{ externalId: 'Zebulonia-1', failureCode: 'host_unreachable' }]);
    expect(receipt.leftCount).toBe(1);
    expect(await portal.numbers(USER)).toEqual(['Nachbarn-0']);
    const closed = received.filter(({ body }) => body.includes('"account.closed"'));
    expect(closed.map(({ path }) => path)).toEqual(['/hook/Zebulonia']);
    const left = (await traces(gone)).filter((found) => !found.startsWith(`closings: ${id}`));
    expect(left).toEqual([]);
    expect((await call('/account', { key: gone.key })).status).toBe(401);

    const listed = (await call('/properties', { key: kept.key })).body as unknown as Page<Property>;
    expect(listed.data.map(({ externalId }) => externalId)).toEqual(['Nachbarn-0', 'Nachbarn-P']);
    expect(await findEverywhere(services, hashOf('/own.jpg'))).toEqual([]);
    const bytes = await findEverywhere(services, hashOf('/shared.jpg'));
    expect(bytes.filter((found) => found.startsWith('attachments.files'))).toHaveLength(1);
    expect(await requestsOf(kept.key)).toHaveLength(1);
  });

  it('the closing of an account is cancelled in time only, and everything goes on as before', async () => {
    const account = await open('Umkehr', [portal], []);
    const begun = await close(account);
    const cancel = () => asOperator(`/admin/accounts/${account.id}/closing/cancel`, { method: 'POST' });
    const [one, other] = await Promise.all([cancel(), cancel()]);
    expect([one.status, other.status, one.body['state']]).toEqual([200, 200, 'cancelled']);
    const title = { title: 'Haus Umkehr neu', externalId: 'Umkehr-0' };
    const { propertyId } = account.listings[0] ?? { propertyId: '' };
    const before = (await call(`/properties/${propertyId}`, { key: account.key })).body;
    const { fields } = propertyInput(title);
    const changed = await call(`/properties/${propertyId}`, {
      method: 'PUT',
      key: account.key,
      body: { fields, contactId: before['contactId'] },
    });
    expect(changed.status, changed.text).toBe(200);
    await until({
      what: 'the publication of the change',
      look: () => Promise.resolve(received.filter(({ path }) => path === '/hook/Umkehr')),
      good: (events) => events.length === 3,
    });
    const again = await close(account);
    expect(again.body['id']).not.toBe(begun.body['id']);
    await until({
      what: 'the second closing to go on',
      look: () => closingOf(String(again.body['id'])),
      good: ({ phase }) => phase !== 'waiting',
    });
    expect((await cancel()).body['code']).toBe('closing-too-late');
    await untilFinished(String(again.body['id']));
    expect(await portal.numbers(USER)).not.toContain('Umkehr-0');
  });
});

/** A package is imported. */
async function importOnce({ key }: Account): Promise<void> {
  const file = { type: 'application/xml', content: STOCK };
  const begun = await call('/imports?fileName=stock.xml', { method: 'POST', key, file });
  expect(begun.status, begun.text).toBeLessThan(300);
  await until({
    what: 'the import',
    look: async () => (await call(`/imports/${String(begun.body['id'])}`, { key })).body['state'],
    good: (state) => state === 'finished',
  });
}

/** A delivery that fails until its receiver works again. */
async function failAndRepairDelivery({ key, word }: Account): Promise<void> {
  const { data } = (await call('/webhooks', { key })).body as unknown as Page<{ id: string }>;
  const webhook = `/webhooks/${data[0]?.id ?? ''}`;
  refusing.add(`/hook/${word}`);
  await post(key, `${webhook}/test`, { event: 'publication.succeeded' });
  const newest = async () => {
    const page = (await call(`${webhook}/deliveries?limit=1&order=desc`, { key }))
      .body as unknown as Page<Delivery>;
    return page.data[0];
  };
  const failed = await until({
    what: 'the failed attempt',
    look: newest,
    good: (delivery) => (delivery?.attemptCount ?? 0) > 0 && delivery?.status === 'pending',
  });
  refusing.delete(`/hook/${word}`);
  await post(key, `${webhook}/deliveries/${failed?.id ?? ''}/resend`, {});
  await until({
    what: 'the repaired delivery',
    look: newest,
    good: (delivery) => delivery?.status === 'succeeded',
  });
  await post(key, `${webhook}/pause`, {});
  await post(key, `${webhook}/resume`, {});
}

/** A target is paused and resumed, and its listing has a planned time that passes. */
async function pauseAndPlan({ key, listings }: Account): Promise<void> {
  const [{ id, targetId } = { id: '', targetId: '' }] = listings;
  await post(key, `/targets/${targetId}/pause`, {});
  await post(key, `/targets/${targetId}/resume`, {});
  const publishUntil = new Date(Date.now() + 3000).toISOString();
  const planned = await call(`/listings/${id}`, { method: 'PUT', key, body: { publishUntil } });
  expect(planned.status, planned.text).toBe(200);
  await until({
    what: 'the planned end',
    look: async () => (await call(`/listings/${id}`, { key })).body as unknown as Listing,
    good: ({ state, nextAttemptAt }) => state === 'unpublished' && nextAttemptAt === undefined,
  });
}

/** All documents once nothing of the work before changes them any more. */
async function settled(): Promise<Record<string, string>> {
  let before = await everyDocument(services);
  await until({
    what: 'the documents to stay as they are',
    look: async () => {
      const now = await everyDocument(services);
      const changed = Object.keys({ ...before, ...now }).filter((place) => before[place] !== now[place]);
      before = now;
      return changed;
    },
    good: (changed) => changed.length === 0,
  });
  return before;
}

describe('a system that has done everything once', () => {
  it('a system that has imported, published, paused, failed, recovered, erased and closed has no violations, and no repair changes a document', async () => {
    const account = await open('Allerlei', [portal], []);
    await importOnce(account);
    await failAndRepairDelivery(account);
    await pauseAndPlan(account);
    await erasePersonOf(account);
    const before = await settled();
    for (let round = 0; round < 2; round += 1)
      expect((await asOperator('/admin/violations')).body).toMatchObject({ data: [], away: [] });
    const repairs = await asOperator('/admin/repairs', { method: 'POST', body: {} });
    expect([repairs.status, repairs.body['data']]).toEqual([200, []]);
    const after = await everyDocument(services);
    const changed = Object.keys({ ...before, ...after }).filter((place) => before[place] !== after[place]);
    expect(changed).toEqual([]);
    const log = await asOperator(`/admin/audit-log/check?accountId=${account.id}`);
    expect(log.body).toMatchObject({ isChecked: true, breaks: [] });
  });
});

describe('an audited call whose gateway is killed', () => {
  it('an audited call whose gateway is killed leaves its entry as it was begun', async () => {
    const { id } = await post<{ id: string }>(OPERATOR_TOKEN, '/admin/accounts', { name: 'Abbruch' });
    const gateway = await services.add('api-gateway');
    const notifiers = services.replicas.filter(({ name }) => name === 'notifier');
    const entries = async () => {
      const log = await asOperator(`/admin/accounts/${id}/audit-log?action=account.email_changed`);
      return (log.body as unknown as Page<AuditEntry>).data;
    };
    // The call waits for who stands still.
    for (const notifier of notifiers) notifier.freeze(true);
    try {
      const ended = ask(`${gateway.url}/admin/accounts/${id}/email`, {
        method: 'PUT',
        key: OPERATOR_TOKEN,
        body: { email: 'it@abbruch.example' },
      }).catch(() => undefined);
      await until({ what: 'the call to begin', look: entries, good: ({ length }) => length > 0 });
      await gateway.kill();
      expect(await ended).toBeUndefined();
    } finally {
      for (const notifier of notifiers) notifier.freeze(false);
    }
    const [entry] = await entries();
    expect(entry).toMatchObject({ action: 'account.email_changed', outcome: 'started', accountId: id });
    expect(entry).not.toHaveProperty('status');
  });
});
