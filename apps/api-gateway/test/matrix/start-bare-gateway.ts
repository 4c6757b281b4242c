import { explainTarget } from '@estate/contracts';
import type { Operation } from '@estate/contracts';
import { startHttpServer } from '@estate/http';
import type { HttpServer } from '@estate/http';
import { createLogger, createMetrics } from '@estate/observability';
import type { Deps } from '../../src/deps.ts';
import { exampleOf } from '../../src/openapi/example-of.ts';
import { httpRoutes } from '../../src/routing/http-routes.ts';

export interface BareGateway {
  port: number;
  /** Sends a body as JSON, or as it is when it is a text. */
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; text: string; body: ErrorAnswer }>;
  close(): Promise<void>;
}

export interface ErrorAnswer {
  error: string;
  message: string;
  statusCode: number;
  code: string;
  requestId: string;
  details: { path: string; message: string; code: string }[];
}

/** The gateway's real routes behind its real server; everyone is let in, and every owner answers with an example. */
export async function startBareGateway({
  scopes = ['read', 'write'],
  bodyLimitBytes = 2_000_000,
} = {}): Promise<BareGateway> {
  const record = {
    id: 'd1a2b3c4e5f6g7h8i9j0',
    accountId: 'a',
    name: 'x',
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const key = { ...record, prefix: 'rek_live_x', lastFour: 'abcd', hash: 'h', scopes };
  const deps = {
    clock: () => new Date(),
    newId: () => record.id,
    askOwner: (operation: Operation) => Promise.resolve(answerTo(operation)),
    accounts: {
      insert: () => Promise.resolve(),
      find: () => Promise.resolve(record),
      get: () => Promise.resolve(record),
      list: () => Promise.resolve({ hasMore: false, data: [record] }),
    },
    apiKeys: {
      put: (one: unknown) => Promise.resolve(one),
      get: () => Promise.resolve(key),
      list: () => Promise.resolve({ hasMore: false, data: [key] }),
      remove: () => Promise.resolve(key),
      canWrite: () => Promise.resolve(true),
    },
    auditor: { violations: () => Promise.resolve([]) },
    secrets: { reseal: () => Promise.resolve({ examined: 0, resealed: 0, unreadable: [] }) },
    guard: {
      keyRing: { find: () => Promise.resolve(key), findByHash: () => Promise.resolve(key) },
      sessions: { keyHashOf: () => Promise.resolve(key.hash) },
      rateLimit: { spend: () => Promise.resolve() },
      failedAttempts: { requireFew: () => undefined, note: () => undefined },
      operatorToken: OPERATOR_TOKEN,
    },
    sessions: { keyHashOf: () => Promise.resolve(key.hash), end: () => Promise.resolve('') },
    frontDoor: { sandboxPages: [], ready: () => Promise.resolve(true) },
    once: { run: (_request: unknown, _account: string, work: (id: string) => unknown) => work(record.id) },
  } as unknown as Deps;
  const server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    routes: httpRoutes(deps, undefined),
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    bodyLimitBytes,
  });
  return { port: server.port, send: sender(server), close: () => server.close() };
}

/** Nothing is added to what the contract refuses. */
const answerTo = (operation: Operation): unknown =>
  operation === explainTarget ? { problems: [] } : exampleOf(operation.output);

export const OPERATOR_TOKEN = 'the-operator-of-the-matrix';

const sender =
  ({ port }: HttpServer): BareGateway['send'] =>
  async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : {}) as ErrorAnswer,
    };
  };
