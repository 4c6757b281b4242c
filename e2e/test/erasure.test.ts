import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContactRequest, Erasure, Page, ReceivedMail } from '@estate/contracts';
import { freePort } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import type { Question } from './support/ask.ts';
import { findEverywhere } from './support/find-everywhere.ts';
import { OPERATOR_TOKEN, startServices } from './support/services.ts';
import type { Services } from './support/services.ts';
import { sendInquiry, sendMail } from './support/smtp.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

const ZEBULON = {
  vorname: 'Zebulon',
  nachname: 'Quastenflosse',
  email: 'Zebulon.Quast@example.org',
  tel: '0351 998877',
};
const BERTA = { vorname: 'Berta', nachname: 'Nachbarin', email: 'berta@example.org' };
const CARL = { vorname: 'Carl', nachname: 'Freund', email: 'carl@example.org' };
const HEDWIG = { vorname: 'Hedwig', nachname: 'Doppelkonto', email: 'hedwig@example.org' };
const IGNAZ = { vorname: 'Ignaz', nachname: 'Stromausfall', email: 'ignaz@example.org' };
/** Of whom nothing may be found. */
const OF_ZEBULON = ['Quastenflosse', 'zebulon', '998877'];

let services: Services;
let receiver: Server;
let port: number;
let own: Account;
let other: Account;

interface Account {
  key: string;
  id: string;
  address: string;
}

beforeAll(async () => {
  port = await freePort();
  // It repeats what it receives, as some receivers do.
  receiver = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1');
  services = await startServices(
    ['api-gateway', 'catalog', 'distribution', 'importer', 'notifier', 'inbox'],
    {
      LOG_LEVEL: 'debug',
      SMTP_PORT: String(port),
      READ_SWEEP_EVERY_MS: '200',
      ERASE_SWEEP_EVERY_MS: '200',
      ERASE_TIMEOUT_MS: '5000',
      ERASE_SETTLE_MS: '500',
      ERASURE_SETTLE_MS: '500',
      ERASURE_SWEEP_EVERY_MS: '200',
      RETENTION_SWEEP_EVERY_MS: '500',
    },
  );
  own = await open('Own');
  other = await open('Other');
}, START_TIMEOUT_MS);
afterAll(async () => {
  receiver.close();
  await services.close();
});

const call = (path: string, question: Question = {}) =>
  ask(`${services.gateways[0] ?? ''}${path}`, { key: own.key, ...question });

