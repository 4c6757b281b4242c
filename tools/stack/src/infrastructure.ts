import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { brokerPasswordName, brokerUsers, manifests, usersConfig } from '@estate/manifests';
import { Child, START_TIMEOUT_MS } from './child.ts';
import type { ChildOptions } from './child.ts';
import type { Guardian } from './guardian.ts';
import type { Settings } from './settings.ts';

export interface Place {
  /** The directory of built bundles. */
  dist: string;
  data: string;
  logDirectory: string;
  guardian: Guardian;
  /** Options for every process that runs on Node. */
  nodeOptions?: string;
  onUnexpectedEnd?: ChildOptions['onUnexpectedEnd'];
}

/** Variables for Node itself. A shared cache avoids compiling the same code in each process. */
const nodeEnvironment = ({ dist, nodeOptions }: Place) => ({
  NODE_COMPILE_CACHE: join(dist, 'compile-cache'),
  ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }),
});

const common = ({ logDirectory, guardian, onUnexpectedEnd }: Place) => ({
  logDirectory,
  guardian,
  ...(onUnexpectedEnd && { onUnexpectedEnd }),
});

/** The broker with JetStream, with the users and permissions of production. @throws Error if no nats-server is found */
export function brokerChild(place: Place, { ports, brokerPasswords }: Settings): Child {
  const command = process.env['NATS_SERVER_BINARY'] ?? findProgram('nats-server');
  if (command === undefined) {
    throw new Error(
      'nats-server is missing. Install it (Debian: apt-get install nats-server) or set NATS_URL.',
    );
  }
  const storage = join(place.data, 'nats');
  mkdirSync(storage, { recursive: true });
  const users = join(place.data, 'nats-users.conf');
  writeFileSync(users, usersConfig(brokerUsers(manifests)));
  return new Child({
    name: 'nats-server',
    command: 'sh',
    // nats-server logs to standard error; the stack reads standard output.
    args: [
      '-c',
      'exec "$0" "$@" 2>&1',
      command,
      '-c',
      users,
      '-a',
      '127.0.0.1',
      '-p',
      String(ports.nats),
      '-js',
      '-sd',
      storage,
    ],
    env: Object.fromEntries(
      Object.entries(brokerPasswords).map(([user, password]) => [brokerPasswordName(user), password]),
    ),
    ready: { line: /Server is ready/ },
    ...common(place),
  });
}

/** The speed of a slow disk, 100 MB a second: a database reads its data before it is ready, the embedded server all of it. */
const SLOWLY_READ_BYTES_PER_MS = 100_000;

/** `mongod` if it is installed, otherwise the embedded server. */
export function databaseChild(place: Place, port: number): Child {
  const mongod = process.env['MONGODB_BINARY'] ?? findProgram('mongod');
  const directory = join(place.data, mongod === undefined ? 'embedded-mongo' : 'mongod');
  mkdirSync(directory, { recursive: true });
  const [command, args, line] =
    mongod === undefined
      ? [
          process.execPath,
          [join(place.dist, 'tools/embedded-mongo/bin/main.js'), '--port', String(port), '--data', directory],
          /^ready: /,
        ]
      : [
          mongod,
          ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', directory],
          /Waiting for connections/,
        ];
  return new Child({
    name: mongod === undefined ? 'embedded-mongo' : 'mongod',
    command,
    args,
    env: nodeEnvironment(place),
    ready: { line },
    startTimeoutMs: START_TIMEOUT_MS + bytesIn(directory) / SLOWLY_READ_BYTES_PER_MS,
    ...common(place),
  });
}

const bytesIn = (directory: string): number =>
  readdirSync(directory).reduce((bytes, name) => bytes + statSync(join(directory, name)).size, 0);

/** A part of the sandbox. */
export function sandboxChild(place: Place, name: string, args: readonly string[]): Child {
  return new Child({
    name,
    command: process.execPath,
    args: [join(place.dist, 'tools/sandbox/bin/main.js'), name, ...args],
    env: nodeEnvironment(place),
    ready: { line: /^ready: / },
    ...common(place),
  });
}

/** The environment of a service; its readiness is on the internal port. */
export type ServiceEnvironment = Record<string, string> & { INTERNAL_PORT: string };

/** A service from its bundle; it is ready when `/readyz` says so. */
export const serviceChild = (place: Place, name: string, env: ServiceEnvironment): Child =>
  replicaChild(place, { name, as: name, env });

/** A further replica of a service under another name. */
export function replicaChild(
  place: Place,
  { name, as, env }: { name: string; as: string; env: ServiceEnvironment },
): Child {
  return new Child({
    name: as,
    command: process.execPath,
    args: ['--enable-source-maps', join(place.dist, 'apps', name, 'bin/main.js')],
    env: { ...nodeEnvironment(place), ...env },
    ready: { url: `http://127.0.0.1:${env.INTERNAL_PORT}/readyz` },
    ...common(place),
  });
}

const SYSTEM_DIRECTORIES = ['/usr/sbin', '/usr/local/sbin'];

/** The full path of a program, or undefined when there is none on the PATH. */
function findProgram(name: string): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_DIRECTORIES];
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}
