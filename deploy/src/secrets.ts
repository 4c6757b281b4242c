import { randomBytes } from 'node:crypto';
import { OPERATOR, SERVICES, mongoPasswordName, natsPasswordName } from './services.ts';
import type { ServiceName } from './services.ts';

/** Where the broker and the database are, seen from a service. */
export interface Addresses {
  nats: string;
  /** The names by which the brokers of a cluster find each other. */
  natsPeers: readonly string[];
  mongo: readonly string[];
}

export const COMPOSE: Addresses = { nats: 'nats:4222', natsPeers: [], mongo: ['mongodb:27017'] };

const numbered = (name: string, port: number): string[] =>
  [0, 1, 2].map((index) => `${name}-${index}.${name}-peers:${port}`);

export const KUBERNETES: Addresses = {
  nats: 'nats:4222',
  natsPeers: numbered('nats', 6222),
  mongo: numbered('mongodb', 27017),
};

/** One secret: its keys and their values. */
export type Secret = Readonly<Record<string, string>>;

/** The services that seal what they store. */
const SEALING: readonly ServiceName[] = ['api-gateway', 'distribution', 'notifier'];

const LETTERS = 'abcdefghijklmnop';

/** Letters only: a configuration of nats-server would take `12e4…` for a number. */
const newPassword = (): string =>
  Array.from(randomBytes(48), (byte) => LETTERS[byte % LETTERS.length]).join('');

/** Every secret of an installation by its name, made anew. */
export function newSecrets({ nats, natsPeers, mongo }: Addresses): Record<string, Secret> {
  const natsPasswords = passwords([...SERVICES, OPERATOR]);
  const mongoPasswords = passwords(SERVICES);
  const natsUrl = (user: string) => `nats://${user}:${natsPasswords.get(user) ?? ''}@${nats}`;
  const mongoUri = (user: string) =>
    `mongodb://${user}:${mongoPasswords.get(user) ?? ''}@${mongo.join(',')}/${user}?replicaSet=estate`;
  const operatorToken = newPassword();
  const services = SERVICES.map((name) => [
    secretName(name),
    {
      NATS_URL: natsUrl(name),
      MONGODB_URI: mongoUri(name),
      ...(SEALING.includes(name) && { VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}` }),
      ...(name === 'api-gateway' && { OPERATOR_TOKEN: operatorToken }),
    },
  ]);
  return {
    ...(Object.fromEntries(services) as Record<string, Secret>),
    [secretName('operator')]: { NATS_URL: natsUrl(OPERATOR), OPERATOR_TOKEN: operatorToken },
    [secretName('nats')]: natsSecret(natsPasswords, natsPeers),
    [secretName('mongodb')]: {
      MONGODB_ROOT_PASSWORD: newPassword(),
      ...named(mongoPasswords, mongoPasswordName),
      keyfile: randomBytes(96).toString('base64'),
    },
  };
}

/** The name of the secret of a program. */
export const secretName = (program: string): string => `${program}-secrets`;

function natsSecret(users: ReadonlyMap<string, string>, peers: readonly string[]): Secret {
  const route = newPassword();
  const routes = peers.map((peer) => `nats-route://route:${route}@${peer}`);
  return {
    ...named(users, natsPasswordName),
    ...(peers.length > 0 && { NATS_ROUTE_PASSWORD: route, NATS_ROUTES: `[${routes.join(', ')}]` }),
  };
}

const passwords = (users: readonly string[]): ReadonlyMap<string, string> =>
  new Map(users.map((user) => [user, newPassword()]));

const named = (values: ReadonlyMap<string, string>, nameOf: (user: string) => string): Secret =>
  Object.fromEntries([...values].map(([user, value]) => [nameOf(user), value]));
