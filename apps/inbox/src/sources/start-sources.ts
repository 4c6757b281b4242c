import type { Logger } from '@estate/observability';
import type { Closable } from '@estate/runtime';
import type { InboxConfig } from '../config.ts';
import type { Events } from '../events.ts';
import type { Intake } from '../intake/intake.ts';
import type { Origin } from '../origin.ts';
import type { Directory } from '../processing/directory.ts';
import type { Stores } from '../stores/open-stores.ts';
import { startImapSource } from './imap/imap-source.ts';
import { startSmtpSource } from './smtp/smtp-source.ts';

export interface SourcesDeps extends Origin {
  config: InboxConfig;
  log: Logger;
  intake: Intake;
  directory: Directory;
  events: Events;
  stores: Pick<Stores, 'mailboxes'>;
}

/** Starts every way that mail comes in by. */
export async function startSources({ config, log, stores, newId, ...deps }: SourcesDeps): Promise<Closable> {
  const { SMTP_PORT: port } = config;
  const smtp = port === undefined ? undefined : await startSmtpSource(port, { config, ...deps });
  if (smtp) log.info({ smtpPort: smtp.port }, 'smtp.listening');
  const imap = startImapSource(config.IMAP_MAILBOXES, {
    ...deps,
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
