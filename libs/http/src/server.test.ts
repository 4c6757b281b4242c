import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput, NotAllowed, NotFound, Unavailable } from '@estate/errors';
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
  away: new Unavailable('The catalog is away.', { retryAfterMs: 2500 }),
  bug: new Error('secret detail of a bug'),
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
];

let server: HttpServer;
const call = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${String(server.port)}${path}`, init);
const post = (body: string, headers: Record<string, string> = {}) =>
  call('/things', {
    method: 'POST',
    body,
    headers: { authorization: 'me', 'content-type': 'application/json', ...headers },
  });

beforeAll(async () => {
  const log = createLogger({ service: 'test', level: 'silent' });
  server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    routes,
    log,
    metrics: createMetrics('test'),
    bodyLimitBytes: 1000,
  });
});
afterAll(() => server.close());

describe('the HTTP server', () => {
  it('gives the parsed body, the path parameters and the caller to the route', async () => {
    expect(await (await post('{"a":1}')).json()).toEqual({ body: { a: 1 }, caller: 'me' });
    expect(await (await call('/things/7?limit=3')).json()).toEqual({ id: '7', query: { limit: '3' } });
  });

  it.each([
    ['invalid', 400, 'Bad Request', 'invalid-input'],
    ['unauthenticated', 401, 'Unauthorized', 'not-allowed'],
    ['forbidden', 403, 'Forbidden', 'not-allowed'],
    ['missing', 404, 'Not Found', 'not-found'],
    ['away', 503, 'Service Unavailable', 'unavailable'],
    ['bug', 500, 'Internal Server Error', 'internal'],
  ])('answers the error %s with %i in the one shape', async (name, statusCode, error, code) => {
    const answer = await call(`/errors/${name}`, { headers: { 'x-request-id': 'my-request-1' } });
    expect(answer.status).toBe(statusCode);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ error, statusCode, code, requestId: 'my-request-1' });
    expect(typeof body['message']).toBe('string');
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });

  it('names each broken field, when to come back and how to authenticate', async () => {
    expect(await (await call('/errors/invalid')).json()).toMatchObject({
      details: [{ path: 'fields.title' }],
    });
    expect((await call('/errors/away')).headers.get('retry-after')).toBe('3');
    expect((await call('/errors/unauthenticated')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('refuses a caller before it reads the body', async () => {
    const answer = await call('/things', {
      method: 'POST',
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['malformed JSON', '{"a":', {}, 400, 'malformed-json'],
    ['another media type', 'a=1', { 'content-type': 'text/plain' }, 415, 'unsupported-media-type'],
    ['a body over the limit', JSON.stringify('x'.repeat(2000)), {}, 413, 'body-too-large'],
  ])('refuses %s in words', async (_title, body, headers, status, code) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, statusCode: status });
  });

  it('tells an unknown path from a wrong method', async () => {
    expect((await call('/nothing')).status).toBe(404);
    const wrong = await call('/things/7', { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  });

  it('makes a request id when the given one is unusable', async () => {
    const answer = await call('/things/7', { headers: { 'x-request-id': 'a b' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^req-[0-9a-f]{24}$/);
  });
});
