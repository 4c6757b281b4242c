import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ago, details, table } from './report.ts';
import { program } from './program.ts';
import { runRek } from './run-rek.ts';
import { readSettings } from './settings.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** By call, one after the other; the last one again and again. */
const answers = new Map<string, Answer | Answer[]>();
const asked: { call: string; body: string; token: string | undefined }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const call = `${request.method ?? ''} ${request.url ?? ''}`;
    asked.push({ call, body, token: request.headers.authorization });
    const { status, body: answer } = next(call);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
let url = '';

function next(call: string): Answer {
  const wanted = answers.get(call) ?? { status: 404, body: { message: 'There is no such.' } };
  const queue = Array.isArray(wanted) ? wanted : [wanted];
  const [first] = queue.length > 1 ? queue.splice(0, 1) : queue;
  if (!first) throw new Error(`no answer is left for ${call}`);
  return first;
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  answers.clear();
  asked.length = 0;
});

async function rek(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await runRek(args, {
    environment: { REK_URL: url, OPERATOR_TOKEN: 'the-operator' },
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

describe('a command', () => {
  it('rek accounts list shows a page as a table and how to continue', async () => {
    const data = [{ id: 'a1', name: 'Agency', createdAt: '2026-11-01T08:00:00.000Z' }];
    answers.set('GET /admin/accounts?limit=1&startAfter=a0', { status: 200, body: { hasMore: true, data } });
    const { code, out } = await rek('accounts', 'list', '--limit', '1', '--after', 'a0');
    expect(code).toBe(0);
    expect(out).toMatch(/account[^\n]*name[^]*a1[^\n]*Agency[^]*There are more rows: --after a1/);
    expect(asked[0]?.token).toBe('Bearer the-operator');
  });

  it('rek usage adds up all pages and prints CSV for a spreadsheet', async () => {
    const counts = { properties: 2, listings: 4, bytes: 1000, publications: 5, deliveries: 6, requests: 7 };
    const of = (accountId: string) => ({
      ...{ accountId, month: '2026-11', countedUntil: '2026-11-24T10:00:00.000Z', days: [] },
      ...counts,
    });
    const path = 'GET /admin/usage?month=2026-11&limit=100';
    answers.set(path, { status: 200, body: { hasMore: true, data: [of('a1')] } });
    answers.set(`${path}&startAfter=a1`, { status: 200, body: { hasMore: false, data: [of('a2')] } });
    const { code, out } = await rek('usage', '--month', '2026-11', '--csv');
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toEqual([
      'account,month,countedUntil,properties,listings,bytes,publications,deliveries,requests',
      'a1,2026-11,2026-11-24T10:00:00.000Z,2,4,1000,5,6,7',
      'a2,2026-11,2026-11-24T10:00:00.000Z,2,4,1000,5,6,7',
    ]);
  });

  it('rek top names the accounts that cause the load, and fails when a service does not answer', async () => {
    const calls = [
      {
        ...{ accountId: 'a1', name: 'Agency', calls: 90, seconds: 12.25, limited: 3, failed: 1 },
        slowestRoute: 'POST /imports',
      },
    ];
    const waiting = [
      {
        ...{ accountId: 'a2', service: 'distribution', work: 'publications', count: 310 },
        oldestDueAt: new Date(Date.now() - 120_500).toISOString(),
      },
    ];
    const body = { since: '2026-11-01T08:30:00.000Z', calls, waiting, isLimited: true, away: ['notifier'] };
    answers.set('GET /admin/load?seconds=30', { status: 200, body });
    const { code, out } = await rek('top', '--seconds', '30');
    expect(code).toBe(1);
    expect(out).toMatch(/a1[^\n]*Agency[^\n]*90[^\n]*3\.0[^\n]*12\.3[^\n]*3[^\n]*1[^\n]*POST \/imports/);
    expect(out).toMatch(/a2[^\n]*distribution[^\n]*publications[^\n]*310[^\n]*2 min/);
    expect(out).toMatch(/lower bounds[^]*did not answer: notifier/);
    answers.set('GET /admin/load?seconds=60', {
      status: 200,
      body: { ...body, calls: [], waiting: [], away: [] },
    });
    const idle = await rek('top');
    expect(idle).toMatchObject({ code: 0 });
    expect(idle.out).toMatch(/No calls in the last 60 s\.\nNo work is due\./);
  });

  it('rek audit-log verify checks every account in portions and says where each audit log is not as it was stored', async () => {
    const accounts = 'GET /admin/accounts?limit=100';
    const page = (hasMore: boolean, ...ids: string[]) => ({
      status: 200,
      body: { hasMore, data: ids.map((id) => ({ id })) },
    });
    answers.set(accounts, page(true, 'a1'));
    answers.set(`${accounts}&startAfter=a1`, page(false, 'a2', 'a3'));
    const check = (accountId: string, more: object) => ({
      status: 200,
      body: { accountId, isChecked: true, entries: 2, breaks: [], ...more },
    });
    const path = (accountId: string) => `GET /admin/audit-log/check?accountId=${accountId}`;
    answers.set(path('a1'), check('a1', { next: 2 }));
    const at = '2026-11-01T08:00:00.000Z';
    const breaks = [{ number: 4, entryId: 'e4', at, flaw: 'previous_missing' }];
    answers.set(`${path('a1')}&after=2`, check('a1', { breaks }));
    answers.set(path('a2'), check('a2', {}));
    answers.set(path('a3'), check('a3', { isChecked: false, entries: 0 }));
    const all = await rek('audit-log', 'verify');
    expect(all.code).toBe(1);
    expect(all.out).toMatch(/a1[^\n]*4[^\n]*e4[^\n]*the entry before it was removed/);
    expect(all.out).toMatch(/6 entries of 2 accounts were checked[^]*being closed: a3/);
    const one = await rek('audit-log', 'verify', 'a2');
    expect(one).toMatchObject({
      code: 0,
      out: 'The audit log is complete. 2 entries of 1 accounts were checked.\n',
    });
  });

  it('rek operator-keys creates a key, lists it without the key itself, and revokes it', async () => {
    const key = {
      ...{ id: 'k1', name: 'Olga', prefix: 'rek_operator_', lastFour: 'x7Qz' },
      createdAt: '2026-11-01T08:00:00.000Z',
    };
    answers.set('POST /admin/operator-keys', { status: 201, body: { ...key, key: 'rek_operator_secret' } });
    answers.set('GET /admin/operator-keys?limit=50', { status: 200, body: { hasMore: false, data: [key] } });
    answers.set('DELETE /admin/operator-keys/k1', { status: 200, body: key });
    expect((await rek('operator-keys', 'create', 'Olga')).out).toMatch(
      /rek_operator_secret[^]*not shown again/,
    );
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ name: 'Olga' });
    expect((await rek('operator-keys', 'list')).out).toMatch(
      /k1[^\n]*Olga[^\n]*rek_operator_…x7Qz[^\n]*never/,
    );
    expect((await rek('operator-keys', 'revoke', 'k1')).out).toContain('stops working within five seconds');
  });

  it('rek --version prints the version', async () => {
    expect(await rek('--version')).toEqual({ code: 0, out: 'unreleased\n', err: '' });
  });

  it('rek describes every command', () => {
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
    const silent = all(program(() => Promise.resolve(), '1')).filter(
      (command) => command.description() === '',
    );
    expect(silent.map((command) => command.name())).toEqual([]);
  });

  it('rek --json prints the JSON of the API', async () => {
    const body = { hasMore: false, data: [] };
    answers.set('GET /admin/lanes?limit=50&state=paused', { status: 200, body });
    expect(JSON.parse((await rek('lanes', 'list', '--state', 'paused', '--json')).out)).toEqual(body);
  });

  it('rek lanes shows a pause of the customer with its reason, also when the operator resumes the lane', async () => {
    const customerPause = { at: '2026-11-01T08:00:00.000Z', reason: 'Relaunch' };
    const lane = { id: 'a1', accountId: 'b1', type: 'immowelt', working: false, dueCount: 3, customerPause };
    answers.set('GET /admin/lanes?limit=50&state=paused', {
      status: 200,
      body: { hasMore: false, data: [lane] },
    });
    answers.set('POST /admin/lanes/a1/resume', { status: 200, body: lane });
    const state = 'paused by the customer since 2026-11-01T08:00:00.000Z: Relaunch';
    expect((await rek('lanes', 'list', '--state', 'paused')).out).toContain(state);
    const resumed = await rek('lanes', 'resume', 'a1');
    expect(resumed.out).toContain(state);
    expect(resumed.out).toContain('Only the customer can end that pause.');
  });

  it('an argument of rek is one segment of the path of the API', async () => {
    await rek('lanes', 'resume', '../../accounts');
    expect(asked[0]?.call).toBe('POST /admin/lanes/..%2F..%2Faccounts/resume');
  });

  it('rek repair repairs until nothing more can be repaired, and says what to do about the rest', async () => {
    const about = { service: 'inbox', promise: 'pending-mails-are-due', advice: 'Make them due.' };
    const lost = { ...about, promise: 'raw-mails-bytes-whole', advice: 'Restore them.', isRepairable: false };
    const body = (repaired: string[], left: number) => ({
      data: [
        { ...about, isRepairable: true, repaired, left },
        { ...lost, repaired: [], left: 2 },
      ],
      away: [],
    });
    answers.set('POST /admin/repairs', [
      { status: 200, body: body(['a', 'b'], 1) },
      { status: 200, body: body(['c'], 0) },
    ]);
    const { code, out } = await rek('repair');
    expect(code).toBe(1);
    expect(out).toMatch(/repaired +inbox pending-mails-are-due\ndocuments +a b\n/);
    expect(out).toMatch(/documents +c\n/);
    expect(out).toMatch(/not repaired +inbox raw-mails-bytes-whole\ncount +2\nwhat to do +Restore them\./);
  });

  it('rek repair --dry-run asks only what would be repaired', async () => {
    answers.set('POST /admin/repairs', { status: 200, body: { data: [], away: [] } });
    asked.length = 0;
    const { code, out } = await rek('repair', '--dry-run', '--invariant', 'one', '--id', 'a', 'b');
    expect(out).toBe('Nothing would be repaired.\n');
    expect(code).toBe(0);
    expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { dryRun: true, invariant: 'one', ids: ['a', 'b'] },
    ]);
  });

  it('rek ends with exit code 1 and names the problem when it finds one', async () => {
    const broken = { service: 'catalog', promise: 'p', count: 2, ids: ['x', 'y'], advice: 'Fix it.' };
    const walk = { service: 'catalog', walk: 'attachments.files.contents', rounds: 1 };
    const round = { ...walk, documents: 10_000, looked: 2500, seconds: 260_000 };
    answers.set('GET /admin/violations', {
      status: 200,
      body: { data: [broken], rounds: [round], away: ['inbox'] },
    });
    const { code, out } = await rek('violations');
    expect(code).toBe(1);
    expect(out).toMatch(/catalog[^]*2[^]*x y[^]*Fix it\.[^]*No response from: inbox/);
    expect(out).toMatch(/catalog\W+attachments\.files\.contents\W+10000\W+25 %\W+3 days/);
    expect(await rek('mails', 'show', 'm1')).toMatchObject({
      code: 1,
      err: '/admin/mails/m1: There is no such. (404)\n',
    });
  });

  it('rek ends with exit code 2 when its arguments are wrong', async () => {
    for (const args of [['dance'], ['lanes', 'pause'], ['doctor', '--max-lag', 'few'], ['keys']]) {
      expect({ args, code: (await rek(...args)).code }).toEqual({ args, code: 2 });
    }
    expect(await rek('dead-letters', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('NATS_URL') as string,
    });
    expect((await rek('--help')).code).toBe(0);
  });

  it('rek secrets rotate goes through all secrets and prints how to continue after an interruption', async () => {
    const step = (service: string, next?: string) => ({
      status: 200,
      body: { service, examined: 2, resealed: 1, unreadable: [], ...(next !== undefined && { next }) },
    });
    answers.set('POST /admin/secrets/reseal', step('distribution'));
    expect(await rek('secrets', 'rotate')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/distribution[^\n]*2[^\n]*1/) as string,
    });
    const away = { status: 503, body: { message: 'Unavailable.' } };
    answers.set('POST /admin/secrets/reseal', [step('distribution', 'notifier/'), away]);
    expect(await rek('secrets', 'rotate')).toMatchObject({
      code: 1,
      err: expect.stringContaining('rek secrets rotate --after notifier/') as string,
    });
  });

  it('rek secrets rotate lists undecryptable secrets and ends with exit code 1', async () => {
    const body = { service: 'notifier', examined: 2, resealed: 1, unreadable: ['w1'] };
    answers.set('POST /admin/secrets/reseal', { status: 200, body });
    expect(await rek('secrets', 'rotate')).toMatchObject({
      code: 1,
      out: expect.stringContaining('notifier w1') as string,
    });
  });

  it('rek lanes reconcile --all reconciles every lane and lists those that fail', async () => {
    const lane = (id: string) => ({ id, dueCount: 2 });
    const page = (hasMore: boolean, id: string) => ({ status: 200, body: { hasMore, data: [lane(id)] } });
    answers.set('GET /admin/lanes?limit=100', page(true, 'a'));
    answers.set('GET /admin/lanes?limit=100&startAfter=a', page(false, 'b'));
    answers.set('POST /admin/lanes/a/reconcile', { status: 200, body: lane('a') });
    const { code, out } = await rek('lanes', 'reconcile', '--all');
    expect(code).toBe(1);
    expect(out).toMatch(/a [^\n]*2 listings are published again[^]*b [^\n]*There is no such/);
    expect((await rek('lanes', 'reconcile', 'a')).code).toBe(0);
    expect((await rek('lanes', 'reconcile')).code).toBe(2);
  });

  it('rek closings begin closes an account only when its id stands twice', async () => {
    const refused = await rek('closings', 'begin', 'abc', '--confirm', 'abd');
    expect([refused.code, asked]).toEqual([2, []]);
    const closing = {
      id: 'c',
      accountId: 'abc',
      state: 'closing',
      remaining: { listings: 2 },
      erased: {},
      left: [],
    };
    answers.set('DELETE /admin/accounts/abc', { status: 202, body: closing });
    const { code, out } = await rek('closings', 'begin', 'abc', '--confirm', 'abc');
    expect(code).toBe(0);
    expect(out).toContain('listings on platforms');
  });

  it('rek erasures reapply says what is erased again', async () => {
    answers.set('POST /admin/erasures/reapply', { status: 200, body: { erasures: 2, closings: 1 } });
    const { code, out } = await rek('erasures', 'reapply', '--since', '2026-11-20T03:00:00Z');
    expect([code, asked[0]?.body]).toEqual([0, '{"since":"2026-11-20T03:00:00Z"}']);
    expect(out).toContain('2 erasures of persons and 1 closed accounts');
  });

  it('rek retell names how many messages each service publishes again, and a service that did not answer', async () => {
    const body = { data: [{ service: 'catalog', messages: 7 }], away: ['inbox'] };
    answers.set('POST /admin/retells', { status: 200, body });
    const { code, out } = await rek('retell', '--since', '2026-11-01T08:30:00Z');
    expect(code).toBe(1);
    expect(out).toMatch(/catalog[^\n]*7[^]*No response from: inbox/);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ since: '2026-11-01T08:30:00.000Z' });
    expect((await rek('retell', '--since', 'yesterday')).code).toBe(2);
  });

  it('rek doctor names the services whose clocks differ from that of the database, and those that do not say', async () => {
    answers.set('GET /admin/accounts?limit=1', { status: 200, body: { data: [] } });
    answers.set('GET /admin/violations', { status: 200, body: { data: [], away: [] } });
    const ready = { state: 'serving', version: '1', checks: {} };
    answers.set('GET /behind/readyz', {
      status: 200,
      body: { ...ready, details: { clockOffsetSeconds: -7200.2 } },
    });
    answers.set('GET /right/readyz', {
      status: 200,
      body: { ...ready, details: { clockOffsetSeconds: 29.4 } },
    });
    answers.set('GET /former/readyz', { status: 200, body: ready });
    const services = ['behind', 'right', 'former'].map((name) => `${name}=${url}/${name}`).join();
    let out = '';
    const code = await runRek(['doctor'], {
      environment: { REK_URL: url, OPERATOR_TOKEN: 'the-operator', REK_SERVICES: services },
      out: (text) => (out += text),
      err: (text) => (out += text),
    });
    expect(out).toMatch(
      /clock of behind[^\n]*wrong[^\n]*differs by -7200 s from the clock of the database: synchronize/,
    );
    expect(out).toMatch(/clock of right[^\n]*fine[^\n]*differs by 29 s/);
    expect(out).toMatch(/clock of former[^\n]*not asked/);
    expect(out).toContain('Problems found: 1.');
    expect(code).toBe(1);
  });

  it('rek restored lists restored backups with what to do by hand, and names one that nobody noticed', async () => {
    const times = { noticedAt: 'n', lostSince: 's', lostUntil: 'u' };
    const restore = { service: 'catalog', id: 'r', ...times, isCertain: false, isSettled: true };
    const done = { ...restore, service: 'importer', outcome: 'Imports that are done again: 2.' };
    answers.set('GET /admin/restores', { status: 200, body: { data: [], away: [] } });
    expect(await rek('restored')).toMatchObject({
      code: 0,
      out: expect.stringContaining('No service has detected') as string,
    });
    answers.set('POST /admin/restores', { status: 200, body: { data: [restore, done], away: [] } });
    const { out } = await rek('restored', '--since', '2026-11-01T08:30:00Z');
    expect(out).toMatch(
      /catalog[^\n]*not certain[^\n]*settled[^]*Manual steps:[^]*Imports that were accepted[^]*full transfer/,
    );
    expect(out).toContain('\nimporter: Imports that are done again: 2.\n');
    expect(out).not.toContain('undefined');
  });

  it('rek unknown take-down --all takes down every page of unknown objects', async () => {
    const object = (id: string) => ({ id, targetId: 't', externalId: `P-${id}` });
    const page = (hasMore: boolean, id: string) => ({ status: 200, body: { hasMore, data: [object(id)] } });
    answers.set('GET /admin/unknown-objects?limit=100', page(true, 'a'));
    answers.set('GET /admin/unknown-objects?limit=100&startAfter=a', page(false, 'b'));
    for (const id of ['a', 'b'])
      answers.set(`POST /admin/unknown-objects/${id}/take-down`, { status: 200, body: object(id) });
    const { code, out } = await rek('unknown', 'take-down', '--all');
    expect(code).toBe(0);
    expect(out).toMatch(/a [^\n]*P-a[^]*b [^\n]*P-b/);
    expect((await rek('unknown', 'take-down')).code).toBe(2);
  });

  it('rek backup prints its commands without a running system', async () => {
    const said: string[] = [];
    const around = { environment: {}, out: (text: string) => said.push(text), err: () => undefined };
    expect(await runRek(['backup', '--directory', '/safe'], around)).toBe(0);
    expect(said.join('')).toMatch(/mongodump[^\n]*--db catalog[^\n]*\/safe\/catalog\.gz/);
  });
});

