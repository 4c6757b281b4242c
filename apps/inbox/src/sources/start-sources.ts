import { ConfigError } from '@estate/config';
import type { Logger } from '@estate/observability';
import type { Closable } from '@estate/runtime';
import type { InboxConfig } from '../config.ts';
import type { Events } from '../telemetry.ts';
import type { Intake } from '../intake/intake.ts';
import type { Origin } from '../origin.ts';
import type { RecipientLookup } from '../processing/recipient-lookup.ts';
import type { Stores } from '../stores/open-stores.ts';
import { Spool } from '../intake/spool.ts';
import { startImapSource } from './imap/imap-source.ts';
import { startSmtpSource } from './smtp/smtp-source.ts';

export interface SourcesDeps extends Origin {
  config: InboxConfig;
  log: Logger;
  intake: Intake;
  recipients: RecipientLookup;
  events: Events;
  stores: Pick<Stores, 'mailboxes'>;
}

/** Starts all sources of emails. */
export async function startSources({ config, log, stores, newId, ...deps }: SourcesDeps): Promise<Closable> {
  const { SMTP_PORT: port } = config;
  const spool = await openSpool(config, newId, deps.events);
  const showCertificate = (expiresAt: () => Date) => deps.events.showCertificate(expiresAt);
  const smtpDeps = { config, spool, log, showCertificate, ...deps };
  const smtp = port === undefined ? undefined : await startSmtpSource(port, smtpDeps);
  if (smtp) log.info({ smtpPort: smtp.port }, 'smtp.listening');
  const imap = startImapSource(config.IMAP_MAILBOXES, {
    ...deps,
    spool,
    mailboxes: stores.mailboxes,
    owner: newId(),
    leaseMs: config.IMAP_LEASE_MS,
    pollMs: config.IMAP_POLL_MS,
    maxBytes: config.MAIL_MAX_BYTES,
  });
  return {
    close: async () => {
      await Promise.all([smtp?.close(), imap.close()]);
    },
  };
}

async function openSpool(
  { MAIL_SPOOL_DIRECTORY: directory, MAIL_SPOOL_BYTES: mostBytes }: InboxConfig,
  newId: () => string,
  events: Pick<Events, 'spoolChanged'>,
): Promise<Spool> {
  try {
    return await Spool.open({ directory, mostBytes, newId, onChange: (bytes) => events.spoolChanged(bytes) });
  } catch (error) {
    throw new ConfigError(`MAIL_SPOOL_DIRECTORY: ${(error as Error).message}`);
  }
}
