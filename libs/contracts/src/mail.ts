import { z } from 'zod';
import { Actor } from './actor.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { Id, Timestamp } from './ids.ts';
import { CountedListQuery, countedPageOf } from './list.ts';
import { ParsingFailureCode, ParsingProblem } from './request.ts';

export const RECEIVED_MAIL_STATES = ['pending', 'parsed', 'partial', 'failed', 'done'] as const;

/** The state of an email, as its account sees it. */
export const ReceivedMailState = z.enum(RECEIVED_MAIL_STATES).meta({
  description:
    '`pending`: the email is being read again. `parsed`: everything in it became requests, or it is a report of a platform that was read. `partial`: requests were created from it, but a part of it could not be read. `failed`: no request was created from it. `done`: the account has marked it as done.',
});
export type ReceivedMailState = z.infer<typeof ReceivedMailState>;

/** An email to targets of the account, as a list shows it. */
export const ReceivedMailSummary = z
  .object({
    id: Id,
    receivedAt: Timestamp,
    state: ReceivedMailState,
    sender: z.string().optional(),
    subject: z.string().optional(),
    recipients: z.array(z.string()).meta({
      description: 'The request addresses of the account that received the email.',
    }),
    targetIds: z.array(Id).meta({ description: 'The targets of the account that received the email.' }),
    requestCount: z.int().meta({
      description: 'The number of requests that were created from the email, for all these targets together.',
    }),
    reportIds: z.array(Id).optional().meta({
      description:
        'The reports of platforms that the email is, one for each of these targets. See `GET /reports`.',
    }),
    failureCode: ParsingFailureCode.optional(),
    failureMessage: z.string().optional(),
    doneAt: Timestamp.optional().meta({ description: 'When the email was marked as done.' }),
    doneBy: Actor.optional(),
  })
  .meta({ id: 'ReceivedEmailSummary', description: 'An email that targets of the account received.' });
export type ReceivedMailSummary = z.infer<typeof ReceivedMailSummary>;

/** The maximum number of attachments and requests of an email that are listed. */
export const MAIL_ATTACHMENTS_MAX = 100;
export const MAIL_REQUEST_IDS_MAX = 100;

export const MailAttachment = z.object({
  name: z.string(),
  mediaType: z.string().meta({ description: 'The media type that the email declares.' }),
  sizeBytes: z.int().meta({ description: 'Size after decoding.' }),
});
export type MailAttachment = z.infer<typeof MailAttachment>;

/** An email to targets of the account, with its content and its results. */
export const ReceivedMail = ReceivedMailSummary.extend({
  sizeBytes: z.int().meta({ description: 'Size of the email as it was received.' }),
  expiresAt: Timestamp.meta({ description: 'When the email is removed.' }),
  text: z.string().optional().meta({
    description:
      'The plain text of the email, or the text of its HTML, at most 64 KiB. Absent for an email that has not been read yet.',
  }),
  attachments: z
    .array(MailAttachment)
    .max(MAIL_ATTACHMENTS_MAX)
    .meta({
      description: `The first ${MAIL_ATTACHMENTS_MAX} attachments. Their content cannot be downloaded.`,
    }),
  attachmentCount: z.int().meta({ description: 'The number of attachments of the email.' }),
  problems: z
    .array(ParsingProblem)
    .meta({ description: 'The parts of the email that did not become a request.' }),
  requestIds: z
    .array(Id)
    .max(MAIL_REQUEST_IDS_MAX)
    .meta({
      description: `The requests that were created from the email, at most ${MAIL_REQUEST_IDS_MAX}.`,
    }),
}).meta({
  id: 'ReceivedEmail',
  description: 'An email that targets of the account received, with its text. It is kept for 30 days.',
});
export type ReceivedMail = z.infer<typeof ReceivedMail>;

export const ReceivedMailQuery = CountedListQuery.extend({
  targetId: Id.optional().meta({ description: 'Only emails that this target received.' }),
  state: ReceivedMailState.optional().meta({ description: 'Only emails in this state.' }),
});
export type ReceivedMailQuery = z.infer<typeof ReceivedMailQuery>;

/** Lists the emails that the account's targets received. */
export const listReceivedMails = defineOperation({
  subject: 'ask.inbox.list-received-mails',
  http: 'GET /mails',
  summary: 'List received emails',
  description:
    'The emails that targets of the account received. Emails are kept for 30 days, or for the retention of the account if it is shorter.',
  input: ReceivedMailQuery,
  output: countedPageOf(ReceivedMailSummary),
});
export const getReceivedMail = operationOn('ask.inbox.get-received-mail', ReceivedMail, {
  http: 'GET /mails/{id}',
  summary: 'Get a received email',
  errors: ['mail-not-found'],
});
/** Reads an email of the account again; one that is still to be read stays as it is. */
export const reparseReceivedMail = operationOn('ask.inbox.reparse-received-mail', ReceivedMail, {
  http: 'POST /mails/{id}/reparse',
  summary: 'Read a received email again',
  description:
    'Requests that were already created from the email are not created again, and their events are not sent again.',
  status: 202,
  errors: ['mail-not-found', 'mail-unreadable'],
});
/** Marks an email as done for the account. */
export const finishReceivedMail = operationOn('ask.inbox.finish-received-mail', ReceivedMail, {
  http: 'POST /mails/{id}/done',
  summary: 'Mark a received email as done',
  errors: ['mail-not-found'],
});
