import { z } from 'zod';
import { parseStore } from './byte-store-setting.ts';
import { SECRET, flag, list, secret } from './values.ts';

const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

/** The recording of traces; the names are those of OpenTelemetry. */
const traceEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'URL of a collector for traces as OTLP over HTTP, without /v1/traces. If it is not set, no traces are recorded.',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: secret()
    .optional()
    .meta({ description: 'Headers for the collector: name=value, separated by commas.' }),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .meta({ description: 'Name in traces. Default: the name of the service.' }),
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
    .meta({ description: 'Share of traces that the ratio samplers keep.' }),
};

/** The settings of every service. */
export const serviceEnv = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ description: 'Minimum level of log lines.' }),
  INTERNAL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(9090)
    .meta({ description: 'Port of /livez, /readyz and /metrics; 0 selects a free port.' }),
  INTERNAL_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Address the internal port listens on.' }),
  EVENT_LOOP_LIMIT_MS: z.coerce.number().int().min(0).max(3_600_000).default(60_000).meta({
    description:
      'A service whose event loop is blocked for this time logs where it is, and ends itself with exit code 70; 0 turns this off. The manifests of a cluster set 20000: less time than the liveness probe takes.',
  }),
  SHUTDOWN_GRACE_MS: milliseconds(20_000).meta({
    description:
      'Maximum time for running work to finish when the service stops. The manifests of a cluster set 25000, and derive the time after which a pod is killed from this setting.',
  }),
  BUILD_VERSION: z
    .string()
    .default('unreleased')
    .meta({ description: 'Version of the software, shown in the metrics.' }),
  ...traceEnv,
};

export const natsEnv = {
  NATS_URL: z
    .string()
    .min(1)
    .meta({ ...SECRET, description: 'URL of the broker, for example nats://nats:4222.' }),
  NATS_STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1).meta({
    description: 'Number of replicas of each stream that is created: 3 in a cluster.',
  }),
  NATS_STORE_BYTES: z.coerce.number().int().min(10_000_000).default(1_000_000_000).meta({
    description: 'File storage of a broker that the created streams share; at most its max_file_store.',
  }),
};

export const mongoEnv = {
  MONGODB_URI: z
    .string()
    .min(1)
    .meta({ ...SECRET, description: 'Connection string of the database.' }),
};

const byteStore = z.string().superRefine((setting, context) => {
  try {
    parseStore(setting);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
  }
});

/** The store of a service with bytes. */
export const byteStoreEnv = {
  BYTE_STORE: byteStore.default('gridfs').meta({
    description:
      'Byte store for new bytes: gridfs (the database), file:///path (a directory; with several replicas a volume that they share), or s3://bucket/prefix?endpoint=…&region=…&pathStyle=true.',
  }),
  BYTE_STORE_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .meta({
      ...SECRET,
      description: 'Access key of S3. Default: the credentials of the machine.',
    }),
  BYTE_STORE_SECRET_ACCESS_KEY: secret().optional().meta({
    description: 'Secret of the access key; together with BYTE_STORE_ACCESS_KEY_ID.',
  }),
  BYTE_STORE_FROM: byteStore.optional().meta({
    description: 'Former byte store, in the same form. It is still read until rek bytes move has finished.',
  }),
  BYTE_STORE_FROM_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .meta({
      ...SECRET,
      description: 'Access key of the former byte store.',
    }),
  BYTE_STORE_FROM_SECRET_ACCESS_KEY: secret().optional().meta({
    description: 'Secret of the access key of the former byte store.',
  }),
};

/** The settings of services that fetch bytes from another one. */
export const byteReaderEnv = {
  BYTE_STORE_ORIGINS: list
    .refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      {
        error: 'must be origins such as https://s3.example.org, separated by commas',
      },
    )
    .prefault('')
    .meta({
      description:
        'With bytes in S3: the origins that the catalog may redirect to, for example https://s3.example.org; separated by commas.',
    }),
};

/** The rules for addresses that customers name. */
export const egressEnv = {
  EGRESS_ALLOW_HTTP: flag.prefault('false').meta({
    description: 'Allow http in addition to https for attachments, webhooks and identity providers.',
  }),
  EGRESS_ALLOWED_NETWORKS: list.prefault('').meta({
    description: 'Private networks that may be reached, as CIDRs separated by commas.',
  }),
};

export const vaultEnv = {
  VAULT_KEYS: secret().meta({
    description:
      'Keys that encrypt secrets at rest: id:base64 of 32 bytes. A second key, after a comma, is used only to decrypt.',
  }),
};

/** The interval at which a service checks its invariants. */
export const auditEnv = {
  AUDIT_EVERY_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .default(60_000)
    .meta({ description: 'How often invariant violations are counted.' }),
};

/** The addresses for requests to targets: for the service that reads the emails, and for the one that assigns the addresses. */
export const requestAddressEnv = {
  INBOX_DOMAIN: z
    .string()
    .min(1)
    .transform((name) => name.toLowerCase())
    .meta({
      description: 'Domain of the request addresses: a target receives emails at <emailId>@<INBOX_DOMAIN>.',
    }),
};
