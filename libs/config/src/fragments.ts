import { z } from 'zod';
import { flag, list, secret } from './values.ts';

const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** Where and which traces are recorded; the names are those of OpenTelemetry. */
const traceEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'Address of a collector that takes traces as OTLP over HTTP, without /v1/traces; nothing is recorded unless it is set.',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: secret()
    .optional()
    .meta({ description: 'Headers for the collector: name=value, separated by commas.' }),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .meta({ description: 'Name in traces; the name of the service unless set.' }),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .meta({ description: 'Which traces are recorded.' }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'Share of the traces that the ratio samplers keep.' }),
};

/** What every service reads. */
export const serviceEnv = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ description: 'Lines below this level are not written.' }),
  INTERNAL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(9090)
    .meta({ description: 'Port of /livez, /readyz and /metrics; 0 takes any free one.' }),
  INTERNAL_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Address the internal port listens on.' }),
  SHUTDOWN_GRACE_MS: milliseconds(20_000).meta({
    description: 'How long running work may take to end at a stop.',
  }),
  BUILD_VERSION: z
    .string()
    .default('unreleased')
    .meta({ description: 'Version of the software, shown in the metrics.' }),
  ...traceEnv,
};

export const natsEnv = {
  NATS_URL: z.string().min(1).meta({ description: 'Address of the broker, for example nats://nats:4222.' }),
  NATS_STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1).meta({
    description: 'Servers that keep a copy of each stream that is made: 3 in a cluster.',
  }),
};

export const mongoEnv = {
  MONGODB_URI: z.string().min(1).meta({ description: 'Address of the database.' }),
};

/** What may be reached at addresses that customers name. */
export const egressEnv = {
  EGRESS_ALLOW_HTTP: flag
    .prefault('false')
    .meta({ description: 'Allow http beside https for attachments and webhooks.' }),
  EGRESS_ALLOWED_NETWORKS: list.prefault('').meta({
    description: 'Networks that may be reached although they are private, as CIDRs separated by commas.',
  }),
};

export const vaultEnv = {
  VAULT_KEYS: secret().meta({
    description:
      'Keys that encrypt secrets at rest: id:base64 of 32 bytes; a second one, after a comma, only decrypts.',
  }),
};

/** How often a service checks its invariants. */
export const auditEnv = {
  AUDIT_EVERY_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .default(60_000)
    .meta({ description: 'How often invariant violations are counted.' }),
};
