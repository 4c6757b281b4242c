import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNats } from './nats-server.ts';
import type { NatsServer } from './nats-server.ts';
import { refusalsIn } from './refusals-in.ts';

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/nats', import.meta.url));
const USERS = readFileSync(join(CONFIGURATION, 'users.conf'), 'utf8');

/** The variables with the passwords of users, read from the file of production, so that no library imports a service. */
const PASSWORD_NAMES = new Map(
  [...USERS.matchAll(/user: "(.+)"\s+password: \$(\w+)/g)].map(([, user = '', variable = '']) => [
    user,
    variable,
  ]),
);

/** All users of the services' account. */
export const BROKER_USERS: readonly string[] = [...PASSWORD_NAMES.keys()];

/** The user for the servers, in a separate account. */
const SYSTEM = 'system';
const SYSTEM_PASSWORD = 'NATS_SYSTEM_PASSWORD';

/** Removes settings that only one server on a machine can have, and those that a server before 2.10 does not know. */
const onThisMachine = (text: string): string =>
  text.replace(/^ *(sync_interval|store_dir|http_port|pid_file|port).*\n/gm, '');

/** The user for the test: it may do everything, in place of customers and of services that do not run, and services reply to it. */
const OBSERVER = 'observer';
const OBSERVER_PASSWORD = 'NATS_OBSERVER_PASSWORD';
const REPLIES_TO_OPERATOR = /( +)"_INBOX\.operator\.>"(?=\s+\] \}\s+subscribe)/g;
const withObserver = (users: string): string =>
  users
    .replaceAll(REPLIES_TO_OPERATOR, `$&\n$1"_INBOX.${OBSERVER}.>"`)
    .replace(/\n {4}\]\n {2}\}\n/, `\n      { user: "${OBSERVER}", password: $${OBSERVER_PASSWORD} }$&`);

/** A broker with the users and permissions of production, and one user for the test. */
export interface GuardedBroker extends Pick<NatsServer, 'port' | 'directory' | 'kill' | 'restart'> {
  /** The address with the name and password of a user. */
  urlOf(user: string): string;
  /** The address for the test itself. */
  readonly observerUrl: string;
  /** The refusals so far, from its log. */
  refusals(): Promise<string[]>;
  /** @throws Error if it refused something, unless refusals were expected */
  stop(): Promise<void>;
}

/** `mayRefuse`: the test provokes refusals. */
export async function startGuardedBroker({ mayRefuse = false } = {}): Promise<GuardedBroker> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-guarded-'));
  const logFile = join(directory, 'nats.log');
  const config = join(directory, 'server.conf');
  const read = (file: string) => readFile(join(CONFIGURATION, file), 'utf8');
  await writeFile(join(directory, 'users.conf'), withObserver(USERS));
  await writeFile(config, `log_file: "${logFile}"\n${onThisMachine(await read('server.conf'))}`);
  const passwords = new Map(
    [...BROKER_USERS, SYSTEM, OBSERVER].map((user) => [user, `p${randomBytes(12).toString('hex')}`]),
  );
  const nameOf = (user: string) =>
    PASSWORD_NAMES.get(user) ?? (user === SYSTEM ? SYSTEM_PASSWORD : OBSERVER_PASSWORD);
  const env = Object.fromEntries([...passwords].map(([user, password]) => [nameOf(user), password]));
  const server = await startNats({ config, env });
  const refusals = async () => refusalsIn(await readFile(logFile, 'utf8'));
  const urlOf = (user: string) => `nats://${user}:${passwords.get(user) ?? ''}@127.0.0.1:${server.port}`;
  return {
    port: server.port,
    directory: server.directory,
    urlOf,
    observerUrl: urlOf(OBSERVER),
    refusals,
    kill: () => server.kill(),
    restart: () => server.restart(),
    stop: async () => {
      await server.stop();
      const refused = await refusals();
      await rm(directory, { recursive: true, force: true });
      if (refused.length > 0 && !mayRefuse) throw new Error(`The broker refused:\n${refused.join('\n')}`);
    },
  };
}
