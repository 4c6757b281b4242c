import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { route, startHttpServer } from '@estate/http';
import type { HttpServer } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import { chromiumBinary, startBrowser } from '@estate/testing';
import { GatewayConfig } from '../src/config.ts';
import { pageRoutes } from '../src/edge/pages/page-routes.ts';
import { frontDoorRoutes } from '../src/edge/front-door/front-door-routes.ts';
import { readiness } from '../src/edge/front-door/readiness.ts';
import { referenceRoutes } from '../src/reference/reference-routes.ts';
import type { StaticFile } from '../src/edge/pages/static-file.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const SANDBOX = [
  { name: 'FTP portal', href: 'http://localhost:8081/' },
  { name: 'Mail <drop> & "more"', href: 'http://localhost:8085/' },
];
const SMALL_DOCUMENT = JSON.stringify({ info: { title: 'API', version: '1' }, paths: {} });
const start = (sandboxPages = SANDBOX) => {
  const index = { plain: Buffer.from('x'), packed: {}, mediaType: 'text/html' };
  const mark = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const files = new Map<string, StaticFile>([
    ['index.html', index],
    ['mark.svg', { plain: mark, mediaType: 'image/svg+xml' }],
  ]);
  const document = route({
    method: 'GET',
    path: '/openapi.json',
    admit: () => Promise.resolve(undefined),
    handle: () => Promise.resolve({ status: 200, body: {} }),
  });
  return startHttpServer({
    port: 0,
    host: '127.0.0.1',
    routes: [
      ...frontDoorRoutes({ sandboxPages, ready: () => Promise.resolve(ready) }),
      ...referenceRoutes({ customers: SMALL_DOCUMENT, operators: SMALL_DOCUMENT }),
      ...pageRoutes({
        peopleSignInUrl: undefined,
        links: { embedOriginsOf: () => Promise.resolve([]) },
        load: () => files,
      }),
      document,
    ],
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    bodyLimitBytes: 1000,
  });
};

let server: HttpServer;
let ready = true;
const address = () => `http://127.0.0.1:${String(server.port)}`;
const get = (path: string, accept?: string) =>
  fetch(`${address()}${path}`, { headers: accept === undefined ? {} : { accept } });

beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

describe('the front door', () => {
  it('the front door says what this is, without a script and without anything from elsewhere', async () => {
    const page = await get('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+={0,2}'; img-src 'self';/);
    expect(policy).not.toMatch(/unsafe|script|http/);
    const text = await page.text();
    expect(text).toContain('publishes it on the platforms of your choice');
    expect(text).not.toMatch(/<script|\son\w+=|style=/);
    expect(text).toContain('Mail &lt;drop&gt; &amp; &quot;more&quot;');
  });

  it('the front door leads only to what is there', async () => {
    const text = await (await get('/')).text();
    const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, one = '']) => one);
    const own = addresses.filter((one) => one.startsWith('/'));
    expect(own).toEqual(['/dashboard/mark.svg', '/dashboard/', '/docs', '/openapi.json', '/readyz']);
    for (const one of own) expect((await get(one)).status, one).toBe(200);
    expect(addresses.filter((one) => !own.includes(one))).toEqual(SANDBOX.map(({ href }) => href));
  });

  it('the front door has the same in JSON, and names no sandbox where none runs', async () => {
    const answer = await get('/', 'application/json');
    expect(answer.headers.get('vary')).toContain('accept');
    const body = (await answer.json()) as { links: Record<string, string> };
    expect(body).toEqual({
      name: 'Real Estate Distribution Service',
      links: { dashboard: '/dashboard/', reference: '/docs', openapi: '/openapi.json', readiness: '/readyz' },
      sandbox: SANDBOX,
    });
    const alone = await start([]);
    const at = `http://127.0.0.1:${String(alone.port)}/`;
    const json = await fetch(at, { headers: { accept: 'application/json' } });
    expect(await json.json()).not.toHaveProperty('sandbox');
    expect(await (await fetch(at)).text()).not.toContain('Sandbox');
    await alone.close();
  });

  it.each([
    [undefined, 'text/html'],
    ['*/*', 'text/html'],
    ['application/json, */*;q=0.1', 'application/json'],
    ['text/html;q=0.5, application/json;q=0.9', 'application/json'],
    ['text/html, application/json;q=0.9', 'text/html'],
    ['application/json;q=0', 'application/json'],
  ])('the front door answers a caller that accepts %s with %s', async (accept, mediaType) => {
    expect((await get('/', accept)).headers.get('content-type')).toContain(mediaType);
  });

  it('the front door says whether the service is ready', async () => {
    expect([(await get('/readyz')).status, await (await get('/readyz')).json()]).toEqual([
      200,
      { status: 'ready' },
    ]);
    ready = false;
    const answer = await get('/readyz');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    ready = true;
  });
});

describe('readiness', () => {
  it('readiness holds while every check does, asks them once a second, and ends with the service', async () => {
    let nowMs = 0;
    let asked = 0;
    let there = true;
    const stopping = new AbortController();
    const check = () => {
      asked += 1;
      return there;
    };
    const failing = () => Promise.reject(new Error('away'));
    const parts = { clock: () => new Date(nowMs), signal: stopping.signal };
    const isReady = readiness({ ...parts, checks: [check] });
    expect([await isReady(), await isReady(), asked]).toEqual([true, true, 1]);
    there = false;
    nowMs = 1000;
    expect([await isReady(), asked]).toEqual([false, 2]);
    expect(await readiness({ ...parts, checks: [check, failing] })()).toBe(false);
    there = true;
    nowMs = 2000;
    expect(await isReady()).toBe(true);
    stopping.abort();
    expect(await isReady()).toBe(false);
  });
});

describe('pages of a sandbox', () => {
  const shape = (value: string) => GatewayConfig.parse({ ...REQUIRED, SANDBOX_PAGES: value }).SANDBOX_PAGES;
  const REQUIRED = {
    NATS_URL: 'nats://localhost',
    MONGODB_URI: 'mongodb://localhost',
    OPERATOR_TOKEN: 'operator-token-of-the-test',
    CATALOG_INTERNAL_URL: 'http://catalog:9090',
    DISTRIBUTION_INTERNAL_URL: 'http://distribution:9090',
    IMPORTER_INTERNAL_URL: 'http://importer:9090',
    VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  };

  it('pages of a sandbox are named by the environment, http and https only', () => {
    expect(shape('')).toEqual([]);
    expect(shape('FTP portal=http://localhost:8081/?a=b, Photos=https://x.example/')).toEqual([
      { name: 'FTP portal', href: 'http://localhost:8081/?a=b' },
      { name: 'Photos', href: 'https://x.example/' },
    ]);
    for (const wrong of ['x', '=http://x.example', 'x=javascript:alert(1)']) {
      expect(() => shape(wrong)).toThrow('must be name=URL');
    }
  });
});

// Without a browser on this machine the page is only checked as text, above.
describe.skipIf(chromiumBinary() === undefined)('the front door in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each(['light', 'dark'] as const)(
    'the front door in a browser fits every width and passes axe in %s colours, and complains about nothing',
    async (colorScheme) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(address())) complaints.push(request.url());
      });
      for (const width of [390, 1024, 1600]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${address()}/`);
        const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate<number>(tooWide), String(width)).toBe(0);
        if (SCREENSHOTS !== undefined) {
          await page.screenshot({
            path: `${SCREENSHOTS}/front-door-${colorScheme}-${width}.png`,
            fullPage: true,
          });
        }
      }
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
