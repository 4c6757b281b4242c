import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict, InvalidInput, NotAllowed, NotFound, Unavailable } from '@estate/errors';
import { createLogger, createMetrics } from '@estate/observability';
import { route } from './route.ts';
import { startHttpServer } from './server.ts';
import type { HttpServer } from './server.ts';

const errors: Record<string, Error> = {
  invalid: new InvalidInput('fields.title is required.', {
    problems: [{ path: 'fields.title', message: 'x', code: 'required' }],
  }),
  unauthenticated: new NotAllowed('No key.', { reason: 'unauthenticated' }),
  forbidden: new NotAllowed('Read only.'),
  missing: new NotFound('There is no such thing.'),
  away: new Unavailable('The catalog is unavailable.', { retryAfterMs: 2500 }),
  bug: new Error('secret detail of a bug'),
  changed: new Conflict('Someone was faster.', { code: 'precondition-failed' }),
};
const open = () => Promise.resolve('someone');
const routes = [
  route({
    method: 'POST',
    path: '/things',
    admit: ({ headers }) =>
      headers.authorization === undefined
        ? Promise.reject(new NotAllowed('No key.', { reason: 'unauthenticated' }))
        : Promise.resolve(headers.authorization),
    handle: ({ body }, caller) => Promise.resolve({ status: 201, body: { body, caller } }),
  }),
  route({
    method: 'GET',
    path: '/things/{id}',
    admit: open,
    handle: ({ params, query }) => Promise.resolve({ status: 200, body: { ...params, query } }),
  }),
  route({
    method: 'GET',
    path: '/errors/{name}',
    admit: open,
    handle: ({ params }) => Promise.reject(errors[params['name'] ?? ''] ?? new Error('no such error')),
  }),
  route({
    method: 'GET',
    path: '/tagged',
    admit: (head) => {
      head.answerHeaders['ratelimit'] = '"default";r=1;t=1';
      return open();
    },
    handle: () => Promise.resolve({ status: 200, body: { a: 1 }, headers: { etag: '"one"' } }),
  }),
  route({
    method: 'GET',
    path: '/page',
    admit: open,
    handle: ({ address }) =>
      Promise.resolve({ status: 200, raw: { mediaType: 'text/html; charset=utf-8', body: address } }),
  }),
];

