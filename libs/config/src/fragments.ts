import { z } from 'zod';
import { flag, list, secret } from './values.ts';

const milliseconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

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
};

export const natsEnv = {
  NATS_URL: z.string().min(1).meta({ description: 'Address of the broker, for example nats://nats:4222.' }),
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
