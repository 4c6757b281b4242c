import { inCapitals, manifests } from '@estate/manifests';
import type { Deployed } from './deployed.ts';

const PUBLIC_URL = 'http://localhost:8080';

const SANDBOX_PAGES = {
  'FTP portal': 8081,
  Marketplace: 8084,
  'Mail drop': 8085,
  'Webhook receiver': 8083,
  'Photos and documents': 8082,
};

/** Variables of docker-compose.yml; a service gets those that the schema of its environment has. */
const IN_COMPOSE = {
  ATTACHMENT_CACHE_DIRECTORY: '/cache',
  EGRESS_ALLOWED_NETWORKS: '172.30.240.0/24',
  EGRESS_ALLOW_HTTP: 'true',
  HOST: '0.0.0.0',
  INBOX_DOMAIN: 'requests.localhost',
  INTERNAL_HOST: '0.0.0.0',
  LOG_LEVEL: '${LOG_LEVEL:-info}',
  MARKETPLACE_PAGE_URL: 'http://marketplace:8084/expose/{id}',
  MARKETPLACE_SANDBOX_PAGE_URL: 'http://marketplace:8084/expose/{id}',
  MARKETPLACE_SANDBOX_URL: 'http://marketplace:8084/restapi',
  MARKETPLACE_URL: 'http://marketplace:8084/restapi',
  PUBLIC_URL,
  SANDBOX_PAGES: Object.entries(SANDBOX_PAGES)
    .map(([name, port]) => `${name}=http://localhost:${String(port)}/`)
    .join(','),
  SHUTDOWN_GRACE_MS: '8000',
  SMTP_HOST: '0.0.0.0',
};

/** Variables of a cluster, beside those of the ConfigMap `every-service`. */
const IN_CLUSTER = {
  ATTACHMENT_CACHE_BYTES: '2000000000',
  ATTACHMENT_CACHE_DIRECTORY: '/cache',
  HOST: '0.0.0.0',
  SMTP_HOST: '0.0.0.0',
};

/** Taken from the ConfigMap `settings`, which an overlay changes. */
const SETTINGS = ['PUBLIC_URL', 'INBOX_DOMAIN', 'TRUSTED_PROXIES'];
/** Taken from the secret of the service. */
const SECRETS = ['NATS_URL', 'MONGODB_URI', 'VAULT_KEYS', 'OPERATOR_TOKEN'];

/** The variable that says where the internal port of a service is. */
const internalUrlName = (service: string): string => `${inCapitals(service)}_INTERNAL_URL`;

/** The services whose internal port a service calls. */
export const calledBy = ({ reads }: Pick<Deployed, 'reads'>) =>
  manifests.filter(({ name }) => reads(internalUrlName(name)));

const addresses = (service: Deployed): Record<string, string> =>
  Object.fromEntries(
    calledBy(service).map(({ name, ports }) => [
      internalUrlName(name),
      `http://${name}:${String(ports.internal)}`,
    ]),
  );

const listened = ({ manifest: { ports } }: Deployed): Record<string, string> => ({
  ...(ports.http !== undefined && { PORT: String(ports.http) }),
  ...(ports.smtp !== undefined && { SMTP_PORT: String(ports.smtp) }),
});

/** The environment of a container of docker-compose.yml; secrets are read from a file. */
export function composeEnvironment(service: Deployed): Record<string, string> {
  const ports = { INTERNAL_PORT: String(service.manifest.ports.internal), ...listened(service) };
  const values = Object.entries({ ...IN_COMPOSE, ...ports, ...addresses(service) });
  const read = [...values.filter(([name]) => service.reads(name)), ['NODE_ENV', 'production'] as const];
  return Object.fromEntries(read.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The environment of a container in a cluster. */
export function clusterEnvironment(service: Deployed): object[] {
  const read = (names: readonly string[]) => names.filter((name) => service.reads(name));
  const values: Readonly<Record<string, string>> = {
    ...listened(service),
    ...addresses(service),
    ...IN_CLUSTER,
  };
  return [
    ...read(Object.keys(values)).map((name) => ({ name, value: values[name] })),
    ...read(SETTINGS).map((name) => ({
      name,
      valueFrom: { configMapKeyRef: { name: 'settings', key: name } },
    })),
    ...fromSecret(`${service.manifest.name}-secrets`, read(SECRETS)),
  ];
}

/** Variables that have the names of their keys in a secret. */
export const fromSecret = (secret: string, names: readonly string[]): object[] =>
  names.map((name) => ({ name, valueFrom: { secretKeyRef: { name: secret, key: name } } }));
