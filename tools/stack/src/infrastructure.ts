import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from './child.ts';
import type { ChildOptions } from './child.ts';
import { findProgram } from './programs.ts';

export interface Place {
  /** Built bundles. */
  dist: string;
  data: string;
  logDirectory: string;
  onUnexpectedEnd?: ChildOptions['onUnexpectedEnd'];
}

const common = ({ logDirectory, onUnexpectedEnd }: Place) => ({
  logDirectory,
  ...(onUnexpectedEnd && { onUnexpectedEnd }),
});

/** The broker with JetStream. @throws Error when no nats-server can be found */
export function brokerChild(place: Place, port: number): Child {
  const command = process.env['NATS_SERVER_BINARY'] ?? findProgram('nats-server');
  if (command === undefined) {
    throw new Error(
      'nats-server is missing. Install it (Debian: apt-get install nats-server) or set NATS_URL.',
    );
  }
  const storage = join(place.data, 'nats');
  mkdirSync(storage, { recursive: true });
  return new Child({
    name: 'nats-server',
    command: 'sh',
    // nats-server logs to standard error; the stack reads standard output.
    args: [
      '-c',
      'exec "$0" "$@" 2>&1',
      command,
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '-js',
      '-sd',
      storage,
    ],
    env: {},
    readyWhen: /Server is ready/,
    ...common(place),
  });
}

/** `mongod` where there is one, the embedded server otherwise. */
export function databaseChild(place: Place, port: number): Child {
  const mongod = process.env['MONGODB_BINARY'] ?? findProgram('mongod');
  const directory = join(place.data, mongod === undefined ? 'embedded-mongo' : 'mongod');
  mkdirSync(directory, { recursive: true });
  const [command, args, readyWhen] =
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
    env: {},
    readyWhen,
    ...common(place),
  });
}

/** One part of the sandbox. */
export function sandboxChild(place: Place, name: string, args: readonly string[]): Child {
  return new Child({
    name,
    command: process.execPath,
    args: [join(place.dist, 'tools/sandbox/bin/main.js'), name, ...args],
    env: {},
    readyWhen: /^ready: /,
    ...common(place),
  });
}

/** One service from its bundle; it is ready once `/readyz` says so. */
export function serviceChild(place: Place, name: string, env: Record<string, string>): Child {
  return new Child({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', join(place.dist, 'apps', name, 'bin/main.js')],
    env,
    readyWhen: /"service\.started"/,
    ...common(place),
  });
}
