import type { Row } from '../dashboard.ts';
import { RATE, duePanel, outboxPanel } from '../shared-rows.ts';

export const inboxRows: readonly Row[] = [
  {
    title: 'Mails',
    panels: [
      duePanel('read-mail', 'mail'),
      {
        title: 'Mails received',
        description: 'By the way they came in; copies of a mail that is known are counted apart.',
        unit: 'reqps',
        queries: [
          {
            expr: `sum by (source, copy) (rate(inbox_mails_received_total[${RATE}]))`,
            legend: '{{source}}, copy: {{copy}}',
          },
        ],
      },
      {
        title: 'Mails read, by outcome',
        description:
          '`failed` is told to the customer, `quarantined` belongs to nobody, `trouble` is our fault.',
        unit: 'reqps',
        queries: [
          {
            expr: `sum by (outcome, code) (rate(inbox_mails_read_total[${RATE}]))`,
            legend: '{{outcome}} {{code}}',
          },
        ],
      },
      {
        title: 'Requests made',
        description: 'Contact requests that were read out of mails.',
        unit: 'reqps',
        queries: [{ expr: `sum(rate(inbox_requests_created_total[${RATE}]))`, legend: 'requests' }],
      },
      {
        title: 'Mails refused',
        description:
          'Mails that were not taken over SMTP, by the reason. `trouble` is our fault; `spool-full` means that more comes in than `MAIL_SPOOL_BYTES` has room for; `guessing` means that a sender tries addresses.',
        unit: 'reqps',
        queries: [
          { expr: `sum by (reason) (rate(inbox_mails_refused_total[${RATE}]))`, legend: '{{reason}}' },
        ],
      },
      {
        title: 'Spool',
        description:
          'Room on disk that is reserved for mails that come in by SMTP, by replica. At `MAIL_SPOOL_BYTES` senders are told to try again later.',
        unit: 'bytes',
        queries: [{ expr: 'max by (instance) (inbox_spool_reserved_bytes)', legend: '{{instance}}' }],
      },
      {
        title: 'Mailboxes',
        description: 'Replicas that read a mailbox; exactly one each. None: alert MailboxAway.',
        unit: 'short',
        queries: [{ expr: 'sum by (mailbox) (inbox_mailbox_connected)', legend: '{{mailbox}}' }],
      },
      outboxPanel('inbox'),
      {
        title: 'Raw mails removed',
        description: 'Raw mails at the end of the time they are kept for.',
        unit: 'short',
        queries: [{ expr: `sum(increase(inbox_raw_mails_swept_total[${RATE}]))`, legend: 'mails' }],
      },
    ],
  },
];
