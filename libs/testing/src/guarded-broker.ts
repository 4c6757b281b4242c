import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATOR, brokerPasswordName, serviceNames } from '@estate/manifests';
import { startNats } from './nats-server.ts';
import type { NatsServer } from './nats-server.ts';

/** Everybody whom the broker of production knows. */
export const BROKER_USERS: readonly string[] = [...serviceNames, OPERATOR];

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/nats', import.meta.url));

/** Without what is said at its start, what only one on a machine can have, and what a server before 2.10 does not know. */
const onThisMachine = (text: string): string =>
  text.replace(/^ *(sync_interval|store_dir|http_port|pid_file|port).*\n/gm, '');

/** A broker that knows the users of `deploy/nats/users.conf` and nobody else. */
export interface GuardedBroker {
  server: NatsServer;
  /** Its address with the name and password of a user. */
  urlOf(user: string): string;
  /** What it has refused so far, in its own words. */
  violations(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startGuardedBroker(): Promise<GuardedBroker> {
  const directory = await mkdtemp(join(tmpdir(), 'estate-guarded-'));
  const logFile = join(directory, 'nats.log');
  await copyFile(join(CONFIGURATION, 'users.conf'), join(directory, 'users.conf'));
  const text = await readFile(join(CONFIGURATION, 'server.conf'), 'utf8');
  await writeFile(join(directory, 'server.conf'), `log_file: "${logFile}"\n${onThisMachine(text)}`);
  const passwords = new Map(BROKER_USERS.map((user) => [user, `p${randomBytes(12).toString('hex')}`]));
  const env = Object.fromEntries([...passwords].map(([user, value]) => [brokerPasswordName(user), value]));
  const server = await startNats({ config: join(directory, 'server.conf'), env });
  return {
    server,
    urlOf: (user) => `nats://${user}:${passwords.get(user) ?? ''}@127.0.0.1:${server.port}`,
    violations: async () => {
      const lines = (await readFile(logFile, 'utf8')).split('\n');
      return lines.filter((line) => /violation|authorization|authentication/i.test(line));
    },
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
