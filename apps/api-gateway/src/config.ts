import { z } from 'zod';
import {
  auditEnv,
  byteReaderEnv,
  egressEnv,
  list,
  mongoEnv,
  natsEnv,
  secret,
  serviceEnv,
  vaultEnv,
} from '@estate/config';
import { identifyingAddress } from '@estate/persistence';

/** The maximum retention of an erased person's address for a restore. */
export const ADDRESS_KEPT_DAYS_MAX = 365;

const whole = (fallback: number, { min = 1, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const sandboxPage = z
  .string()
  .regex(/^[^=]+=https?:\/\/\S+$/, { error: 'must be name=URL, with http or https' })
  .transform((pair) => {
    const end = pair.indexOf('=');
    return { name: pair.slice(0, end).trim(), href: pair.slice(end + 1) };
  });

const GatewayEnvironment = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  ...byteReaderEnv,
  ...egressEnv,
  ...vaultEnv,
  ...auditEnv,
  MONGODB_DATABASE: z.string().default('api-gateway').meta({ description: 'Name of the database.' }),
  PORT: whole(8080, { min: 0, max: 65_535 }).meta({ description: 'Port of the public API.' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address the public port listens on.' }),
  PUBLIC_URL: z.url().optional().meta({ description: 'Public URL of the API, for links in responses.' }),
  OPERATOR_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: 'Issuer of the OpenID Connect provider with which operators sign in.' }),
  OPERATOR_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Client id at the operators’ provider; required with OPERATOR_OIDC_ISSUER.' }),
  OPERATOR_OIDC_CLIENT_SECRET: secret()
    .optional()
    .meta({ description: 'Client secret at the operators’ provider; a public client has none.' }),
  OPERATOR_OIDC_EMAILS: list
    .prefault('')
    .refine((emails) => emails.every((email) => identifyingAddress(email) !== undefined), {
      error: 'must be email addresses with ASCII characters before the @',
    })
    .meta({
      description:
        'Email addresses of the operators, separated by commas; required with OPERATOR_OIDC_ISSUER. The provider must have verified them.',
    }),
  OPERATOR_TOKEN: secret(16).meta({ description: 'The operator token, at least 16 characters.' }),
  DRAIN_MS: whole(5000, { min: 0 }).meta({
    description:
      'How long a stopping gateway still accepts connections while /readyz reports not ready; part of SHUTDOWN_GRACE_MS.',
  }),
  BODY_LIMIT_BYTES: whole(1_000_000).meta({ description: 'Maximum size of a JSON body.' }),
  CATALOG_INTERNAL_URL: z.url({ protocol: /^https?$/ }).meta({
    description: 'Internal URL of the catalog, which serves the bytes of attachments.',
  }),
  DISTRIBUTION_INTERNAL_URL: z.url({ protocol: /^https?$/ }).meta({
    description: 'Internal URL of the distribution, which serves feeds.',
  }),
  IMPORTER_INTERNAL_URL: z.url({ protocol: /^https?$/ }).meta({
    description: 'Internal URL of the importer, which receives packages.',
  }),
  ASK_TIMEOUT_MS: whole(10_000).meta({
    description: 'Maximum time to wait for a service before the caller gets a 503.',
  }),
  RATE_LIMIT_PER_MINUTE: whole(600).meta({
    description: 'Maximum number of calls per minute with one key, over all replicas.',
  }),
  RATE_LIMIT_BURST: whole(100).meta({ description: 'Maximum number of calls at once with one key (burst).' }),
  ACCOUNT_RATE_LIMIT_PER_MINUTE: whole(3000).meta({
    description:
      'Maximum number of calls per minute with all keys and users of one account, over all replicas.',
  }),
  ACCOUNT_RATE_LIMIT_BURST: whole(500).meta({
    description: 'Maximum number of calls at once with all keys and users of one account (burst).',
  }),
  CALL_PLACES: whole(32).meta({
    description:
      'Number of places for the calls that each replica carries out at once; accounts take turns. A read takes one place, a change two, and a search, a count or a page of more than 25 as many as `ACCOUNT_CALL_PLACES`.',
  }),
  ACCOUNT_CALL_PLACES: whole(4).meta({
    description:
      'Number of these places that one account can have while others call; its further calls wait. An account that calls alone can have all places.',
  }),
  ACCOUNT_CALLS_WAITING: whole(200).meta({
    description: 'Maximum number of calls of one account that wait on each replica; further ones get a 429.',
  }),
  FAILED_ATTEMPTS_PER_MINUTE: whole(60).meta({
    description:
      'Maximum number of failed authentications per minute from one address, for each replica; further ones get a 429.',
  }),
  IDEMPOTENCY_LEASE_MS: whole(10_000, { min: 1000 }).meta({
    description:
      'How long after a gateway crash a call with an Idempotency-Key that it was processing can run again.',
  }),
  ERASE_TIMEOUT_MS: whole(120_000).meta({
    description:
      'Maximum duration of one step of an erasure in a service. A step reads all messages of the last seven days from the broker, about 5000 per second.',
  }),
  ERASURE_SETTLE_MS: whole(60_000).meta({
    description:
      'How long after no data of a person was found the services check once more for data in messages that were in transit.',
  }),
  ERASURE_SWEEP_EVERY_MS: whole(5000).meta({
    description: 'How often the gateway looks for due erasures of persons, closings of accounts and jobs.',
  }),
  ERASED_ADDRESS_KEPT_DAYS: whole(35, { max: ADDRESS_KEPT_DAYS_MAX }).meta({
    description:
      'How long the encrypted address of an erased person is kept, so that the erasure can run again after a backup was restored. Set it to the retention of the backups.',
  }),
  CLOSING_CANCEL_MS: whole(3_600_000, { min: 0 }).meta({
    description:
      'How long the operator can cancel the closing of an account. The account is read-only during this time.',
  }),
  CLOSING_TAKE_DOWN_MS: whole(82_800_000).meta({
    description:
      'How long after the request to close an account the service tries to take down its listings; 23 hours by default, so that all data is erased within 24 hours.',
  }),
  CLOSING_ANNOUNCE_MS: whole(600_000, { min: 0 }).meta({
    description:
      'Maximum time to wait for the delivery of the last webhook event and the last email of an account.',
  }),
  CLOSING_SETTLE_MS: whole(60_000).meta({
    description:
      'How long after an account was erased the services check once more for data in messages that were in transit.',
  }),
  CLOSING_RECHECK_MS: whole(15_000).meta({
    description: 'How often the gateway checks whether the listings of an account have been taken down.',
  }),
  CORS_ORIGINS: list
    .prefault('')
    .meta({ description: 'Origins whose pages may call the API, separated by commas; * for all.' }),
  SANDBOX_PAGES: list.pipe(z.array(sandboxPage)).prefault('').meta({
    description: 'Sandbox pages that the front door links to: name=URL, separated by commas.',
  }),
  PEOPLE_SIGN_IN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'Page where people begin to sign in. The sign-in page of the dashboard links to it.',
    }),
  TRUSTED_PROXIES: list.prefault('').meta({
    description: 'Addresses and networks of proxies whose X-Forwarded-For is trusted, separated by commas.',
  }),
});

