import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ServiceName } from '@estate/manifests';
import { freshDatabase, startGuardedBroker, startMongo } from '@estate/testing';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const START_MS = 120_000;

export const OPERATOR_TOKEN = 'operator-token-of-the-test';

/** One process of a service, run from its bundle. */
export interface Replica {
  name: ServiceName;
  /** Of the API; gateways only. */
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Makes it stand still, or go on. */
  freeze(frozen: boolean): void;
  /** Asks it to end, and resolves to its exit code. */
  stop(): Promise<number | null>;
}

export interface Services {
  replicas: readonly Replica[];
  gateways: readonly string[];
  mongoUri: string;
  /** Where the broker stores its streams. */
  brokerDirectory: string;
  /** Where the bytes of attachments and emails are. */
  bytesDirectory: string;
  /** What all processes have written so far, line by line. */
  logs: readonly string[];
  /** Name of the database of a service. */
  databaseOf(name: ServiceName): string;
  /** Starts one more process of a service. */
  add(name: ServiceName): Promise<Replica>;
  close(): Promise<void>;
}

/** Services side by side as processes on one broker and one database server, as many of each as wanted; no sandbox. */
export async function startServices(
  wanted: readonly ServiceName[],
  environment: Record<string, string> | ((name: ServiceName) => Record<string, string>) = {},
): Promise<Services> {
  const [nats, mongo] = await Promise.all([startGuardedBroker(), startMongo()]);
  const bytesDirectory = await mkdtemp(join(tmpdir(), 'estate-bytes-'));
  const logs: string[] = [];
  const databases = new Map<ServiceName, string>();
  const databaseOf = (name: ServiceName) => {
    const known = databases.get(name) ?? freshDatabase();
    databases.set(name, known);
    return known;
  };
  const add = (name: ServiceName) =>
    startReplica(name, logs, {
      ...BASE,
      NATS_URL: nats.urlOf(name),
      MONGODB_URI: mongo.uri,
      MONGODB_DATABASE: databaseOf(name),
      BYTE_STORE: pathToFileURL(bytesDirectory).href,
      ...(typeof environment === 'function' ? environment(name) : environment),
    });
  const replicas: Replica[] = [];
  const close = async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await Promise.all([nats.stop(), mongo.stop(), rm(bytesDirectory, { recursive: true })]);
  };
  const started = await Promise.allSettled(wanted.map(add));
  for (const one of started) if (one.status === 'fulfilled') replicas.push(one.value);
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return {
    replicas,
    gateways: replicas.filter(({ name }) => name === 'api-gateway').map(({ url }) => url),
    mongoUri: mongo.uri,
    brokerDirectory: nats.directory,
    bytesDirectory,
    logs,
    databaseOf,
    add: async (name) => {
      const replica = await add(name);
      replicas.push(replica);
      return replica;
    },
    close,
  };
}

const BASE = {
  NODE_COMPILE_CACHE: `${ROOT}dist/compile-cache`,
  LOG_LEVEL: 'info',
  PORT: '0',
  INTERNAL_PORT: '0',
  OPERATOR_TOKEN,
  VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  INBOX_DOMAIN: 'requests.localhost',
  PUBLIC_URL: 'http://localhost',
  // Nothing is published here: no test asks for the bytes of attachments.
  CATALOG_INTERNAL_URL: 'http://127.0.0.1:9',
  IMPORTER_INTERNAL_URL: 'http://127.0.0.1:9',
  DISTRIBUTION_INTERNAL_URL: 'http://127.0.0.1:9',
  EGRESS_ALLOW_HTTP: 'true',
  EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
  SHUTDOWN_GRACE_MS: '5000',
  DRAIN_MS: '0',
  RATE_LIMIT_PER_MINUTE: '600000',
  RATE_LIMIT_BURST: '10000',
  ACCOUNT_RATE_LIMIT_PER_MINUTE: '600000',
  ACCOUNT_RATE_LIMIT_BURST: '10000',
  FAILED_ATTEMPTS_PER_MINUTE: '6000',
};

async function startReplica(
  name: ServiceName,
  logs: string[],
  environment: Record<string, string>,
): Promise<Replica> {
  const main = `${ROOT}dist/apps/${name}/bin/main.js`;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => logs.push(line));
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  try {
    const port = await untilStarted(child, ended);
    return {
      name,
      url: `http://127.0.0.1:${String(port)}`,
      kill: () => end('SIGKILL').then(() => undefined),
      freeze: (frozen) => void child.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
      stop: () => end('SIGTERM'),
    };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

/** The port of the API, once the service says that it has started. */
function untilStarted(child: ChildProcess, ended: Promise<unknown>): Promise<number> {
  return new Promise((resolve, reject) => {
    const last: string[] = [];
    let port = 0;
    const fail = (why: string) => {
      reject(new Error(`${why}:\n${last.join('\n')}`));
    };
    const timer = setTimeout(fail, START_MS, `did not start within ${String(START_MS)} ms`);
    const note = (line: string) => {
      last.push(line);
      if (last.length > 20) last.shift();
      const { msg, port: told } = parsed(line);
      if (msg === 'api.listening') port = Number(told);
      if (msg === 'service.started') {
        clearTimeout(timer);
        resolve(port);
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', note);
    }
    void ended.then(() => {
      clearTimeout(timer);
      fail('ended before it had started');
    });
  });
}

function parsed(line: string): { msg?: unknown; port?: unknown } {
  try {
    return JSON.parse(line) as { msg?: unknown; port?: unknown };
  } catch {
    return {};
  }
}
