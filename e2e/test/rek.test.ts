import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type {
  Account,
  ApiKey,
  FindReport,
  Lane,
  Listing,
  LoadReport,
  Mail,
  NewApiKey,
  Page,
  Property,
  Target,
  WebhookWithKey,
} from '@estate/contracts';
import { OPERATOR, portName, serviceNames } from '@estate/manifests';
import { connectTransport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { newId } from '@estate/persistence';
import { runRek } from '@estate/rek';
import { apiClient } from '@estate/stack';
import type { StackOptions } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/call.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

/** Whose mail is taken whatever it is addressed to. */
const FORWARDED = 'mail.agency.example';
const SEALING = ['api-gateway', 'distribution', 'notifier'] as const;
const REK = fileURLToPath(new URL('../../tools/rek/src/main.ts', import.meta.url));

const envOf: NonNullable<StackOptions['envOf']> = {};
let world: OwnWorld;
let customer: CustomerAccount;
let target: Target;
let webhook: WebhookWithKey;
/** Of the gateway that runs. */
let apiUrl: string;

beforeAll(async () => {
  world = await ownWorld(
    'it stops services and operates the whole system',
    { INBOX_FORWARDED_DOMAINS: FORWARDED },
    envOf,
  );
  ({ apiUrl } = world.stack);
  customer = await world.account('Operated');
  webhook = await sandboxOf(world.stack).hook(customer.api, 'rek', ['publication.succeeded']);
  target = await customer.api.post<Target>('/targets', targetInput(world.stack, 0));
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const environment = (): Record<string, string> => {
  const { natsUrlOf, mongoUri, operatorToken, settings } = world.stack;
  const places = serviceNames.map(
    (name) => `${name}=http://127.0.0.1:${String(settings.ports[portName(name, 'internal')])}`,
  );
  return {
    REK_URL: apiUrl,
    OPERATOR_TOKEN: operatorToken,
    NATS_URL: natsUrlOf(OPERATOR),
    MONGODB_URI: mongoUri,
    REK_SERVICES: places.join(),
  };
};

/** Runs a command as the operator does. */
async function rek(args: string, more: Record<string, string> = {}) {
  const said = { out: '', err: '' };
  const code = await runRek(args.split(' '), {
    environment: { ...environment(), ...more },
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

/** The same, for what is answered as JSON. */
async function json<T>(args: string, wanted = 0): Promise<T> {
  const { code, out, err } = await rek(`${args} --json`);
  expect({ args, code, err }).toEqual({ args, code: wanted, err: '' });
  return JSON.parse(out) as T;
}

const listing = async () => {
  const property = await customer.api.post<Property>('/properties', propertyInput({ externalId: newId() }));
  const made = await customer.api.post<Listing>('/listings', {
    propertyId: property.id,
    targetId: target.id,
  });
  return made.id;
};
const published = (id: string) =>
  until({
    what: 'the publication',
    look: () => customer.api.get<Listing>(`/listings/${id}`),
    good: (one) => one.published,
  });

describe('the operator’s tool', () => {
  it('rek doctor and rek violations find no problem with the production users of the broker', async () => {
    expect(environment()['NATS_URL']).toMatch(/^nats:\/\/operator:\w+@/);
    const { code, out } = await rek('doctor');
    expect(out).toMatch(
      /api-gateway[^\n]*ready[^]*catalog[^\n]*ready[^]*broker[^\n]*nats-server[^]*no violations[^]*No problems found/,
    );
    expect(out).toMatch(/clock of database[^\n]*fine/);
    const replicas = `${String(serviceNames.length)} replicas answer what their manifests declare`;
    expect(out).toMatch(new RegExp(`manifests[^\\n]*fine[^\\n]*${replicas}`));
    expect(code).toBe(0);
    const { out: violations } = await rek('violations');
    expect(violations).toMatch(/^No violations found\.\n/);
    // How far the audit of each collection is.
    for (const service of serviceNames)
      expect(violations).toMatch(new RegExp(`│ ${service} +│ \\S+ +│ \\d+ `));
  });

  it('rek names what is unavailable, with exit code 1', async () => {
    const nowhere = { NATS_URL: 'nats://127.0.0.1:9', REK_SERVICES: 'catalog=http://127.0.0.1:9' };
    const { code, out } = await rek('doctor', nowhere);
    expect(out).toMatch(/catalog[^\n]*wrong[^\n]*does not respond/);
    expect(out).toMatch(/broker[^\n]*wrong/);
    expect(code).toBe(1);
    const letters = await rek('dead-letters list', nowhere);
    expect(letters).toMatchObject({
      code: 1,
      err: expect.stringContaining('The broker does not respond at'),
    });
    const refused = await rek('accounts list', { OPERATOR_TOKEN: 'not-the-operator-token' });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('OPERATOR_TOKEN') });
  });

  it('the program rek explains wrong arguments and settings, with exit code 2', async () => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: '/nowhere' };
    const { status, stderr } = spawnSync(process.execPath, [REK, 'violations'], { env, encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No system is selected.'),
    });
    const asleep = await rek('lanes list --state asleep');
    expect(asleep).toMatchObject({ code: 2, err: expect.stringContaining('paused, set_aside, open') });
    expect(await rek('backup')).toMatchObject({ code: 0, out: expect.stringContaining('mongodump') });
  });

  it('rek opens accounts, and creates, lists and revokes API keys', async () => {
    const opened = await json<Account & { apiKey: NewApiKey }>('accounts open Agency');
    expect((await json<Page<Account>>('accounts list')).data.map(({ name }) => name)).toContain('Agency');
    const made = await json<NewApiKey>(`keys create ${opened.id} --name website --read-only`);
    expect(made).toMatchObject({ name: 'website', scopes: ['read'] });
    const shown = await rek(`keys list ${opened.id}`);
    expect(shown.out).toContain('website');
    expect(shown.out).not.toContain(made.key);
    for (const { id } of (await json<Page<ApiKey>>(`keys list ${opened.id}`)).data) {
      expect((await rek(`keys revoke ${opened.id} ${id}`)).code).toBe(0);
    }
    expect((await rek(`keys list ${opened.id}`)).out).toContain('The account has no keys.');
    await until({
      what: 'the end of the key',
      look: () => call({ url: `${apiUrl}/account`, method: 'GET', key: made.key }),
      good: ({ status }) => status === 401,
    });
    expect((await rek(`keys revoke ${opened.id} ${made.id}`)).code).toBe(1);
  });

  it('a lane that rek pauses takes no work and loses none', async () => {
    await published(await listing());
    expect((await rek(`lanes pause ${target.id}`)).out).toContain('The lane is paused.');
    const waiting = await listing();
    const lane = await until({
      what: 'work in the lane that is paused',
      look: async () => (await json<Page<Lane>>('lanes list --state paused')).data[0],
      good: (one) => one?.dueCount === 1,
    });
    expect(lane).toMatchObject({ id: target.id, working: false });
    expect((await customer.api.get<Listing>(`/listings/${waiting}`)).published).toBe(false);
    expect((await rek(`lanes resume ${target.id}`)).code).toBe(0);
    await published(waiting);
    expect((await rek('lanes list --state paused')).out).toContain('There are no matching lanes.');
    expect((await rek(`lanes pause ${newId()}`)).code).toBe(1);
    expect((await rek('lanes reconcile --all')).out).toContain('2 listings are published again');
  });

  it('rek finds anything of any account by its id, an external id or a request address', async () => {
    const externalId = `find-${newId()}`;
    const property = await customer.api.post<Property>('/properties', propertyInput({ externalId }));
    const { id } = (await customer.api.get<Page<Listing>>(`/listings?targetId=${target.id}`)).data[0] ?? {
      id: '',
    };
    const { requestAddress = '' } = await customer.api.get<Target>(`/targets/${target.id}`);
    const found = async (text: string) => (await json<FindReport>(`find ${text}`)).data;
    const accountId = customer.id;
    expect(await found(externalId)).toEqual([
      { kind: 'property', id: property.id, accountId, name: externalId },
    ]);
    expect(await found(property.id)).toEqual(await found(externalId));
    expect(await found(id)).toEqual([{ kind: 'listing', id, accountId }]);
    expect(await found(requestAddress)).toMatchObject([{ kind: 'target', id: target.id, accountId }]);
    expect(await found(webhook.id)).toMatchObject([{ kind: 'webhook', id: webhook.id, accountId }]);
    expect(await found(accountId)).toContainEqual({
      kind: 'account',
      id: accountId,
      accountId,
      name: 'Operated',
    });
    expect(await rek(`find ${newId()}`)).toMatchObject({
      code: 1,
      out: expect.stringContaining('No resource has'),
    });
  });

  it('rek top names the account that causes the load, by its calls and by its due work', async () => {
    await rek(`lanes pause ${target.id}`);
    for (let count = 0; count < 20; count += 1) await listing();
    const report = await until({
      what: 'the load of the account',
      look: () => json<LoadReport>('top --seconds 600'),
      good: ({ calls, waiting }) =>
        calls.some(({ accountId, calls: count }) => accountId === customer.id && count >= 40) &&
        waiting.some(({ accountId, count }) => accountId === customer.id && count === 20),
    });
    expect(report.calls[0]).toMatchObject({ accountId: customer.id, name: 'Operated' });
    expect(report.waiting[0]).toMatchObject({
      ...{ accountId: customer.id, name: 'Operated', service: 'distribution', work: 'publications' },
    });
    expect(report.away).toEqual([]);
    await rek(`lanes resume ${target.id}`);
  });

  it('rek shows the usage of every account', async () => {
    const { out } = await rek('usage --csv');
    expect(out).toMatch(/^account,month,countedUntil,properties,/);
    expect(out).toContain(`${customer.id},${new Date().toISOString().slice(0, 7)},`);
  });

  it('rek lists emails in quarantine and has them read again', async () => {
    const order = { to: `nobody-has-this@${FORWARDED}`, document: 'windows1252' };
    const dropped = await fetch(`${world.stack.mailDropUrl}/api/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    expect(dropped.status).toBe(201);
    const { data } = await until({
      what: 'the mail in quarantine',
      look: () => json<Page<Mail>>('mails list'),
      good: (page) => page.data.length > 0,
    });
    const id = data[0]?.id ?? '';
    expect((await rek('mails list')).out).toContain(order.to);
    expect((await rek(`mails show ${id}`)).out).toContain('quarantined');
    expect((await rek(`mails reparse ${id}`)).code).toBe(0);
    expect((await rek(`mails show ${newId()}`)).code).toBe(1);
  });

  it('rek lists dead letters and redrives them', async () => {
    const log = createLogger({ service: 'e2e', level: 'silent' });
    const about = { service: 'catalog', log, metrics: createMetrics('e2e') };
    const bus = await connectTransport({ url: world.stack.natsUrlOf('catalog'), ...about });
    const broken = {
      id: newId(),
      accountId: newId(),
      requestId: 'r-e2e',
      at: new Date(),
      data: { no: 'contact' },
    };
    await bus.publish({ ...broken, subject: 'fact.catalog.contact.changed.v1' });
    await bus.close();
    const consumer = 'catalog-on-contact-changed';
    const look = async () =>
      JSON.parse((await rek('dead-letters list --json')).out) as { data: { id: string }[] };
    const lettersNot = (last?: string) =>
      until({ what: 'a dead letter', look, good: ({ data }) => data.some(({ id }) => id !== last) });
    const [letter] = (await lettersNot()).data;
    const id = letter?.id ?? '';
    const list = await rek('dead-letters list');
    expect(list).toMatchObject({ code: 1, out: expect.stringContaining(consumer) });
    expect((await rek('doctor')).out).toMatch(/dead letters[^\n]*wrong/);
    expect((await rek(`dead-letters show ${id}`)).out).toContain('"no":"contact"');
    expect((await rek(`dead-letters redrive ${consumer}`)).out).toMatch(new RegExp(`${consumer}[^\\n]*1`));
    // The message still breaks its contract, so it becomes a dead letter again.
    await lettersNot(id);
    expect((await rek('dead-letters show 0')).code).toBe(1);
  });

  it('rek violations names a service that does not answer', async () => {
    await world.stack.children.get('inbox')?.stop();
    const { code, out } = await rek('violations');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('No response from: inbox') });
    await world.stack.children.get('inbox')?.start();
    await until({
      what: 'an inbox that answers',
      look: () => rek('violations'),
      good: (said) => said.code === 0,
    });
  });

  it('rek secrets rotate encrypts all secrets with a new key, so that the former key can be removed', async () => {
    const oldKeys = world.stack.settings.vaultKeys;
    const newKeys = `k2:${randomBytes(32).toString('base64')}`;
    await restartWith(`${newKeys},${oldKeys}`);
    const first = await json<{ services: { service: string; resealed: number }[] }>('secrets rotate');
    expect(first.services.map(({ service }) => service)).toEqual(SEALING);
    const counts = new Map(first.services.map(({ service, resealed }) => [service, resealed]));
    expect(counts.get('notifier')).toBe(1);
    expect(counts.get('distribution')).toBe(1);
    expect((await rek('secrets rotate')).out).toContain('The former key can be removed');
    await restartWith(newKeys);
    const api = apiClient(apiUrl, customer.key);
    expect((await api.get<WebhookWithKey>(`/webhooks/${webhook.id}`)).signingKey).toBe(webhook.signingKey);
    expect(await api.post(`/targets/${target.id}/check`, {})).toMatchObject({ ok: true });
  });
});

/** Every service that seals, again with other keys, in the place of what ran. */
async function restartWith(vaultKeys: string): Promise<void> {
  const { stack } = world;
  for (const service of SEALING) {
    const running = [...stack.children].filter(
      ([name]) => name === service || name.startsWith(`${service}-`),
    );
    for (const [, child] of running) await child.stop();
    envOf[service] = { VAULT_KEYS: vaultKeys };
    const { apiPort } = await stack.addReplica(service);
    if (apiPort !== undefined) apiUrl = `http://localhost:${String(apiPort)}`;
  }
}
