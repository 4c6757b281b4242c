import { PARSING_FAILURES } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { METRICS } from './metrics.ts';

const REFUSALS = [
  'trouble',
  'connections',
  'rate',
  'recipients',
  'unknown-recipient',
  'guessing',
  'too-large',
  'spool-full',
  'slow',
  'endless',
  'disconnected',
] as const;
/** Why a mail was not taken. */
export type RefusalReason = (typeof REFUSALS)[number];

const OUTCOMES = ['parsed', 'failed', 'quarantined', 'repeat', 'trouble', 'outdated'] as const;

export interface MailRead {
  mailId: string;
  outcome: (typeof OUTCOMES)[number];
  failureCode?: string | undefined;
  requests?: number;
  durationMs: number;
  reason?: unknown;
}

/** Business events of the inbox: one log line and one metric each; nothing of what a person wrote. */
export interface Events {
  mailReceived(mail: { mailId: string; source: string; copy: boolean; sizeBytes: number }): void;
  mailRead(mail: MailRead): void;
  mailRefused(refusal: { source: 'smtp'; reason: RefusalReason; cause?: unknown }): void;
  /** How many bytes are reserved for mails that come in. */
  spoolChanged(bytes: number): void;
  mailboxChanged(change: {
    mailbox: string;
    state: 'owned' | 'lost' | 'connected' | 'away';
    reason?: unknown;
  }): void;
  rawSwept(swept: { removed: number; unfinished: number }): void;
}

export function inboxEvents(
  { log, metrics }: { log: Logger; metrics: Metrics },
  mailboxNames: readonly string[] = [],
): Events {
  const received = metrics.counter(METRICS.inbox_mails_received_total);
  const read = readCounter(metrics);
  const requests = metrics.counter(METRICS.inbox_requests_created_total);
  const refused = refusalCounter(metrics);
  const spool = metrics.gauge(METRICS.inbox_spool_reserved_bytes);
  const mailboxes = mailboxGauge(metrics, mailboxNames);
  const swept = metrics.counter(METRICS.inbox_raw_mails_swept_total);
  return {
    mailReceived: (mail) => {
      received.inc({ source: mail.source, copy: String(mail.copy) });
      log.info(mail, 'mail.received');
    },
    mailRead: ({ reason, ...mail }) => {
      read.inc({ outcome: mail.outcome, code: mail.failureCode ?? '' });
      requests.inc(mail.requests ?? 0);
      if (mail.outcome === 'trouble') log.error({ ...mail, err: reason }, 'mail.read');
      else log.info({ ...mail, reason }, 'mail.read');
    },
    mailRefused: ({ cause, ...refusal }) => {
      refused.inc(refusal);
      log.warn({ ...refusal, err: cause }, 'mail.refused');
    },
    spoolChanged: (bytes) => spool.set(bytes),
    mailboxChanged: ({ reason, ...change }) => {
      mailboxes.set({ mailbox: change.mailbox }, change.state === 'connected' ? 1 : 0);
      if (change.state === 'away') log.warn({ ...change, err: reason }, 'mailbox.changed');
      else log.info(change, 'mailbox.changed');
    },
    rawSwept: (counts) => {
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
  for (const reason of REFUSALS) refused.inc({ source: 'smtp', reason }, 0);
  return refused;
}

/** A mailbox that nobody has connected to yet must be seen, too. */
function mailboxGauge(metrics: Metrics, names: readonly string[]): ReturnType<Metrics['gauge']> {
  const mailboxes = metrics.gauge(METRICS.inbox_mailbox_connected);
  for (const mailbox of names) mailboxes.set({ mailbox }, 0);
  return mailboxes;
}
