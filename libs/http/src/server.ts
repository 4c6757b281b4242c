import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UPLOAD_TIMEOUT_MS } from '@estate/contracts';
import express from 'express';
import type { Express, Request, Response } from 'express';
import { jsonReader } from './body.ts';
import type { BodyReader } from './body.ts';
import { answerClientErrors } from './client-errors.ts';
import { exchangeWith } from './exchange.ts';
import type { ExchangeOptions, HttpExchange, Turn } from './exchange.ts';
import { refusal } from './problem.ts';
import type { HttpRefusal } from './problem.ts';
import { RequestLimits } from './request-limits.ts';
import { originForm } from './request-target.ts';
import type { HttpRoute } from './route.ts';
import { requireUpload } from './require-upload.ts';
import { expressPath, methodsByPath, mount, otherMethod, unknownPath } from './routing.ts';

/** The timeouts for clients; a proxy in front of the server needs a shorter timeout for idle connections than `keepAliveTimeout`. */
const TIMEOUTS_MS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  uploadTimeout: UPLOAD_TIMEOUT_MS,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
};
const SILENCE_MS = 120_000;

export interface HttpServerOptions extends Omit<ExchangeOptions, 'isClosing'> {
  port: number;
  host: string;
  routes: readonly HttpRoute[];
  /** The maximum size of a JSON body in bytes. */
  bodyLimitBytes: number;
  /** The addresses and networks of trusted proxies, whose information about the caller is believed. */
  trustedProxies?: readonly string[];
  /**
   * Resolves when the load balancer has noticed that the server is stopping. Until then the server still accepts connections, and
   * each response closes the caller's connection. By default the server stops accepting at once.
   */
  drained?: () => Promise<unknown>;
  /** For tests of slow clients. */
  timeoutsMs?: Partial<typeof TIMEOUTS_MS>;
}

export interface HttpServer {
  readonly port: number;
  /** Drains, stops accepting and lets running requests end. */
  close(): Promise<void>;
}

/** Serves a routing table: admission, body, response; all errors in the common format. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const state = { closing: false };
  const exchange = exchangeWith({ ...options, isClosing: () => state.closing });
  const { requestTimeout, uploadTimeout, ...timeouts } = { ...TIMEOUTS_MS, ...options.timeoutsMs };
  const limits = new RequestLimits({ requestMs: requestTimeout, uploadMs: uploadTimeout });
  const app = appWith(options, exchange, limits);
  // The server has one limit for all requests, and uploads take longer than others.
  const server = createServer({ ...timeouts, requestTimeout: 0 }, listener(app, exchange, options));
  limits.watch(server);
  server.setTimeout(SILENCE_MS);
  answerClientErrors(server);
  await once(server.listen(options.port, options.host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      state.closing = true;
      await options.drained?.();
      await close(server);
    },
  };
}

function appWith(
  { routes, bodyLimitBytes, trustedProxies }: HttpServerOptions,
  exchange: HttpExchange,
  limits: RequestLimits,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  if (trustedProxies && trustedProxies.length > 0) app.set('trust proxy', trustedProxies);
  app.use((request, _response, next) => {
    next(withoutTarget.has(request) ? malformedTarget() : undefined);
  });
  const readBody = jsonReader(bodyLimitBytes);
  for (const entry of routes) {
    const turn = turnOf(entry, readBody, limits);
    mount(app, entry, (request, response) => exchange({ request, response, path: entry.path }, turn));
  }
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(expressPath(path), (request, response) =>
      exchange({ request, response, path }, () => otherMethod(request, methods)),
    );
  }
  return app;
}

/** Passes requests to the app and answers those without a route; if not even that is possible, the connection is closed. */
function listener(
  app: Express,
  exchange: HttpExchange,
  { log }: Pick<HttpServerOptions, 'log'>,
): RequestListener {
  const last = lastResort(exchange);
  return (request, response) => {
    const [asked, answered] = [request as Request, response as Response];
    const end = (error?: unknown) => {
      last(asked, answered, error).catch((failure: unknown) => {
        log.error({ err: failure }, 'http.answer.failed');
        response.destroy();
      });
    };
    const target = originForm(request.url ?? '');
    // Later code relies on a path.
    request.url = target ?? '/';
    if (target === undefined) withoutTarget.add(request);
    app(asked, answered, end);
  };
}

/** Requests with an invalid target; the app refuses them, because it first prepares what responses are made from. */
const withoutTarget = new WeakSet<IncomingMessage>();

const malformedTarget = (): HttpRefusal =>
  refusal(
    400,
    'malformed-request',
    'The request line contains neither a path nor a valid http or https URL.',
  );

/** Answers requests without a route: an unknown path, or one that cannot be decoded. */
const lastResort =
  (exchange: HttpExchange) =>
  (request: Request, response: Response, error: unknown): Promise<void> =>
    exchange({ request, response, path: 'unknown' }, () => {
      if (error === undefined || error === null) return Promise.reject(unknownPath(request));
      return Promise.reject(error instanceof URIError ? malformedPath() : asError(error));
    });

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const malformedPath = (): HttpRefusal =>
  refusal(400, 'malformed-path', 'The path is not percent-encoded correctly.');

function turnOf(entry: HttpRoute, readBody: BodyReader, limits: RequestLimits): Turn {
  if (entry.method === 'GET') {
    return async (head, { request }) => {
      const caller = await entry.admit(head);
      const answer = await entry.handle({ ...head, body: undefined }, caller);
      if (answer.status === 200 && !answer.isFinal)
        requireAcceptable(request, (answer.raw ?? answer.file)?.mediaType);
      return answer;
    };
  }
  const { uploads } = entry;
  if (uploads) {
    return async (head, { request }) => {
      const caller = await entry.admit(head);
      requireAcceptable(request);
      requireUpload(request, uploads);
      limits.allowUpload(request);
      return entry.handle({ ...head, body: undefined, upload: request }, caller);
    };
  }
  return async (head, { request, response }) => {
    const caller = await entry.admit(head);
    requireAcceptable(request);
    return entry.handle({ ...head, body: await readBody(request, response) }, caller);
  };
}

async function close(server: Server): Promise<void> {
  // A connection that was busy at first is idle after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
}

/** Refuses a request that does not take the media type of its answer; an error is JSON whatever the request takes. */
function requireAcceptable(request: Request, mediaType = 'application/json'): void {
  const { accept } = request.headers;
  if (accept === undefined || accept.includes('*/*')) return;
  const [type = mediaType] = mediaType.split(';');
  if (request.accepts(type) !== false) return;
  throw refusal(
    406,
    'not-acceptable',
    `The response has the type ${type}, which the header Accept does not allow.`,
  );
}
