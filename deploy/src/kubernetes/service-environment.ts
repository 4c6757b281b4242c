import type { IContainer } from 'kubernetes-models/v1';
import type { z } from 'zod';
import type { Deployed } from '../derived/deployed.ts';
import { PASSIVE_PORTS, addressesOf, ftpEncryption, listened, rangeOf } from '../derived/environment.ts';
import { AUTHORITIES_FILE, fromSecret, secretOf } from './parts.ts';
import { SHUTDOWN_GRACE_MS } from './shutdown.ts';
import type { Values } from './values.ts';

type Env = NonNullable<IContainer['env']>;

/**
 * The directory of a service's public certificate. Without an FTP server, the importer needs only its name, to report that there is TLS.
 */
export const TLS_DIRECTORY = '/tls';

/** The variables of the ConfigMap `settings`. */
const SETTINGS = ['PUBLIC_URL', 'INBOX_DOMAIN', 'SMTP_FROM', 'TRUSTED_PROXIES'];

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** The environment of every service. */
export const everyService = ({ replicas, computed }: Values): Record<string, string> => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  INTERNAL_HOST: '0.0.0.0',
  INTERNAL_PORT: '9090',
  SHUTDOWN_GRACE_MS: String(SHUTDOWN_GRACE_MS),
  // Less than the liveness probe, which would end the process without a trace of the reason.
  EVENT_LOOP_LIMIT_MS: '20000',
  NATS_STREAM_REPLICAS: String(replicas.brokers),
  NATS_STORE_BYTES: String(computed.storeBytes),
});

/** The settings that differ between installations. */
export const settings = ({ hosts }: Values): Record<string, string> => ({
  PUBLIC_URL: hosts.publicUrl,
  INBOX_DOMAIN: hosts.inbox,
  SMTP_FROM: hosts.smtpFrom,
  TRUSTED_PROXIES: hosts.trustedProxies,
});

/** The environment of a container, besides the ConfigMap `every-service`; settings of the values file come last and take precedence. */
export function serviceEnvironment(service: Deployed, values: Values): Env {
  const read = (names: readonly string[]) => names.filter((name) => service.reads(name));
  const { name: own } = service.manifest;
  const fixed = fixedOf(service, values);
  const open = values.settings[own] ?? {};
  const closed = service.secrets.find((name) => Object.hasOwn(open, name));
  if (closed !== undefined)
    throw new Error(`settings.${own}.${closed} is a secret: put it into a Secret, see secretSettings`);
  return [
    ...(values.network.authorities === undefined
      ? []
      : [{ name: 'NODE_EXTRA_CA_CERTS', value: AUTHORITIES_FILE }]),
    ...read(Object.keys(fixed)).flatMap((name) => {
      const value = fixed[name];
      return value === undefined ? [] : [{ name, value }];
    }),
    ...read(SETTINGS).map((name) => ({
      name,
      valueFrom: { configMapKeyRef: { name: 'settings', key: name } },
    })),
    ...secretsOf(service, values),
    ...Object.entries(open)
      .toSorted(byName)
      .map(([name, value]) => ({ name, value })),
    ...Object.entries(values.secretSettings[own] ?? {})
      .toSorted(byName)
      .map(([name, { secret: from, key }]) => ({ name, valueFrom: { secretKeyRef: { name: from, key } } })),
  ];
}

/** Variables that follow from the service and the values; a service gets those that it reads. */
const fixedOf = (
  service: Deployed,
  { ftp, mail, storage }: Values,
): Readonly<Record<string, string | undefined>> => ({
  ...listened(service),
  ...addressesOf(service),
  HOST: '0.0.0.0',
  SMTP_HOST: '0.0.0.0',
  SMTP_NAME: mail.host,
  ...(mail.tls && {
    SMTP_CERTIFICATE_FILE: `${TLS_DIRECTORY}/tls.crt`,
    SMTP_KEY_FILE: `${TLS_DIRECTORY}/tls.key`,
  }),
  FTP_HOST: '0.0.0.0',
  FTP_PUBLIC_HOST: ftp.host,
  FTP_PUBLIC_PORT: '21',
  FTP_PASSIVE_PORTS: rangeOf(PASSIVE_PORTS),
  ...(ftp.address !== undefined && { FTP_PASSIVE_ADDRESS: ftp.address }),
  ...ftpEncryption({
    directory: ftp.tls && TLS_DIRECTORY,
    isPlainAllowed: ftp.allowPlain ?? false,
  }),
  ...storage.bytes,
});

/** Variables from the Secret of the service, except those that the operator takes from another one. Optional ones may be missing. */
function secretsOf({ manifest: { name: own }, schema, secrets }: Deployed, values: Values): Env {
  const others = values.secretSettings[own] ?? {};
  return secrets
    .filter((name) => !(name in others))
    .flatMap((name) => {
      const isOptional = (schema.shape[name] as z.ZodType).safeParse(undefined).success;
      return fromSecret(secretOf(own, values), [name], isOptional ? { optional: true } : {});
    });
}
