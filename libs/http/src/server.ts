import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Express, Request, Response } from 'express';
import { ServiceError } from '@estate/errors';
import type { Logger, Metrics } from '@estate/observability';
import { isRequestId, newRequestId, withTrace } from '@estate/observability';
import { jsonReader } from './body.ts';
import type { BodyReader } from './body.ts';
import { HttpRefusal, problem } from './problem.ts';
import type { HttpAnswer, HttpHead, HttpRoute } from './route.ts';

export interface HttpServerOptions {
  port: number;
  host: string;
  routes: readonly HttpRoute[];
  log: Logger;
  metrics: Metrics;
  /** Largest JSON body, in bytes. */
  bodyLimitBytes: number;
}

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets running requests end. */
  close(): Promise<void>;
}

interface Arrival {
  request: Request;
  response: Response;
  /** As in the routing table. */
  path: string;
}

interface Exchange extends Arrival {
  requestId: string;
}

type Turn = (head: HttpHead, exchange: Exchange) => Promise<HttpAnswer>;

/** Serves a routing table: request id, admission, body, answer, one log line; every error in the one shape. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const exchange = exchangeWith(options);
  const readBody = jsonReader(options.bodyLimitBytes);
  for (const entry of options.routes) {
    mount(app, entry, (request, response) =>
      exchange({ request, response, path: entry.path }, turnOf(entry, readBody)),
    );
  }
  for (const [path, methods] of methodsByPath(options.routes)) {
    app.all(expressPath(path), (request, response) =>
      exchange({ request, response, path }, () => Promise.reject(wrongMethod(request.method, methods))),
    );
  }
  app.use((request, response) =>
    exchange({ request, response, path: 'unknown' }, () => Promise.reject(unknownPath(request))),
  );
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

function mount(
  app: Express,
  entry: HttpRoute,
  handler: (request: Request, response: Response) => Promise<void>,
): void {
  const method = entry.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  app[method](expressPath(entry.path), handler);
}

function turnOf(entry: HttpRoute, readBody: BodyReader): Turn {
  return async (head, { request, response }) => {
    const caller = await entry.admit(head);
    const body = entry.method === 'GET' ? undefined : await readBody(request, response);
    return entry.handle({ ...head, body }, caller);
  };
}

function exchangeWith({ log, metrics }: HttpServerOptions) {
  const durations = metrics.histogram(
    'http_server_request_duration_seconds',
    'How long requests took, by route.',
    ['route', 'method', 'status_class'],
  );
  return async ({ request, response, path }: Arrival, turn: Turn): Promise<void> => {
    const startedAt = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = isRequestId(given) ? given : newRequestId();
    const traceparent = request.headers['traceparent'];
    const trace = { requestId, ...(typeof traceparent === 'string' && { traceparent }) };
    await withTrace(trace, async () => {
      const answer = await answerOf({ request, response, path, requestId }, turn, log);
      write(response, answer, requestId);
      const seconds = (performance.now() - startedAt) / 1000;
      const statusClass = `${String(Math.floor(answer.status / 100))}xx`;
      durations.observe({ route: path, method: request.method, status_class: statusClass }, seconds);
      const durationMs = Math.round(seconds * 10_000) / 10;
      log.info({ method: request.method, route: path, status: answer.status, durationMs }, 'http.request');
    });
  };
}

async function answerOf(exchange: Exchange, turn: Turn, log: Logger): Promise<HttpAnswer> {
  const { request, requestId } = exchange;
  try {
    return await turn(headOf(request, requestId), exchange);
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof HttpRefusal)) {
      log.error({ err: error, route: exchange.path }, 'http.request.failed');
    }
    return problem(error, requestId);
  }
}

const headOf = (request: Request, requestId: string): HttpHead => ({
  method: request.method,
  url: request.originalUrl,
  params: request.params as Record<string, string>,
  query: request.query,
  headers: request.headers,
  requestId,
});

function write(response: Response, answer: HttpAnswer, requestId: string): void {
  const payload = answer.raw?.body ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  const mediaType = answer.raw?.mediaType ?? 'application/json; charset=utf-8';
  response.writeHead(answer.status, {
    ...(payload !== '' && { 'content-type': mediaType }),
    'content-length': Buffer.byteLength(payload),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  });
  response.end(payload);
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function methodsByPath(routes: readonly HttpRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { method, path } of routes) {
    const known = methods.get(path) ?? [];
    methods.set(path, method === 'GET' ? [...known, 'GET', 'HEAD'] : [...known, method]);
  }
  return methods;
}

const wrongMethod = (method: string, allowed: readonly string[]): HttpRefusal =>
  new HttpRefusal({
    status: 405,
    code: 'method-not-allowed',
    message: `${method} is not possible here; use ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  });

const unknownPath = (request: Request): HttpRefusal =>
  new HttpRefusal({ status: 404, code: 'path-unknown', message: `There is nothing at ${request.path}.` });

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeIdleConnections();
  });
}
