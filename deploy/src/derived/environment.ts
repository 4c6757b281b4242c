import { inCapitals, manifests } from '@estate/manifests';
import type { Deployed } from './deployed.ts';

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

/** The environment of a container of docker-compose.yml: of the values there, those that it reads. Secrets are in a file. */
export function composeEnvironment(
  service: Deployed,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const ports = { INTERNAL_PORT: String(service.manifest.ports.internal), ...listened(service) };
  const all = Object.entries({ ...values, ...ports, ...addresses(service) });
  const read = [...all.filter(([name]) => service.reads(name)), ['NODE_ENV', 'production'] as const];
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
