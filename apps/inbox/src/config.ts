import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  SECRET,
  auditEnv,
  byteStoreEnv,
  list,
  mongoEnv,
  natsEnv,
  requestAddressEnv,
  serviceEnv,
} from '@estate/config';
import { z } from 'zod';
import { Mailboxes } from './sources/imap/mailbox.ts';

const count = (fallback: number, most = 64) => z.coerce.number().int().min(1).max(most).default(fallback);
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const port = z.coerce.number().int().min(0).max(65_535);

/** A JSON list of mailboxes, or `file:` and the path of a file that holds one. */
const mailboxes = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      const json = text.startsWith('file:') ? readFileSync(text.slice('file:'.length), 'utf8') : text;
      return JSON.parse(json) as unknown;
    } catch {
      context.addIssue('must be a JSON list of mailboxes, or file: and the path of a file with one');
      return z.NEVER;
    }
  })
  .pipe(Mailboxes);

/** The environment of the inbox. */
export const InboxConfig = z.object({
  ...serviceEnv,
  ...natsEnv,
  ...mongoEnv,
  ...byteStoreEnv,
  ...auditEnv,
  ...requestAddressEnv,
  MONGODB_DATABASE: z.string().default('inbox').meta({ description: 'Name of the inbox’s own database.' }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'Public URL of the service, for links to the dashboard; without it, there are no links.',
    }),
  INBOX_FORWARDED_DOMAINS: list.prefault('').meta({
    description: 'Further domains for which emails are accepted, separated by commas.',
  }),
  MAIL_MAX_BYTES: z.coerce.number().int().min(10_000).max(100_000_000).default(25_000_000).meta({
    description: 'Maximum size of an email. Larger emails are not read, and the customer is notified.',
  }),
  MAIL_SPOOL_DIRECTORY: z.string().min(1).default(join(tmpdir(), 'inbox-mails')).meta({
    description: 'Directory for emails of more than 256 kB until they are stored; on a disk, not in memory.',
  }),
  MAIL_SPOOL_BYTES: z.coerce.number().int().min(200_000_000).default(500_000_000).meta({
    description: 'Maximum size of such emails received by SMTP at the same time; one sender gets half of it.',
  }),
  MAIL_KEPT_DAYS: count(30, 3650).meta({ description: 'How long raw emails are kept.' }),
  REQUEST_RETENTION_DAYS: count(180, 3650).meta({
    description: 'Default retention of contact requests, for accounts that have not set their own.',
  }),
  RETENTION_SWEEP_EVERY_MS: milliseconds(3_600_000).meta({
    description: 'How often the inbox looks for requests whose retention time has ended.',
  }),
  ERASE_SWEEP_EVERY_MS: milliseconds(2000).meta({
    description: 'How often the inbox looks for requests that are to be erased.',
  }),
  ERASE_TIMEOUT_MS: milliseconds(120_000).meta({
    description:
      'Maximum duration of one step of an erasure in a service. A step reads all messages of the last seven days from the broker, about 5000 per second.',
  }),
  ERASE_SETTLE_MS: milliseconds(60_000).meta({
    description:
      'How long after the content of a request its remaining data is erased, including data in messages that were in transit.',
  }),
  IMAP_MAILBOXES: mailboxes.meta({
    ...SECRET,
    description:
      'Mailboxes to read, with their passwords: a JSON list, or file: and the path of a file with one.',
  }),
  IMAP_LEASE_MS: milliseconds(15_000).meta({
    description: 'Time without a heartbeat after which another process takes over a mailbox.',
  }),
  IMAP_POLL_MS: milliseconds(30_000).meta({
    description: 'How often a mailbox is checked although its server announced nothing.',
  }),
  SMTP_PORT: port
    .optional()
    .meta({ description: 'Port of the SMTP server; without it, no emails are received by SMTP.' }),
  SMTP_HOST: z.string().default('127.0.0.1').meta({ description: 'Address the SMTP port listens on.' }),
  SMTP_NAME: z
    .string()
    .optional()
    .meta({ description: 'Host name in the greeting of the SMTP server. Default: INBOX_DOMAIN.' }),
  SMTP_CERTIFICATE_FILE: z.string().optional().meta({
    description: 'Certificate chain (PEM) for STARTTLS; together with SMTP_KEY_FILE.',
  }),
  SMTP_KEY_FILE: z.string().optional().meta({ description: 'Private key (PEM) for STARTTLS.' }),
  SMTP_CERTIFICATE_SWEEP_EVERY_MS: milliseconds(600_000).meta({
    description: 'How often the inbox looks whether the files of the certificate have changed.',
  }),
  SMTP_MAX_CONNECTIONS: count(100, 10_000).meta({
    description:
      'Maximum number of connections at a time. If all are in use, a new one takes the place of one that has delivered nothing.',
  }),
  SMTP_MAX_CONNECTIONS_PER_ADDRESS: count(20, 10_000).meta({
    description: 'Maximum number of connections at a time from one address, or from one /64 network of IPv6.',
  }),
  SMTP_MAILS_PER_MINUTE: count(600, 1_000_000).meta({
    description: 'Maximum number of emails per minute from one address, for each replica.',
  }),
  SMTP_UNKNOWN_RECIPIENTS_PER_HOUR: count(100, 1_000_000).meta({
    description:
      'Maximum number of unknown recipients per hour from one address, each counted once; for each replica.',
  }),
  SMTP_BEGIN_TIMEOUT_MS: milliseconds(20_000).meta({
    description: 'Maximum time until a connection begins its first email.',
  }),
  SMTP_DATA_TIMEOUT_MS: milliseconds(600_000).meta({
    description: 'Maximum duration of the transfer of one email.',
  }),
  READ_THREADS: count(1).meta({ description: 'Number of threads that read emails.' }),
  READ_TIMEOUT_MS: milliseconds(30_000).meta({ description: 'Maximum duration of reading one email.' }),
  READ_HEAP_MB: count(256, 8192).meta({ description: 'Maximum memory of a reading thread.' }),
  READ_CONCURRENCY: count(32).meta({
    description: 'Maximum number of emails that one process works on at a time.',
  }),
  READ_LEASE_MS: milliseconds(180_000).meta({
    description: 'Time after which another process takes over an email that is still being read.',
  }),
  READ_SWEEP_EVERY_MS: milliseconds(2000).meta({
    description: 'How often the inbox looks for emails that are due and were not announced.',
  }),
  RAW_SWEEP_EVERY_MS: milliseconds(3_600_000).meta({
    description: 'How often the inbox looks for raw emails whose retention time has ended.',
  }),
});
export type InboxConfig = z.output<typeof InboxConfig>;

/** The domains whose addresses are ours. */
export const domainsOf = (config: InboxConfig): ReadonlySet<string> =>
  new Set([config.INBOX_DOMAIN, ...config.INBOX_FORWARDED_DOMAINS.map((name) => name.toLowerCase())]);
