import { z } from 'zod';
import { auditEnv, egressEnv, mongoEnv, natsEnv, secret, serviceEnv, vaultEnv } from '@estate/config';
import { EmailAddress } from '@estate/contracts';

const count = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback);
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The environment of the notifier. */
export const NotifierConfig = z
  .object({
    ...serviceEnv,
    ...natsEnv,
    ...mongoEnv,
    MONGODB_DATABASE: z.string().default('notifier').meta({ description: 'Name of the database.' }),
    ...egressEnv,
    ...vaultEnv,
    ...auditEnv,
    WEBHOOK_TIMEOUT_MS: milliseconds(15_000).meta({
      description: 'Maximum duration of one attempt, from name resolution to the last byte of the response.',
    }),
    WEBHOOK_LEASE_MS: z.coerce.number().int().min(1).optional().meta({
      description:
        'When another process retries an attempt of a process that ended; longer than WEBHOOK_TIMEOUT_MS. Default: twice as long.',
    }),
    WEBHOOK_REPEAT_BASE_MS: milliseconds(10_000).meta({
      description:
        'Pause before the first retry; each further one is four times as long. A receiver that does not respond is suspended for three of them.',
    }),
    WEBHOOK_CONCURRENCY: count(256, 4096).meta({
      description:
        'Maximum number of attempts that one process makes at a time; slow receivers together get at most half of them.',
    }),
    WEBHOOK_CONCURRENCY_PER_WEBHOOK: count(16, 256).meta({
      description:
        'The maximum number of these for one healthy receiver; a failing or slow receiver gets fewer.',
    }),
    WEBHOOK_SWEEP_MS: milliseconds(1000).meta({
      description: 'How often the notifier looks for due deliveries that no message announced.',
    }),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'must be a URL with smtp:// or smtps://' })
      .pipe(secret())
      .optional()
      .meta({
        description:
          'Mail server for emails to accounts, with user and password if required; without it, no emails are sent.',
      }),
    SMTP_FROM: EmailAddress.optional().meta({
      description: 'Sender of the emails to accounts; required with SMTP_URL.',
    }),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        description: 'Public URL of the service, for links to the dashboard; without it, there are no links.',
      }),
  })
  .refine((env) => env.SMTP_URL === undefined || env.SMTP_FROM !== undefined, {
    path: ['SMTP_FROM'],
    error: 'is required with SMTP_URL',
  })
  .refine((env) => env.WEBHOOK_LEASE_MS === undefined || env.WEBHOOK_LEASE_MS > env.WEBHOOK_TIMEOUT_MS, {
    path: ['WEBHOOK_LEASE_MS'],
    error: 'must be longer than WEBHOOK_TIMEOUT_MS, or deliveries would be sent twice',
  });
export type NotifierConfig = z.output<typeof NotifierConfig>;

/** How long a receiver that does not respond is suspended for the first time. */
export const holdMs = (config: NotifierConfig): number => 3 * config.WEBHOOK_REPEAT_BASE_MS;

export const leaseMs = (config: NotifierConfig): number =>
  config.WEBHOOK_LEASE_MS ?? 2 * config.WEBHOOK_TIMEOUT_MS;
