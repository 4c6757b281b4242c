import { z } from 'zod';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { EmailAddress } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';
import { ContactRequest, RequestCreated, RequestParsingFailed } from './request.ts';

export const REQUESTS_DAYS_MAX = 3650;

const DAYS = { error: `must be a whole number from 1 to ${REQUESTS_DAYS_MAX}` };
const requestsDays = z.int(DAYS).min(1, DAYS).max(REQUESTS_DAYS_MAX, DAYS).meta({
  description:
    'For how many days contact requests are kept. Emails, events and deliveries are kept for 30 days, or for this time if it is shorter.',
});

export const RetentionInput = z
  .strictObject({ requestsDays })
  .meta({ id: 'RetentionInput', example: { requestsDays: 90 } });

/** The retention of prospects' data in an account. */
export const Retention = z
  .object({
    requestsDays: z.int(),
    isDefault: z.boolean().meta({ description: 'Whether the account uses the default retention.' }),
  })
  .meta({ id: 'Retention', description: 'How long data of prospects is kept.' });
export type Retention = z.infer<typeof Retention>;

export const getRetention = defineOperation({
  subject: 'ask.inbox.get-retention',
  http: 'GET /account/retention',
  summary: 'Get the retention of prospect data',
  input: z.strictObject({}),
  output: Retention,
});
export const setRetention = defineOperation({
  subject: 'ask.inbox.set-retention',
  http: 'PUT /account/retention',
  summary: 'Set the retention of prospect data',
  description: 'Older requests are erased within the next hour, as with `DELETE /requests/{id}`.',
  access: 'erase',
  audit: 'account.retention_changed',
  input: RetentionInput,
  output: Retention,
});

/** Removes a request from its account at once, and then erases it with everything that belongs to it. */
export const deleteRequest = operationOn('ask.inbox.delete-request', ContactRequest, {
  http: 'DELETE /requests/{id}',
  summary: 'Erase a contact request',
  description:
    'The request is erased at once. Its email, its events, the responses of receivers to their deliveries, and internal messages of the service are erased within minutes. Other requests from the same email remain. Data that your webhooks have received remains with the receivers.',
  access: 'erase',
  audit: 'request.deleted',
  errors: ['request-not-found'],
});

export const ErasureInput = z
  .strictObject({ email: EmailAddress.meta({ description: 'The email address of the person.' }) })
  .meta({ id: 'ErasureInput', example: { email: 'jana@example.com' } });

const count = (description: string) => z.int().min(0).meta({ description });

export const ErasedCounts = z.object({
  requests: count('Contact requests of the person.'),
  mails: count(
    'Emails that the person sent, that contained the address, or from which a request of the person was created.',
  ),
  events: count('Events that contained data of the person.'),
  deliveries: count('Deliveries of these events.'),
  messages: count('Internal messages of the service with data of the person.'),
});
export type ErasedCounts = z.infer<typeof ErasedCounts>;

/** The present phase of a running erasure. */
export const ErasurePhase = z.enum(['requests', 'events', 'verifying']).meta({
  description:
    '`requests`: requests and emails are being erased. `events`: events, deliveries and messages are being erased. `verifying`: no data is left; the services search once more, for data that was in transit.',
});
export type ErasurePhase = z.infer<typeof ErasurePhase>;

export const Erasure = z
  .object({
    id: Id,
    state: z.enum(['running', 'finished']),
    phase: ErasurePhase.optional(),
    progress: z.string().meta({ description: 'The state and the phase in words.' }),
    requestedAt: Timestamp,
    finishedAt: Timestamp.optional(),
    erased: ErasedCounts,
  })
  .meta({
    id: 'Erasure',
    description:
      'The erasure of all data that an account has stored about one person. It does not name the person.',
    example: {
      id: EXAMPLE_ID,
      state: 'finished',
      progress: 'All data of the person that the services found is erased.',
      requestedAt: EXAMPLE_TIME,
      finishedAt: EXAMPLE_TIME,
      erased: { requests: 2, mails: 2, events: 3, deliveries: 3, messages: 2 },
    },
  });
export type Erasure = z.infer<typeof Erasure>;

export const ReapplyInput = z
  .strictObject({
    since: z.iso.datetime({ error: 'must be an ISO 8601 time in UTC' }).meta({
      description: 'The time of the backup that was restored.',
    }),
  })
  .meta({ id: 'ReapplyInput', example: { since: EXAMPLE_TIME } });

/** The erasures that were applied again after a backup was restored. */
export const Reapplied = z
  .object({
    erasures: z.int().min(0).meta({ description: 'Erasures of persons that are applied again.' }),
    closings: z.int().min(0).meta({ description: 'Closed accounts that are erased again.' }),
  })
  .meta({ id: 'Reapplied', example: { erasures: 2, closings: 1 } });
export type Reapplied = z.infer<typeof Reapplied>;

/** The erasure of a step, and the person. */
const PersonInput = z.strictObject({ erasureId: Id, requestedAt: Timestamp, email: z.string() });

/** Erases a portion of a person's data in a service; `isDone` when nothing is left. */
export const erasePersonFromInbox = defineOperation({
  subject: 'ask.inbox.erase-person',
  input: PersonInput,
  output: ErasedCounts.pick({ requests: true, mails: true }).extend({ isDone: z.boolean() }),
});
export const erasePersonFromEvents = defineOperation({
  subject: 'ask.notifier.erase-person',
  input: PersonInput,
  output: ErasedCounts.pick({ events: true, deliveries: true, messages: true }).extend({
    isDone: z.boolean(),
  }),
});

export const ERASED_AT_ONCE_MAX = 100;

/** The events of the inbox, which are the only ones it may have erased. */
export const INBOX_EVENTS = [RequestCreated, RequestParsingFailed].map(({ subject }) => subject);

/** Erases the events about requests and emails, with their deliveries and messages. */
export const eraseEvents = defineOperation({
  subject: 'ask.notifier.erase-events',
  input: z.strictObject({
    erasureId: Id.optional(),
    requestIds: z.array(Id).max(ERASED_AT_ONCE_MAX),
    mailIds: z.array(Id).max(ERASED_AT_ONCE_MAX),
    /** Requests of other people that shared a text with an erased one: these words are removed from their events. */
    redacted: z.array(z.strictObject({ requestId: Id, words: z.array(z.string()) })),
  }),
  output: z.object({}),
});
