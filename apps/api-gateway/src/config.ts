import { z } from 'zod';
import { auditEnv, list, mongoEnv, natsEnv, secret, serviceEnv, vaultEnv } from '@estate/config';

const whole = (fallback: number, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const sandboxPage = z
  .string()
  .regex(/^[^=]+=https?:\/\/\S+$/, { error: 'must be name=address, with http or https' })
  .transform((pair) => {
    const end = pair.indexOf('=');
    return { name: pair.slice(0, end).trim(), href: pair.slice(end + 1) };
  });

const GatewayEnvironment = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  ...vaultEnv,
  ...auditEnv,
  MONGODB_DATABASE: z.string().default('api-gateway').meta({ description: 'Name of the database.' }),
  PORT: whole(8080, { min: 0, max: 65_535 }).meta({ description: 'Port of the public API.' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address the public port listens on.' }),
  PUBLIC_URL: z.url().optional().meta({ description: 'Address customers use, for links in answers.' }),
  OPERATOR_TOKEN: secret(16).meta({ description: 'Bearer token of the operator, at least 16 characters.' }),
  DRAIN_MS: whole(5000, { min: 0 }).meta({
    description:
      'How long a gateway that stops still takes connections while /readyz says no; part of SHUTDOWN_GRACE_MS.',
  }),
  BODY_LIMIT_BYTES: whole(1_000_000).meta({ description: 'Largest JSON body that is read.' }),
  ASK_TIMEOUT_MS: whole(10_000).meta({
    description: 'How long a service may take to answer before the caller gets a 503.',
  }),
  RATE_LIMIT_PER_MINUTE: whole(600).meta({
    description: 'Requests that a key may make a minute, over all replicas.',
  }),
  RATE_LIMIT_BURST: whole(100).meta({ description: 'Requests that a key may make at once.' }),
  FAILED_ATTEMPTS_PER_MINUTE: whole(60).meta({
    description:
      'Failed authentications of an address a minute, on each replica, before they are answered with 429.',
  }),
  IDEMPOTENCY_LEASE_MS: whole(10_000, { min: 1000 }).meta({
    description:
      'How long after the death of a gateway a call with an Idempotency-Key that it was working on can be run again.',
  }),
  CORS_ORIGINS: list
    .prefault('')
    .meta({ description: 'Origins whose pages may call the API, separated by commas; * for all.' }),
  SANDBOX_PAGES: list.pipe(z.array(sandboxPage)).prefault('').meta({
    description: 'Pages of a sandbox that the front door links to: name=address, separated by commas.',
  }),
  TRUSTED_PROXIES: list.prefault('').meta({
    description: 'Addresses and networks of proxies whose X-Forwarded-For is believed, separated by commas.',
  }),
});

/** The environment of the gateway. */
export const GatewayConfig = GatewayEnvironment.refine(
  ({ RATE_LIMIT_BURST, RATE_LIMIT_PER_MINUTE }) => RATE_LIMIT_BURST * 60 >= RATE_LIMIT_PER_MINUTE,
  { path: ['RATE_LIMIT_BURST'], error: 'must be what RATE_LIMIT_PER_MINUTE allows in a second, or more' },
);
export type GatewayConfig = z.infer<typeof GatewayConfig>;
