import { defineMetrics } from '@estate/contracts';

/** Everything that is measured here. */
export const METRICS = defineMetrics({
  inbox_mails_received_total: {
    type: 'counter',
    help: 'Mails that were stored.',
    labels: ['source', 'copy'],
  },
  inbox_requests_created_total: { type: 'counter', help: 'Contact requests that were made.' },
  inbox_spool_reserved_bytes: {
    type: 'gauge',
    help: 'Room on disk that is taken by mails that come in by SMTP.',
  },
  inbox_raw_mails_swept_total: {
    type: 'counter',
    help: 'Raw mails that were removed at the end of their time.',
  },
  inbox_mails_read_total: {
    type: 'counter',
    help: 'Mails that were read, by how that ended.',
    labels: ['outcome', 'code'],
  },
  inbox_mails_refused_total: {
    type: 'counter',
    help: 'Mails that were not taken.',
    labels: ['source', 'reason'],
  },
  inbox_mailbox_connected: {
    type: 'gauge',
    help: 'Whether this process reads a mailbox.',
    labels: ['mailbox'],
  },
});
