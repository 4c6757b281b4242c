import { PARSING_FAILURES } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';
import { REFUSAL_REASONS } from './sources/smtp/refusal.ts';
import type { RefusalReason } from './sources/smtp/refusal.ts';

const OUTCOMES = ['parsed', 'failed', 'quarantined', 'repeat', 'trouble', 'outdated'] as const;

export interface MailRead {
  mailId: string;
  outcome: (typeof OUTCOMES)[number];
  failureCode?: string | undefined;
  requests?: number;
  durationMs: number;
  reason?: unknown;
}

interface MailRefusal {
  source: 'smtp';
  reason: RefusalReason;
  cause?: unknown;
}

export interface MailboxChange {
  mailbox: string;
  state: 'owned' | 'lost' | 'connected' | 'unavailable';
  reason?: unknown;
}

export type Events = ReturnType<typeof inboxEvents>;

/** Business events of the inbox: one log line and one metric each; nothing of what a person wrote. */
export function inboxEvents(
  { log, metrics }: { log: Logger; metrics: Metrics },
  mailboxNames: readonly string[] = [],
) {
  const received = metrics.counter(METRICS.inbox_mails_received_total);
  const read = readCounter(metrics);
  const requests = metrics.counter(METRICS.inbox_requests_created_total);
  const refused = refusalCounter(metrics);
  const spool = metrics.gauge(METRICS.inbox_spool_reserved_bytes);
  const mailboxes = mailboxGauge(metrics, mailboxNames);
  const showCertificate = certificateGauge(metrics);
  const swept = metrics.counter(METRICS.inbox_raw_mails_swept_total);
  return {
    mailReceived: (mail: { mailId: string; source: string; copy: boolean; sizeBytes: number }) => {
      received.inc({ source: mail.source, copy: String(mail.copy) });
      log.info(mail, 'mail.received');
    },
    mailRead: ({ reason, ...mail }: MailRead) => {
      read.inc({ outcome: mail.outcome, code: mail.failureCode ?? '' });
      requests.inc(mail.requests ?? 0);
      if (mail.outcome === 'trouble') log.error({ ...mail, err: reason }, 'mail.read');
      else log.info({ ...mail, reason }, 'mail.read');
    },
    mailRefused: ({ cause, ...refusal }: MailRefusal) => {
      refused.inc(refusal);
      log.warn({ ...refusal, err: cause }, 'mail.refused');
    },
    showCertificate,
    spoolChanged: (reservedBytes: number) => spool.set(reservedBytes),
    mailboxChanged: ({ reason, ...change }: MailboxChange) => {
      mailboxes.set({ mailbox: change.mailbox }, change.state === 'connected' ? 1 : 0);
      if (change.state === 'unavailable') log.warn({ ...change, err: reason }, 'mailbox.changed');
      else log.info(change, 'mailbox.changed');
    },
    rawSwept: (counts: { removed: number; unfinished: number }) => {
      swept.inc(counts.removed);
      log.info(counts, 'raw-mails.swept');
    },
  };
}

function readCounter(metrics: Metrics): ReturnType<Metrics['counter']> {
  const read = metrics.counter(METRICS.inbox_mails_read_total);
  for (const outcome of OUTCOMES) if (outcome !== 'failed') read.inc({ outcome, code: '' }, 0);
  for (const outcome of ['failed', 'parsed']) {
    for (const code of PARSING_FAILURES) read.inc({ outcome, code }, 0);
  }
  return read;
}

function refusalCounter(metrics: Metrics): ReturnType<Metrics['counter']> {
  const refused = metrics.counter(METRICS.inbox_mails_refused_total);
  for (const reason of REFUSAL_REASONS) refused.inc({ source: 'smtp', reason }, 0);
  return refused;
}

/** Without a certificate there is a metric without a value. */
function certificateGauge(metrics: Metrics): (expiresAt: () => Date) => () => void {
  const definition = METRICS.inbox_smtp_certificate_expiry_timestamp_seconds;
  metrics.measured(definition, () => []);
  return (expiresAt) =>
    metrics.measured(definition, () => [{ labels: { source: 'smtp' }, value: expiresAt().getTime() / 1000 }]);
}

/** A mailbox without a connection so far is shown, too. */
function mailboxGauge(metrics: Metrics, names: readonly string[]): ReturnType<Metrics['gauge']> {
  const mailboxes = metrics.gauge(METRICS.inbox_mailbox_connected);
  for (const mailbox of names) mailboxes.set({ mailbox }, 0);
  return mailboxes;
}
