import type { NewApiKey } from '@estate/contracts';
import { connectTransport } from '@estate/messaging/testing';
import type { Transport } from '@estate/messaging/testing';
import { createLogger, createMetrics } from '@estate/observability';
import { serveAnswers } from '@estate/messaging';
import type { Answer } from '@estate/messaging';
import { connectMongo } from '@estate/persistence';
import type { Database } from '@estate/persistence';
import { startService } from '@estate/runtime';
import type { RunningService } from '@estate/runtime';
import { freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';
import type { GuardedBroker, MongoServer } from '@estate/testing';
import { GatewayConfig } from '../src/config.ts';
import { apiGateway } from '../src/service.ts';
import { VAULT_KEYS } from './sessions.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-test';
const log = createLogger({ service: 'test', level: 'silent' });

export interface Call {
  method?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Gateways {
  nats: GuardedBroker;
  mongo: MongoServer;
  /** The database that all replicas share. */
  database: Database;
  ports: number[];
  /** Asks one of the replicas. */
  call(replica: number, path: string, call?: Call): Promise<Answered>;
  /** Opens an account; its id and its first key. */
  account(): Promise<{ id: string; key: NewApiKey }>;
  /** Answers in the place of a service. */
  serve(name: string, answers: readonly Answer[]): Promise<{ bus: Transport; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Replicas of the gateway beside each other, on one broker and one database; each may have an environment of its own. */
export async function startGateways(
  replicas: number,
  environment: Record<string, string> | ((replica: number) => Record<string, string>) = {},
): Promise<Gateways> {
  const [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
  const name = freshDatabase();
  const configOf = (replica: number) =>
    GatewayConfig.parse({
      LOG_LEVEL: 'silent',
      INTERNAL_PORT: '0',
      PORT: '0',
      NATS_URL: nats.urlOf('api-gateway'),
      MONGODB_URI: mongo.uri,
      MONGODB_DATABASE: name,
      OPERATOR_TOKEN,
      // Nobody listens there: a test that needs the bytes of attachments names a server of its own.
      CATALOG_INTERNAL_URL: 'http://127.0.0.1:9',
      DISTRIBUTION_INTERNAL_URL: 'http://127.0.0.1:9',
      IMPORTER_INTERNAL_URL: 'http://127.0.0.1:9',
      VAULT_KEYS,
      SHUTDOWN_GRACE_MS: '2000',
      DRAIN_MS: '0',
      ...(typeof environment === 'function' ? environment(replica) : environment),
    });
  const ports: number[] = [];
  const services: RunningService[] = [];
  for (let replica = 0; replica < replicas; replica += 1) {
    const config = configOf(replica);
    services.push(
      await startService(
        'api-gateway',
        config,
        apiGateway(config, (port) => ports.push(port)),
      ),
    );
  }
  const database = await connectMongo({ uri: mongo.uri, database: name, log });
  const call: Gateways['call'] = (replica, path, options) =>
    request(`http://127.0.0.1:${String(ports[replica])}${path}`, options);
  return {
    nats,
    mongo,
    database,
    ports,
    call,
    account: async () => {
      const opened = await call(0, '/admin/accounts', { key: OPERATOR_TOKEN, body: { name: 'Test' } });
      return { id: String(opened.body['id']), key: opened.body['apiKey'] as NewApiKey };
    },
    serve: async (service, answers) => {
      const metrics = createMetrics(service);
      const bus = await connectTransport({ url: nats.observerUrl, service, log, metrics });
      const served = await serveAnswers(bus, { name: service, log, metrics }, answers);
      const close = async () => {
        await served.close();
        await bus.close();
      };
      return { bus, close };
    },
    close: async () => {
      for (const service of services) await service.stop();
      await database.close();
      await Promise.all([nats.stop(), mongo.stop()]);
    },
  };
}

async function request(url: string, { method, key, body, headers }: Call = {}): Promise<Answered> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
