import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ago, details, table } from './report.ts';
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
    expect(out).toMatch(/account[^\n]*name[^]*a1[^\n]*Agency[^]*There are more: --after a1/);
    expect(asked[0]?.token).toBe('Bearer the-operator');
  });

  it('rek --json prints the JSON of the API', async () => {
    const body = { hasMore: false, data: [] };
    answers.set('GET /admin/lanes?limit=50&state=paused', { status: 200, body });
    expect(JSON.parse((await rek('lanes', 'list', '--state', 'paused', '--json')).out)).toEqual(body);
  });

  it('an argument of rek is one segment of the path of the API', async () => {
    await rek('lanes', 'resume', '../../accounts');
    expect(asked[0]?.call).toBe('POST /admin/lanes/..%2F..%2Faccounts/resume');
  });

  it('rek ends with exit code 1 and names the problem when it finds one', async () => {
    const broken = { service: 'catalog', promise: 'p', count: 2, ids: ['x', 'y'], advice: 'Fix it.' };
    answers.set('GET /admin/violations', { status: 200, body: { data: [broken], away: ['inbox'] } });
    const { code, out } = await rek('violations');
    expect(code).toBe(1);
    expect(out).toMatch(/catalog[^]*2[^]*x y[^]*Fix it\.[^]*Did not answer: inbox/);
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
    expect(settings).toEqual({ apiUrl: 'https://api.example.org', services: [] });
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
