import { randomBytes } from 'node:crypto';
import { SERVICES } from './deployed-services.ts';

/** The addresses of the broker and the database for a service. */
export interface Addresses {
  nats: string;
  /** The names by which the brokers of a cluster find each other. */
  natsPeers: readonly string[];
  /** The URI with all options, and without a user. */
  mongo: string;
  /** The operator's own servers, whose Secrets need not be in the cluster. */
  external: readonly string[];
}

const replicaSet = (...members: readonly string[]): string =>
  `mongodb://${members.join(',')}/?replicaSet=estate`;

export const COMPOSE: Addresses = {
  nats: 'nats://nats:4222',
  natsPeers: [],
  mongo: replicaSet('mongodb:27017'),
  external: [],
};

const numbered = (name: string, count: number, port: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.${name}-peers:${port}`);

interface Own {
  external?: { address: string } | undefined;
}
/** The values about the broker and the database. */
export interface StoreValues {
  replicas: { brokers: number; databases: number };
  broker?: Own | undefined;
  database?: Own | undefined;
}

/** The addresses in a cluster with these numbers of replicas, or with the operator's own servers. */
export const addressesIn = ({ replicas, broker, database }: StoreValues): Addresses => ({
  nats: broker?.external?.address ?? COMPOSE.nats,
  natsPeers: broker?.external ? [] : numbered('nats', replicas.brokers, 6222),
  mongo: database?.external?.address ?? replicaSet(...numbered('mongodb', replicas.databases, 27017)),
  external: Object.entries({ nats: broker, mongodb: database }).flatMap(([server, own]) =>
    own?.external ? [server] : [],
  ),
});

export const KUBERNETES: Addresses = addressesIn({ replicas: { brokers: 3, databases: 3 } });

/** Users of the database that are no services. */
const MONITOR: User = { name: 'monitor' };
const BACKUP: User = { name: 'backup' };

interface User {
  readonly name: string;
}

const OPERATOR: User = { name: 'operator' };
/** The user that changes, saves and restores streams. */
const MAINTENANCE: User = { name: 'maintenance' };
/** The user for the servers of the cluster. */
const SYSTEM: User = { name: 'system' };

/** A secret: its keys and their values. */
export type Secret = Readonly<Record<string, string>>;

const LETTERS = 'abcdefghijklmnop';

/** A password that begins with a letter: a configuration of nats-server would take `12e4…` for a number. */
const newPassword = (): string =>
  Array.from(randomBytes(48), (byte) => LETTERS[byte % LETTERS.length]).join('');

export type Secrets = Readonly<Record<string, Secret>>;

/** Every secret of an installation by its name. Existing passwords and the existing token are reused; everything else is created. */
export function newSecrets(
  { nats, natsPeers, mongo }: Addresses,
  existing: Secrets = {},
): Record<string, Secret> {
  const natsPasswords = passwords([...SERVICES, OPERATOR, MAINTENANCE, SYSTEM], 'NATS', existing);
  const mongoPasswords = passwords([...SERVICES, MONITOR, BACKUP], 'MONGODB', existing);
  const natsUrl = ({ name }: User) => withUser(nats, name, natsPasswords);
  const mongoUri = ({ name }: User, database: string) =>
    withUser(mongo, name, mongoPasswords).replace(/\/?(\?|$)/, `/${database}$1`);
  const operatorToken = existing[secretName('api-gateway')]?.['OPERATOR_TOKEN'] ?? newPassword();
  const services = SERVICES.map((service) => [
    secretName(service.name),
    {
      NATS_URL: natsUrl(service),
      MONGODB_URI: mongoUri(service, service.name),
      ...(service.sealed && { VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}` }),
      ...(service.name === 'api-gateway' && { OPERATOR_TOKEN: operatorToken }),
    },
  ]);
  return {
    ...(Object.fromEntries(services) as Record<string, Secret>),
    [secretName('operator')]: { NATS_URL: natsUrl(OPERATOR), OPERATOR_TOKEN: operatorToken },
    [secretName('maintenance')]: { NATS_URL: natsUrl(MAINTENANCE), NATS_SYSTEM_URL: natsUrl(SYSTEM) },
    [secretName('nats')]: natsSecret(natsPasswords, natsPeers),
    [secretName('backup')]: {
      MONGODB_URI: withOption(mongoUri(BACKUP, ''), 'authSource=admin'),
    },
    [secretName('mongodb')]: {
      MONGODB_ROOT_PASSWORD: newPassword(),
      ...named('MONGODB', mongoPasswords),
      keyfile: randomBytes(96).toString('base64'),
    },
  };
}

