import type { IContainer } from 'kubernetes-models/v1';
import type { Deployed } from '../derived/deployed.ts';
import { addressesOf, ftpEncryption, listened } from '../derived/environment.ts';
import { AUTHORITIES_FILE, fromSecret, secretOf } from './parts.ts';
import type { Values } from './values.ts';

type Env = NonNullable<IContainer['env']>;

/** Where a service finds the certificate that it shows to strangers. */
export const TLS_DIRECTORY = '/tls';

/** Taken from the ConfigMap `settings`. */
const SETTINGS = ['PUBLIC_URL', 'INBOX_DOMAIN', 'SMTP_FROM', 'TRUSTED_PROXIES'];
/** Taken from the secret of the service. */
const SECRETS = ['NATS_URL', 'MONGODB_URI', 'VAULT_KEYS', 'OPERATOR_TOKEN'];
/** Taken from the secret of the service if the operator has put it there. */
const OPTIONAL_SECRETS = [
  'SMTP_URL',
  'BYTE_STORE_ACCESS_KEY_ID',
  'BYTE_STORE_SECRET_ACCESS_KEY',
  'BYTE_STORE_FROM_ACCESS_KEY_ID',
  'BYTE_STORE_FROM_SECRET_ACCESS_KEY',
];

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** What every service reads. */
export const everyService = ({ replicas, computed }: Values): Record<string, string> => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  INTERNAL_HOST: '0.0.0.0',
  INTERNAL_PORT: '9090',
  SHUTDOWN_GRACE_MS: '25000',
  NATS_STREAM_REPLICAS: String(replicas.brokers),
  NATS_STORE_BYTES: String(computed.storeBytes),
});

/** What is different in every installation. */
export const settings = ({ hosts }: Values): Record<string, string> => ({
  PUBLIC_URL: hosts.publicUrl,
  INBOX_DOMAIN: hosts.inbox,
  SMTP_FROM: hosts.smtpFrom,
  TRUSTED_PROXIES: hosts.trustedProxies,
});

/** The environment of a container, beside the ConfigMap `every-service`; a setting of the values file comes last and wins. */
export function serviceEnvironment(service: Deployed, values: Values): Env {
  const read = (names: readonly string[]) => names.filter((name) => service.reads(name));
  const { name: own } = service.manifest;
  const secret = secretOf(own, values);
  const fixed: Readonly<Record<string, string | undefined>> = {
    ...listened(service),
    ...addressesOf(service),
    ...(service.facts.cache && {
      ATTACHMENT_CACHE_BYTES: '2000000000',
      ATTACHMENT_CACHE_DIRECTORY: '/cache',
    }),
    HOST: '0.0.0.0',
    SMTP_HOST: '0.0.0.0',
    SMTP_NAME: values.mail.host,
    ...(values.mail.tls && {
      SMTP_CERTIFICATE_FILE: `${TLS_DIRECTORY}/tls.crt`,
      SMTP_KEY_FILE: `${TLS_DIRECTORY}/tls.key`,
    }),
    FTP_HOST: '0.0.0.0',
    FTP_PUBLIC_HOST: values.ftp.host,
    FTP_PUBLIC_PORT: '21',
    ...(values.ftp.address !== undefined && { FTP_PASSIVE_ADDRESS: values.ftp.address }),
    ...ftpEncryption({
      directory: values.ftp.tls && TLS_DIRECTORY,
      isPlainAllowed: values.ftp.allowPlain ?? false,
    }),
    ...values.storage.bytes,
  };
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
    ...fromSecret(secret, read(SECRETS)),
    ...fromSecret(secret, read(OPTIONAL_SECRETS), { optional: true }),
    ...Object.entries(values.settings[own] ?? {})
      .toSorted(byName)
      .map(([name, value]) => ({ name, value })),
    ...Object.entries(values.secretSettings[own] ?? {})
      .toSorted(byName)
      .map(([name, { secret: from, key }]) => ({ name, valueFrom: { secretKeyRef: { name: from, key } } })),
  ];
}
