import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashToken } from '@estate/vault';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

const TOKEN = 'a'.repeat(32);
const DOCUMENT = '<openimmo/>';

let gateways: Gateways;
/** Answers the internal port of the distribution. */
let distribution: Server;
let respond: (response: ServerResponse, headers: IncomingHttpHeaders) => void;
const asked: { line: string; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  distribution = createServer(({ method = '', url = '', headers }, response) => {
    asked.push({ line: `${method} ${url}`, headers });
    respond(response, headers);
  });
  await once(distribution.listen(0, '127.0.0.1'), 'listening');
  const { port } = distribution.address() as AddressInfo;
  gateways = await startGateways(1, {
    DISTRIBUTION_INTERNAL_URL: `http://127.0.0.1:${String(port)}`,
    FAILED_ATTEMPTS_PER_MINUTE: '3',
  });
});
afterAll(async () => {
  await gateways.close();
  distribution.closeAllConnections();
  distribution.close();
});
beforeEach(() => {
  asked.length = 0;
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${String(gateways.ports[0])}/feeds/${path}`, { headers, method });
const whole = (response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'application/xml', etag: '"1"', 'content-length': DOCUMENT.length })
    .end(DOCUMENT);
const empty = (status: number, headers: Record<string, string>) => (response: ServerResponse) =>
  void response.writeHead(status, headers).end();

describe('a feed at the gateway', () => {
  it('a feed is sent to anyone with its token, of which the distribution gets the hash', async () => {
    respond = whole;
    const answer = await get(`${TOKEN}/openimmo.xml`, { range: 'bytes=0-', 'user-agent': 'a website' });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, '"1"', DOCUMENT]);
    expect(asked).toMatchObject([
      {
        line: `GET /feeds/${hashToken(TOKEN)}/openimmo.xml`,
        headers: { range: 'bytes=0-', 'user-agent': 'a website', 'x-forwarded-for': '127.0.0.1' },
      },
    ]);
  });

  it('a feed that its reader has already is answered with 304', async () => {
    respond = empty(304, { etag: '"1"' });
    const answer = await get(`${TOKEN}/properties.json`, { 'if-none-match': '"1"' });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"1"', '']);
  });

  it('a feed that the distribution sends again is passed on, although its reader names the same ETag', async () => {
    respond = whole;
    const answer = await get(`${TOKEN}/openimmo.xml`, { 'if-none-match': '"1"' });
    expect([answer.status, await answer.text()]).toEqual([200, DOCUMENT]);
  });

  it.each(['application/json', 'text/xml', 'text/html'])(
    'a feed is sent to a reader whose header Accept is %s',
    async (accept) => {
      respond = whole;
      const answer = await get(`${TOKEN}/openimmo.xml`, { accept });
      expect([answer.status, await answer.text()]).toEqual([200, DOCUMENT]);
    },
  );

  it('a part of a feed is passed on as it is, and a part that is not there is refused', async () => {
    respond = (response) =>
      void response
        .writeHead(206, {
          'content-type': 'application/zip',
          'content-range': 'bytes 2-3/9',
          'content-length': 2,
        })
        .end('cd');
    const part = await get(`${TOKEN}/openimmo.zip`, { range: 'bytes=2-3' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-3/9',
      'cd',
    ]);
    respond = empty(416, { 'content-range': 'bytes */9' });
    const beyond = await get(`${TOKEN}/openimmo.zip`, { range: 'bytes=20-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */9']);
    expect(await beyond.json()).toMatchObject({ statusCode: 416, code: 'range-not-satisfiable' });
  });

  it('the head of a feed is asked for as a head', async () => {
    respond = whole;
    const answer = await get(`${TOKEN}/openimmo.xml`, {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(DOCUMENT.length)]);
    expect(asked[0]?.line).toContain('HEAD ');
  });

  it('a reader that comes too often learns when to come again', async () => {
    respond = empty(429, { 'retry-after': '17' });
    const answer = await get(`${TOKEN}/openimmo.xml`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '17']);
    expect(await answer.json()).toMatchObject({ code: 'rate-limited' });
  });

  it('a distribution that fails is unavailable', async () => {
    respond = empty(500, {});
    expect((await get(`${TOKEN}/openimmo.xml`)).status).toBe(503);
  });

  it('a photo keeps the path of its address', async () => {
    respond = empty(200, { 'content-type': 'image/jpeg' });
    expect((await get('photos/t/s/a.jpg')).status).toBe(200);
    expect(asked[0]?.line).toBe('GET /feeds/photos/t/s/a.jpg');
  });

  it('guesses of tokens reveal nothing, and are slowed down', async () => {
    respond = empty(404, {});
    expect(await (await get(`${'c'.repeat(32)}/openimmo.xml`)).json()).toMatchObject({
      code: 'feed-not-found',
    });
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1)
      statuses.push((await get(`${'b'.repeat(32)}/openimmo.xml`)).status);
    expect(statuses).toEqual([404, 404, 429]);
    respond = whole;
    expect((await get(`${TOKEN}/openimmo.xml`)).status).toBe(200);
  });
});