/** The environment of the gateway. */
export const GatewayConfig = GatewayEnvironment.refine(
  ({ RATE_LIMIT_BURST, RATE_LIMIT_PER_MINUTE }) => RATE_LIMIT_BURST * 60 >= RATE_LIMIT_PER_MINUTE,
  { path: ['RATE_LIMIT_BURST'], error: 'must be at least RATE_LIMIT_PER_MINUTE divided by 60' },
)
  .refine(
    ({ ACCOUNT_RATE_LIMIT_BURST, ACCOUNT_RATE_LIMIT_PER_MINUTE }) =>
      ACCOUNT_RATE_LIMIT_BURST * 60 >= ACCOUNT_RATE_LIMIT_PER_MINUTE,
    {
      path: ['ACCOUNT_RATE_LIMIT_BURST'],
      error: 'must be at least ACCOUNT_RATE_LIMIT_PER_MINUTE divided by 60',
    },
  )
  .refine(
    ({ OPERATOR_OIDC_ISSUER, OPERATOR_OIDC_CLIENT_ID, OPERATOR_OIDC_EMAILS, PUBLIC_URL }) =>
      OPERATOR_OIDC_ISSUER === undefined ||
      (OPERATOR_OIDC_CLIENT_ID !== undefined && OPERATOR_OIDC_EMAILS.length > 0 && PUBLIC_URL !== undefined),
    {
      path: ['OPERATOR_OIDC_ISSUER'],
      error: 'requires OPERATOR_OIDC_CLIENT_ID, OPERATOR_OIDC_EMAILS and PUBLIC_URL',
    },
  );
export type GatewayConfig = z.infer<typeof GatewayConfig>;

/** The time limits of the steps of a closing. */
export const closingTimes = (config: GatewayConfig) => ({
  cancelMs: config.CLOSING_CANCEL_MS,
  takeDownMs: config.CLOSING_TAKE_DOWN_MS,
  announceMs: config.CLOSING_ANNOUNCE_MS,
  settleMs: config.CLOSING_SETTLE_MS,
  recheckMs: config.CLOSING_RECHECK_MS,
});
