import type { Row } from '../dashboard.ts';
import { RATE, duePanel, outboxPanel } from '../shared-rows.ts';

export const inboxRows: readonly Row[] = [
  {
    title: 'Emails',
    panels: [
      duePanel('read-mail', 'mail'),
      {
        title: 'Emails received',
        description: 'By source. Copies of a known email are counted separately.',
        unit: 'reqps',
        queries: {
          '{{source}}, copy: {{copy}}': `sum by (source, copy) (rate(inbox_mails_received_total[${RATE}]))`,
        },
      },
      {
        title: 'Emails read, by outcome',
        description:
          '`failed`: the customer is notified. `quarantined`: belongs to no target. `trouble`: internal error, retried.',
        unit: 'reqps',
        queries: { '{{outcome}} {{code}}': `sum by (outcome, code) (rate(inbox_mails_read_total[${RATE}]))` },
      },
      {
        title: 'Requests created',
        description: 'Contact requests that were created from emails.',
        unit: 'reqps',
        queries: { requests: `sum(rate(inbox_requests_created_total[${RATE}]))` },
      },
      {
        title: 'Emails refused',
        description:
          'Emails that were refused over SMTP, by reason. `trouble`: internal error; `spool-full`: the emails that arrive exceed `MAIL_SPOOL_BYTES`. `guessing`: a sender tries many addresses.',
        unit: 'reqps',
        queries: { '{{reason}}': `sum by (reason) (rate(inbox_mails_refused_total[${RATE}]))` },
      },
      {
        title: 'Spool',
        description:
          'Disk space that is reserved for emails received by SMTP, by replica. At `MAIL_SPOOL_BYTES` the server asks senders to retry later.',
        unit: 'bytes',
        queries: { '{{instance}}': 'max by (instance) (inbox_spool_reserved_bytes)' },
      },
      {
        title: 'Mailboxes',
        description:
          'Replicas that read a mailbox; there must be exactly one. None: alert MailboxUnavailable.',
        unit: 'short',
        queries: { '{{mailbox}}': 'sum by (mailbox) (inbox_mailbox_connected)' },
      },
      outboxPanel('inbox'),
      {
        title: 'Raw emails removed',
        description: 'Raw emails that were removed at the end of their retention time.',
        unit: 'short',
        queries: { emails: `sum(increase(inbox_raw_mails_swept_total[${RATE}]))` },
      },
    ],
  },
];