/** Adds a user and its password to each address. */
const withUser = (addresses: string, name: string, known: ReadonlyMap<string, string>): string =>
  addresses
    .split(',')
    .map((one) => one.replace('://', `://${name}:${known.get(name) ?? ''}@`))
    .join(',');

/** Adds an option unless the address has it already. */
function withOption(uri: string, option: string): string {
  const [name = ''] = option.split('=');
  if (uri.includes(`${name}=`)) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}${option}`;
}

/** The name of the secret of a program. */
export const secretName = (program: string): string => `${program}-secrets`;

function natsSecret(users: ReadonlyMap<string, string>, peers: readonly string[]): Secret {
  const route = newPassword();
  const routes = peers.map((peer) => `nats-route://route:${route}@${peer}`);
  return {
    ...named('NATS', users),
    ...(peers.length > 0 && { NATS_ROUTE_PASSWORD: route, NATS_ROUTES: `[${routes.join(', ')}]` }),
  };
}

type Server = 'NATS' | 'MONGODB';

/** The keys with an address of a server and a user. */
export const ADDRESS_KEYS: Readonly<Record<Server, readonly string[]>> = {
  NATS: ['NATS_URL', 'NATS_SYSTEM_URL'],
  MONGODB: ['MONGODB_URI'],
};

/** The passwords of a server's users, by their names. */
function passwords(users: readonly User[], server: Server, existing: Secrets): ReadonlyMap<string, string> {
  const kept = existing[secretName(server.toLowerCase())];
  const urls = Object.values(existing).flatMap((secret) => ADDRESS_KEYS[server].map((key) => secret[key]));
  const used = new Map(
    urls.map((url = '') => /\/\/([^:@/]+):([^@/]+)@/.exec(url)).map((found) => [found?.[1], found?.[2]]),
  );
  return new Map(
    users.map(({ name }) => [name, used.get(name) ?? kept?.[passwordName(server, name)] ?? newPassword()]),
  );
}

/** The variable for a user's password at a server: `NATS_API_GATEWAY_PASSWORD`. */
const passwordName = (server: Server, user: string): string =>
  `${server}_${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

const named = (server: Server, users: ReadonlyMap<string, string>): Secret =>
  Object.fromEntries([...users].map(([user, password]) => [passwordName(server, user), password]));

/**
 * The secrets of an installation, completed with missing ones, for users that its servers do not know; existing ones are kept.
 * @throws Error for a lost secret: a new one could not decrypt what the lost one has encrypted
 */
export function completed(addresses: Addresses, existing: Secrets): Record<string, Secret> {
  const made = newSecrets(addresses, existing);
  const isNew = Object.keys(existing).length === 0;
  const isKnown = (user: string): boolean =>
    (['NATS', 'MONGODB'] as const).some(
      (server) => existing[secretName(server.toLowerCase())]?.[passwordName(server, user)] !== undefined,
    );
  const users = Object.keys(made).map((name) => name.replace(/-secrets$/, ''));
  const servers = ['nats', 'mongodb'].filter((server) => !addresses.external.includes(server));
  const lost = users.filter(
    (user) => !existing[secretName(user)] && (isKnown(user) || servers.includes(user)),
  );
  if (!isNew && lost.length > 0)
    throw new Error(`Some secrets are there, but not those of ${lost.map(secretName).join(', ')}.`);
  return Object.fromEntries(
    Object.entries(made).map(([name, secret]) => [name, { ...secret, ...existing[name] }]),
  );
}