let server: HttpServer;
const call = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${String(server.port)}${path}`, init);
const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  call('/things', {
    method: 'POST',
    body,
    headers: { authorization: 'me', 'content-type': 'application/json', ...headers },
  });

const base = () => ({
  port: 0,
  host: '127.0.0.1',
  log: createLogger({ service: 'test', level: 'silent' }),
  metrics: createMetrics('test'),
  bodyLimitBytes: 1000,
});

beforeAll(async () => {
  server = await startHttpServer({
    ...base(),
    routes,
    corsOrigins: ['https://app.example.org'],
    trustedProxies: ['127.0.0.1'],
    prelude: ({ headers }) => {
      if (headers['service-version'] === 'bad') throw new InvalidInput('No such version.');
    },
  });
});
afterAll(() => server.close());

describe('the HTTP server', () => {
  it('the HTTP server gives the parsed body, the path parameters and the caller to the route', async () => {
    expect(await (await post('{"a":1}')).json()).toEqual({ body: { a: 1 }, caller: 'me' });
    expect(await (await call('/things/7?limit=3')).json()).toEqual({ id: '7', query: { limit: '3' } });
  });

  it.each([
    ['invalid', 400, 'Bad Request', 'invalid-input'],
    ['unauthenticated', 401, 'Unauthorized', 'not-allowed'],
    ['forbidden', 403, 'Forbidden', 'not-allowed'],
    ['missing', 404, 'Not Found', 'not-found'],
    ['changed', 412, 'Precondition Failed', 'precondition-failed'],
    ['away', 503, 'Service Unavailable', 'unavailable'],
    ['bug', 500, 'Internal Server Error', 'internal'],
  ])(
    'the HTTP server answers the error %s with %i in the common shape',
    async (name, statusCode, error, code) => {
      const answer = await call(`/errors/${name}`, { headers: { 'x-request-id': 'my-request-1' } });
      expect(answer.status).toBe(statusCode);
      const body = (await answer.json()) as Record<string, unknown>;
      expect(body).toMatchObject({ error, statusCode, code, requestId: 'my-request-1' });
      expect(typeof body['message']).toBe('string');
      expect(JSON.stringify(body)).not.toContain('secret detail');
    },
  );

  it('the HTTP server names each broken field, when to come back and how to authenticate', async () => {
    expect(await (await call('/errors/invalid')).json()).toMatchObject({
      details: [{ path: 'fields.title' }],
    });
    expect((await call('/errors/away')).headers.get('retry-after')).toBe('3');
    expect((await call('/errors/unauthenticated')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('the HTTP server refuses a caller before it reads the body', async () => {
    const answer = await call('/things', {
      method: 'POST',
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])(
    'the HTTP server reads a body in %s, and says so',
    async (encoding) => {
      const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync }[
        encoding
      ]!;
      const read = await post(packed('{"a":1}'), { 'content-encoding': encoding });
      expect(read.status).toBe(201);
      const refused = await post('{}', { 'content-encoding': 'lzma' });
      const { message } = (await refused.json()) as { message: string };
      expect([refused.status, message]).toEqual([415, expect.stringContaining(encoding)]);
    },
  );

  it.each([
    ['malformed JSON', '{"a":', {}, 400, 'malformed-json'],
    ['another media type', 'a=1', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
    ['what is not compressed as announced', '{}', { 'content-encoding': 'gzip' }, 400, 'unreadable-body'],
    [
      'another charset',
      '{}',
      { 'content-type': 'application/json; charset=utf-16' },
      415,
      'unsupported-media-type',
    ],
    ['a body over the limit', JSON.stringify('x'.repeat(2000)), {}, 413, 'body-too-large'],
  ])('the HTTP server refuses %s in words', async (_title, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, statusCode: status });
  });

  it('the HTTP server answers an unknown path with 404 and a wrong method with 405', async () => {
    expect((await call('/nothing')).status).toBe(404);
    const wrong = await call('/things/7', { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('the HTTP server makes a request id when the given one is unusable', async () => {
    const answer = await call('/things/7', { headers: { 'x-request-id': 'a b' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^req-[0-9a-f]{24}$/);
  });
});

/** Sends bytes as they are and returns everything that comes back until the connection ends. */
const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8').on('data', (data: string) => (received += data));
    socket.on('error', reject).on('close', () => {
      resolve(received);
    });
  });

describe('what never becomes a request', () => {
  it.each([
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    ['something else than HTTP', 'hello\r\n\r\n', 400, 'malformed-request'],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'request-timeout'],
    [
      'a body that never comes',
      'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: me\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{',
      408,
      'request-timeout',
    ],
  ])(
    'a message that is no valid request is refused in the common shape of errors: %s',
    async (_title, text, status, code) => {
      const withinMs = status === 408 ? 300 : 60_000;
      const timeoutsMs = {
        headersTimeout: withinMs,
        requestTimeout: withinMs,
        connectionsCheckingInterval: 50,
      };
      const listening = await startHttpServer({ ...base(), routes, timeoutsMs });
      const answer = await sendRaw(listening.port, text);
      await listening.close();
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
        statusCode: status,
        code,
      });
    },
  );
});

describe('the address and the method', () => {
  it('a path that is too long, wrongly encoded or in another case is refused', async () => {
    expect((await call(`/things/7?a=${'x'.repeat(9000)}`)).status).toBe(414);
    const broken = await call('/things/%zz');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ code: 'malformed-path' });
    expect((await call('/Things/7')).status).toBe(404);
  });

  it('HEAD is answered as GET, without the body', async () => {
    const answer = await call('/things/7', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await answer.text()).toBe('');
  });

  it('OPTIONS lists the allowed methods', async () => {
    const answer = await call('/things', { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('the address of a caller behind a trusted proxy is read from the proxy', async () => {
    const answer = await call('/page', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(await answer.text()).toBe('203.0.113.9');
  });
});

describe('headers', () => {
  it('headers protect every answer, errors and unknown paths included', async () => {
    for (const path of ['/things/7', '/errors/bug', '/nothing', '/tagged']) {
      const { headers } = await call(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.has('x-powered-by')).toBe(false);
    }
  });

  it('headers that a route has set at admission go out with the answer', async () => {
    expect((await call('/tagged')).headers.get('ratelimit')).toBe('"default";r=1;t=1');
  });

  it.each(['"one"', 'W/"one"', '"two", "one"', '*'])(
    'If-None-Match %s gets a 304 without a body',
    async (etags) => {
      const answer = await call('/tagged', { headers: { 'if-none-match': etags } });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"one"', '']);
    },
  );

  it('If-None-Match of another representation gets the whole answer', async () => {
    expect((await call('/tagged', { headers: { 'if-none-match': '"two"' } })).status).toBe(200);
  });

  it.each([
    ['text/html', 406],
    ['application/xml, application/json;q=0', 406],
    ['application/*', 200],
    ['text/html, */*;q=0.1', 200],
  ])('Accept: %s on data is answered with %i', async (accept, status) => {
    expect((await call('/things/7', { headers: { accept } })).status).toBe(status);
  });

  it('Accept is compared with the media type of the response, and never with that of an error', async () => {
    expect((await call('/page', { headers: { accept: 'text/html' } })).status).toBe(200);
    expect((await call('/page', { headers: { accept: 'application/json' } })).status).toBe(406);
    expect((await call('/errors/missing', { headers: { accept: 'text/html' } })).status).toBe(404);
    expect((await post('{}', { accept: 'text/html' })).status).toBe(406);
  });

  it('headers are checked before path and caller', async () => {
    expect((await call('/nothing', { headers: { 'service-version': 'bad' } })).status).toBe(400);
  });
});

describe('pages of other origins', () => {
  it('pages of other origins may read answers only where the operator allows it', async () => {
    const allowed = await call('/things/7', { headers: { origin: 'https://app.example.org' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    const other = await call('/things/7', { headers: { origin: 'https://evil.example.org' } });
    expect(other.headers.has('access-control-allow-origin')).toBe(false);
    expect(other.headers.get('vary')).toBe('Origin');
  });

  it('pages of other origins learn from a preflight what they may send', async () => {
    const answer = await call('/things', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.org', 'access-control-request-method': 'POST' },
    });
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  });
});

describe('a stopping server', () => {
  it('a stopping server ends running requests, closes their connections and accepts no more', async () => {
    const gate = new EventEmitter();
    const slow = route({
      method: 'GET',
      path: '/slow',
      admit: open,
      handle: async () => {
        gate.emit('begun');
        await once(gate, 'release');
        return { status: 200, body: {} };
      },
    });
    const other = await startHttpServer({ ...base(), routes: [slow] });
    const begun = once(gate, 'begun');
    const running = fetch(`http://127.0.0.1:${String(other.port)}/slow`);
    await begun;
    const closed = other.close();
    gate.emit('release');
    const answer = await running;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await closed;
    await expect(fetch(`http://127.0.0.1:${String(other.port)}/slow`)).rejects.toThrow();
  });

  it('a server that drains still answers, and closes each connection after its response', async () => {
    const gate = new EventEmitter();
    const drained = () => once(gate, 'drained');
    const draining = await startHttpServer({ ...base(), routes, drained });
    const url = `http://127.0.0.1:${String(draining.port)}/things/7`;
    expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
    const closed = draining.close();
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    gate.emit('drained');
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  });
});
