import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  inbox_mails_received_total: {
    type: 'counter',
    help: 'Emails that were stored.',
    labels: ['source', 'copy'],
  },
  inbox_requests_created_total: { type: 'counter', help: 'Contact requests that were created.' },
  inbox_spool_reserved_bytes: {
    type: 'gauge',
    help: 'Disk space that is reserved for emails received by SMTP.',
  },
  inbox_raw_mails_swept_total: {
    type: 'counter',
    help: 'Raw emails that were removed at the end of their retention time.',
  },
  inbox_mails_read_total: {
    type: 'counter',
    help: 'Emails that were read, by outcome.',
    labels: ['outcome', 'code'],
  },
  inbox_mails_refused_total: {
    type: 'counter',
    help: 'Emails that were refused.',
    labels: ['source', 'reason'],
  },
  inbox_smtp_certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    help: 'Expiry time of the certificate of the SMTP server; absent without a certificate.',
    // A gauge without labels would be 0 instead of absent, which is a certificate that has expired.
    labels: ['source'],
  },
  inbox_mailbox_connected: {
    type: 'gauge',
    help: 'Whether this process reads a mailbox.',
    labels: ['mailbox'],
  },
});
