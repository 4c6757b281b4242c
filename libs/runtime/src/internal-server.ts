import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UPLOAD_TIMEOUT_MS } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';
import type { Check, InternalHandler, InternalMethod } from './service.ts';

/** The paths of every service on its internal port. */
export const INTERNAL_PATHS = { live: '/livez', ready: '/readyz', metrics: '/metrics' } as const;

const CHECK_TIMEOUT_MS = 2000;

interface InternalServerOptions {
  port: number;
  host: string;
  version: string;
  log: Logger;
  metrics: Metrics;
}

interface InternalRoute {
  pathPrefix: string;
  methods: readonly string[];
  handler: InternalHandler;
}

/** Serves `/livez` (the event loop turns), `/readyz` (every check holds) and `/metrics` on the internal port. */
export class InternalServer {
  readonly #options: InternalServerOptions;
  readonly #server: Server;
  readonly #checks: Check[] = [];
  readonly #details = new Map<string, () => number>();
  readonly #routes: InternalRoute[] = [];
  #state: 'starting' | 'serving' | 'stopping' = 'starting';

  constructor(options: InternalServerOptions) {
    this.#options = options;
    options.metrics.measured(METRICS.service_check_up, async () =>
      (await this.#results()).map(([check, ok]) => ({ labels: { check }, value: ok ? 1 : 0 })),
    );
    // A customer's package arrives here at the speed of the customer's connection; by default the server would end it after five minutes.
    this.#server = createServer({ requestTimeout: UPLOAD_TIMEOUT_MS }, (request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        options.log.error({ err: error, url: request.url }, 'internal.request.failed');
        if (response.headersSent) response.destroy();
        else reply(response, 500, { error: 'internal' });
      });
    });
  }

  add(check: Check): void {
    this.#checks.push(check);
  }

  addDetail(name: string, value: () => number): void {
    this.#details.set(name, value);
  }

  route(pathPrefix: string, handler: InternalHandler, methods: readonly InternalMethod[] = ['GET']): void {
    this.#routes.push({ pathPrefix, methods, handler });
  }

  enter(state: 'serving' | 'stopping'): void {
    this.#state = state;
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(this.#options.port, this.#options.host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://internal');
    const route = this.#routes.find(({ pathPrefix }) => pathname.startsWith(pathPrefix));
    const methods = route?.methods ?? ['GET'];
    if (!methods.includes(request.method ?? '')) {
      reply(response, 405, { error: `only ${methods.join(', ')} is answered here` });
      return;
    }
    if (pathname === INTERNAL_PATHS.live) reply(response, 200, { status: 'alive' });
    else if (pathname === INTERNAL_PATHS.ready) await this.#readiness(response);
    else if (pathname === INTERNAL_PATHS.metrics) await this.#metrics(response);
    else if (route) await route.handler(request, response);
    else reply(response, 404, { error: 'not found' });
  }

  async #readiness(response: ServerResponse): Promise<void> {
    const checks = await this.#results();
    const ready = this.#state === 'serving' && checks.every(([, ok]) => ok);
    reply(response, ready ? 200 : 503, {
      status: ready ? 'ready' : 'not ready',
      state: this.#state,
      version: this.#options.version,
      checks: Object.fromEntries(checks),
      details: Object.fromEntries([...this.#details].map(([name, value]) => [name, value()])),
    });
  }

  #results(): Promise<(readonly [string, boolean])[]> {
    return Promise.all(this.#checks.map(async (check) => [check.name, await holds(check)] as const));
  }

  async #metrics(response: ServerResponse): Promise<void> {
    const { registry } = this.#options.metrics;
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function holds(check: Check): Promise<boolean> {
  const asked = async () => check.ready();
  return Promise.race([asked(), delay(CHECK_TIMEOUT_MS, false, { ref: false })]).catch(() => false);
}