async function open(name: string): Promise<Account> {
  const opened = await ask(`${services.gateways[0] ?? ''}/admin/accounts`, {
    method: 'POST',
    key: OPERATOR_TOKEN,
    body: { name },
  });
  const { key } = opened.body['apiKey'] as { key: string };
  const post = (path: string, body: unknown) =>
    ask(`${services.gateways[0] ?? ''}${path}`, { method: 'POST', key, body });
  const credentials = { host: '127.0.0.1', port: 49151, username: 'a', password: 'x', providerNumber: 'A-1' };
  const target = await post('/targets', { type: 'immowelt', credentials });
  const url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`;
  const webhook = await post('/webhooks', { url, events: ['request.created', 'request.parsing_failed'] });
  expect([target.status, webhook.status]).toEqual([201, 201]);
  return {
    key,
    id: String(opened.body['id']),
    address: `${String(target.body['emailId'])}@requests.localhost`,
  };
}

/** An email of a portal: a text, and a document that names these people. */
const deliver = (to: readonly Account[], text: string, people: readonly Record<string, string>[]) =>
  sendInquiry({ port, to: to.map(({ address }) => address), text, people });

const requestsOf = async (account: Account) =>
  (await call('/requests?limit=100', { key: account.key })).body as unknown as Page<ContactRequest>;
const untilRequests = (account: Account, count: number) =>
  until({
    what: 'the requests',
    look: () => requestsOf(account),
    good: ({ data }) => data.length === count,
  });
const untilGone = (text: string) =>
  until({
    what: `${text} to be found nowhere`,
    look: () => findEverywhere(services, text),
    good: (found) => found.length === 0,
  });
/** Until the webhook of the account has received so many events. */
const untilDelivered = (account: Account, count: number) =>
  until({
    what: 'the deliveries',
    look: async () => {
      const { data } = (await call('/webhooks', { key: account.key })).body as unknown as Page<{
        id: string;
      }>;
      const path = `/webhooks/${data[0]?.id ?? ''}/deliveries?status=succeeded&limit=100`;
      return (await call(path, { key: account.key })).body as unknown as Page<unknown>;
    },
    good: ({ data }) => data.length >= count,
  });

async function erase(email: string): Promise<Erasure> {
  const begun = await call('/erasures', {
    method: 'POST',
    body: { email },
    headers: { 'confirm-erasure': email },
  });
  expect(begun.status, begun.text).toBe(202);
  return until({
    what: 'the erasure',
    look: async () => (await call(`/erasures/${String(begun.body['id'])}`)).body as unknown as Erasure,
    good: ({ state }) => state === 'finished',
  });
}

describe('the erasure of a person', () => {
  it('the erasure of a person leaves nothing in databases, bytes, streams and logs, and keeps what is of others', async () => {
    const both = 'Anfragen von Zebulon Quastenflosse (zebulon.quast@example.org) und Berta Nachbarin';
    await deliver([own], 'Ich bin Zebulon.', [{ ...ZEBULON, anfrage: 'Quastenflosse fragt' }]);
    await deliver([own], both, [ZEBULON, BERTA]);
    await deliver([own], 'Hallo', [{ ...CARL, anfrage: 'Fragen Sie auch ZEBULON.QUAST@example.org, bitte' }]);
    const from = `From: Zebulon <${ZEBULON.email}>`;
    const mail = `Message-ID: <plain@example.org>\n${from}\nTo: ${own.address}\nSubject: Quastenflosse\n\nHallo`;
    await sendMail({ port, from: ZEBULON.email, to: [own.address], mail });
    await untilRequests(own, 4);
    await untilDelivered(own, 5);
    for (const text of OF_ZEBULON) expect(await findEverywhere(services, text)).not.toEqual([]);

    const { erased, finishedAt } = await erase('zebulon.quast@EXAMPLE.org');
    expect(finishedAt).toBeDefined();
    expect(erased).toMatchObject({ requests: 2, mails: 4, events: 3, deliveries: 3 });
    expect(erased.messages).toBeGreaterThanOrEqual(3);
    for (const text of OF_ZEBULON) expect(await findEverywhere(services, text)).toEqual([]);
    const { data } = await requestsOf(own);
    expect(data.map(({ prospect, message }) => [prospect.lastName, message]).toSorted()).toEqual([
      ['Freund', 'Fragen Sie auch [erased], bitte'],
      ['Nachbarin', 'Anfragen von [erased] [erased] ([erased]) und Berta Nachbarin'],
    ]);
    expect((await call('/mails')).body).toMatchObject({ data: [] });
  });

  it('the erasure of a person is refused without its confirmation, and found by its account only', async () => {
    const refused = await call('/erasures', { method: 'POST', body: { email: BERTA.email } });
    expect([refused.status, refused.body['code']]).toEqual([400, 'confirmation-missing']);
    const wrong = await call('/erasures', {
      method: 'POST',
      body: { email: BERTA.email },
      headers: { 'confirm-erasure': CARL.email },
    });
    expect(wrong.body['code']).toBe('confirmation-missing');
    const { data } = (await call('/erasures')).body as unknown as Page<Erasure>;
    expect(data.map(({ state }) => state)).toEqual(['finished']);
    const foreign = await call(`/erasures/${data[0]?.id ?? ''}`, { key: other.key });
    expect([foreign.status, foreign.body['code']]).toEqual([404, 'erasure-not-found']);
    expect((await requestsOf(own)).data.map(({ prospect }) => prospect.lastName)).toContain('Nachbarin');
  });

  it('the erasure of a person leaves what another account has of the same person, also in the same email', async () => {
    await deliver([own, other], 'Hedwig Doppelkonto fragt', [HEDWIG]);
    await untilRequests(own, 3);
    await untilRequests(other, 1);
    await untilDelivered(other, 1);
    const { erased } = await erase(HEDWIG.email);
    expect(erased).toMatchObject({ requests: 1, mails: 1, events: 1, deliveries: 1 });
    expect(JSON.stringify(await requestsOf(own))).not.toContain('Doppelkonto');
    expect((await requestsOf(other)).data).toMatchObject([{ prospect: { lastName: 'Doppelkonto' } }]);
    const { data } = (await call('/mails', { key: other.key })).body as unknown as Page<ReceivedMail>;
    const shown = await call(`/mails/${data[0]?.id ?? ''}`, { key: other.key });
    expect(shown.body).toMatchObject({ text: 'Hedwig Doppelkonto fragt' });
    // Reading the email again makes nothing for the account that has erased it.
    await call(`/mails/${data[0]?.id ?? ''}/reparse`, { method: 'POST', key: other.key });
    await until({
      what: 'the email to be read again',
      look: async () => (await call(`/mails/${data[0]?.id ?? ''}`, { key: other.key })).body,
      good: ({ state }) => state === 'parsed',
    });
    expect(JSON.stringify(await requestsOf(own))).not.toContain('Doppelkonto');
  });

  it('the erasure of a person goes on when every service is killed during it, and counts everything once', async () => {
    const { length } = (await requestsOf(own)).data;
    for (let n = 0; n < 20; n += 1) await deliver([own], `Ignaz Stromausfall ${String(n)}`, [IGNAZ]);
    await untilRequests(own, length + 20);
    await untilDelivered(own, 20);
    const begun = await call('/erasures', {
      method: 'POST',
      body: { email: IGNAZ.email },
      headers: { 'confirm-erasure': IGNAZ.email },
    });
    for (const name of ['inbox', 'notifier', 'inbox'] as const) {
      const [replica] = services.replicas.filter((one) => one.name === name).slice(-1);
      await replica?.kill();
      await services.add(name);
    }
    const { erased } = await until({
      what: 'the erasure',
      look: async () => (await call(`/erasures/${String(begun.body['id'])}`)).body as unknown as Erasure,
      good: ({ state }) => state === 'finished',
    });
    expect(erased).toMatchObject({ requests: 20, mails: 20, events: 20, deliveries: 20 });
    expect(await findEverywhere(services, 'Stromausfall')).toEqual([]);
  });
});

describe('a system that has erased persons', () => {
  it('a system that has erased persons has no violations, and all repairs together change nothing', async () => {
    const gateway = services.gateways[0] ?? '';
    const found = await ask(`${gateway}/admin/violations`, { key: OPERATOR_TOKEN });
    expect([found.status, found.body['data']]).toEqual([200, []]);
    const repaired = await ask(`${gateway}/admin/repairs`, {
      method: 'POST',
      key: OPERATOR_TOKEN,
      body: {},
    });
    expect([repaired.status, repaired.body['data']]).toEqual([200, []]);
    const since = '2026-01-01T00:00:00.000Z';
    const again = await ask(`${gateway}/admin/erasures/reapply`, {
      method: 'POST',
      key: OPERATOR_TOKEN,
      body: { since },
    });
    expect(again.body).toMatchObject({ erasures: 3 });
  });
});

describe('a request that is deleted', () => {
  it('a request that is deleted is gone at once, and its email, events and messages soon after', async () => {
    const { length } = (await requestsOf(own)).data;
    await deliver([own], 'Ludmilla Einzelfall fragt', [{ vorname: 'Ludmilla', nachname: 'Einzelfall' }]);
    const { data } = await untilRequests(own, length + 1);
    const { id = '' } = data.find(({ prospect }) => prospect.lastName === 'Einzelfall') ?? {};
    const shown = await call(`/requests/${id}`);
    const stale = await call(`/requests/${id}`, { method: 'DELETE', headers: { 'if-match': '"other"' } });
    expect(stale.status).toBe(412);
    const foreign = await call(`/requests/${id}`, { method: 'DELETE', key: other.key });
    expect(foreign.status).toBe(404);
    const deleted = await call(`/requests/${id}`, {
      method: 'DELETE',
      headers: { 'if-match': shown.headers.get('etag') ?? '' },
    });
    expect([deleted.status, deleted.body]).toEqual([200, shown.body]);
    expect((await call(`/requests/${id}`)).status).toBe(404);
    await untilGone('Einzelfall');
  });
});

describe('the retention of an account', () => {
  it('the retention of an account has a default and is changed by the account', async () => {
    expect((await call('/account/retention')).body).toEqual({ requestsDays: 180, isDefault: true });
    const refused = await call('/account/retention', { method: 'PUT', body: { requestsDays: 0 } });
    expect([refused.status, refused.body['code']]).toEqual([400, 'validation-failed']);
    const set = await call('/account/retention', { method: 'PUT', body: { requestsDays: 30 } });
    expect([set.status, set.body]).toEqual([200, { requestsDays: 30, isDefault: false }]);
    expect((await call('/account/retention')).body).toEqual({ requestsDays: 30, isDefault: false });
    expect((await call('/account/retention', { key: other.key })).body).toMatchObject({ isDefault: true });
  });
});