describe('the place of the system', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rek-'));
  const ports = {
    nats: 1,
    mongo: 2,
    catalogInternal: 3,
    apiGatewayInternal: 4,
    distributionInternal: 5,
    inboxInternal: 6,
    notifierInternal: 7,
  };
  writeFileSync(
    join(directory, 'settings.json'),
    JSON.stringify({ operatorToken: 'local', brokerPasswords: { operator: 'secret' }, ports }),
  );

  it('rek connects to the local system by default', () => {
    expect(readSettings({}, { DATA_DIR: directory, PORT: '8090' })).toMatchObject({
      apiUrl: 'http://localhost:8090',
      operatorToken: 'local',
      natsUrl: 'nats://operator:secret@127.0.0.1:1',
      services: expect.arrayContaining([{ name: 'catalog', url: 'http://127.0.0.1:3' }]) as unknown,
    });
  });

  it('rek --url uses no setting of the local system', () => {
    const settings = readSettings({ url: 'https://api.example.org/' }, { DATA_DIR: directory });
    expect(settings).toEqual({ apiUrl: 'https://api.example.org', byteStores: {}, services: [] });
  });

  it('REK_SERVICES must be well-formed', () => {
    const read = (REK_SERVICES: string) => () => readSettings({ url: 'https://x.example' }, { REK_SERVICES });
    expect(read('catalog')).toThrow(/REK_SERVICES/);
    expect(read('catalog=http://a:1, inbox=http://b:2')().services).toHaveLength(2);
  });
});

describe('what is shown', () => {
  it('control characters in the output of rek are replaced', () => {
    const drawn = table(['subject'], [['\u001b[2Jgone']], '') + details({ from: 'a\u0007b' });
    expect(drawn).not.toMatch(/[\u001b\u0007]/);
    expect(drawn).toContain('gone');
  });

  it('an empty table is shown as a sentence', () => {
    expect(table(['a'], [], 'Nothing.')).toBe('Nothing.');
    expect(details({ known: 1, unknown: undefined })).toBe('known  1');
  });

  it('an age is shown in the largest unit that fits', () => {
    const now = new Date('2026-11-02T08:00:00.000Z');
    const times = [
      '2026-11-02T08:00:00Z',
      '2026-11-02T07:59:30Z',
      '2026-11-02T07:30:00Z',
      '2026-11-01T08:00:00Z',
    ];
    expect(times.map((time) => ago(time, now))).toEqual(['now', '30 s', '30 min', '1 d']);
  });
});
