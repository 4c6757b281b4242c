import { z } from 'zod';
import { defineWake } from './define-message.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { CountedListQuery } from './list.ts';
import { Period } from './period.ts';
import { EventName } from './events.ts';

const milliseconds = z.number().optional();

export const DeliveryAttempt = z.object({
  at: Timestamp,
  statusCode: z.int().optional(),
  body: z.string().optional().meta({ description: 'The first 16 KiB of the response body, as text.' }),
  bodyTruncated: z.boolean().optional(),
  error: z.string().optional().meta({ description: 'A description of the error for people.' }),
  errorCode: z
    .string()
    .optional()
    .meta({ description: 'The error as a stable code, such as `tls_self_signed`.' }),
  durationMs: z.number().optional(),
  phases: z
    .object({ dnsMs: milliseconds, connectMs: milliseconds, tlsMs: milliseconds, firstByteMs: milliseconds })
    .optional()
    .meta({
      description:
        'The duration of each phase. A reused connection has no name resolution, connection and TLS.',
    }),
  address: z.string().optional().meta({ description: 'The URL of the request.' }),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.enum(['pending', 'held', 'succeeded', 'failed', 'discarded']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

const link = (what: string) => Id.optional().meta({ description: `The ${what} that the event is about.` });
const links = { propertyId: link('property'), listingId: link('listing'), targetId: link('target') };

export const Delivery = z
  .object({
    id: Id,
    eventId: Id,
    eventName: EventName,
    status: DeliveryStatus.meta({
      description: '`held`: the webhook is paused. `discarded`: the webhook was disabled or deleted.',
    }),
    sequence: z.int().optional().meta({
      description:
        'The number of the delivery in its webhook, also sent as `webhook-sequence`. It has no gaps, except one of at least a million numbers after the service was restored from a backup. Test deliveries have none.',
    }),
    test: z.boolean().optional(),
    ...links,
    nextAttemptAt: Timestamp.optional(),
    laterAttemptsAt: z.array(Timestamp).optional().meta({
      description:
        'The attempts after the next one, if each of them fails. Estimates: every pause varies by a fifth, and `Retry-After` can lengthen it.',
    }),
    attemptCount: z
      .int()
      .optional()
      .meta({ description: 'The number of attempts so far. The newest ones are in `attempts`.' }),
    attempts: z.array(DeliveryAttempt),
    createdAt: Timestamp.optional(),
  })
  .meta({
    id: 'Delivery',
    description: 'The transfer of one event to one webhook, with its attempts.',
    example: {
      id: EXAMPLE_ID,
      eventId: EXAMPLE_ID,
      eventName: 'publication.succeeded',
      status: 'succeeded',
      sequence: 41,
      propertyId: EXAMPLE_ID,
      listingId: EXAMPLE_ID,
      targetId: EXAMPLE_ID,
      attemptCount: 1,
      attempts: [
        {
          at: EXAMPLE_TIME,
          statusCode: 200,
          body: '{"ok":true}',
          durationMs: 38,
          phases: { dnsMs: 2.1, connectMs: 9.4, tlsMs: 12.8, firstByteMs: 13.2 },
          address: '203.0.113.7',
        },
      ],
      createdAt: EXAMPLE_TIME,
    },
  });
export type Delivery = z.infer<typeof Delivery>;

/** A bulk resend; it continues after a restart of the service. */
export const Resend = z
  .object({
    id: Id,
    status: z.enum(['running', 'finished', 'cancelled', 'failed']),
    queued: z.int().meta({ description: 'The number of deliveries queued again so far.' }),
    examined: z.int().meta({ description: 'The number of deliveries examined so far.' }),
    createdAt: Timestamp,
    finishedAt: Timestamp.optional(),
    failure: z
      .object({ failureCode: z.enum(['internal']), failureMessage: z.string() })
      .optional()
      .meta({ description: 'Why the bulk resend failed.' }),
  })
  .meta({
    id: 'Resend',
    description: 'A bulk resend of deliveries.',
    example: { id: EXAMPLE_ID, status: 'running', queued: 200, examined: 500, createdAt: EXAMPLE_TIME },
  });
export type Resend = z.infer<typeof Resend>;

/** The parts of the check of a receiver. */
export const ReceiverCheckName = z.enum([
  'accepts-good', 'refuses-wrong-signature', 'refuses-stale', 'accepts-duplicate',
]); // oxfmt-ignore
export type ReceiverCheckName = z.infer<typeof ReceiverCheckName>;

export const ReceiverReport = z
  .object({
    ok: z.boolean(),
    checks: z.array(
      z.object({
        name: ReceiverCheckName,
        ok: z.boolean(),
        message: z.string(),
        statusCode: z.int().optional(),
        errorCode: z.string().optional(),
        durationMs: z.number(),
      }),
    ),
  })
  .meta({
    id: 'ReceiverReport',
    description: 'How a receiver responds to valid, forged, stale and duplicate deliveries.',
    example: {
      ok: false,
      checks: [
        {
          name: 'accepts-good',
          ok: true,
          message: 'A valid delivery was accepted.',
          statusCode: 200,
          durationMs: 31,
        },
        {
          name: 'refuses-wrong-signature',
          ok: false,
          message: 'A delivery with a wrong signature was accepted. Anyone could send events.',
          statusCode: 200,
          durationMs: 12,
        },
      ],
    },
  });
export type ReceiverReport = z.infer<typeof ReceiverReport>;

/** The body of a delivery, as the receiver gets it. */
export const EventEnvelope = z
  .object({
    eventId: Id,
    eventName: EventName,
    eventPayload: z.record(z.string(), z.unknown()),
    eventTime: Timestamp,
  })
  .meta({ id: 'Event', description: 'An event of the account.' });
export type EventEnvelope = z.infer<typeof EventEnvelope>;

const { from: since, to: until } = Period;
const sequence = z.int().min(1).optional();

const about = (what: string) => Id.optional().meta({ description: `Only events about this ${what}.` });

const sameAs = (name: string) => ({
  description: `The same as \`${name}\`. Give only one of them.`,
});

export const DeliveryQuery = CountedListQuery.extend({
  status: DeliveryStatus.optional(),
  eventName: EventName.optional(),
  eventId: Id.optional().meta({ description: 'Only the delivery of this event.' }),
  propertyId: about('property'),
  listingId: about('listing'),
  since,
  until,
  type: EventName.optional().meta(sameAs('eventName')),
  from: since.meta(sameAs('since')),
  to: until.meta(sameAs('until')),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

export const EventQuery = CountedListQuery.extend({
  propertyId: about('property'),
  listingId: about('listing'),
  targetId: about('target'),
  webhookId: Id.optional().meta({ description: 'Only events that were sent to this webhook.' }),
  type: EventName.optional().meta({ description: 'The name of the event.' }),
  from: since,
  to: until,
  eventName: EventName.optional().meta(sameAs('type')),
  since: since.meta(sameAs('from')),
  until: until.meta(sameAs('to')),
});
export type EventQuery = z.infer<typeof EventQuery>;

const Resendable = z.enum(['succeeded', 'failed', 'discarded']);

/** Selects the deliveries to resend. */
export const ResendInput = z
  .strictObject({
    since: since.meta({ description: 'Deliveries made at this time or later.' }),
    until: until.meta({ description: 'Deliveries made before this time.' }),
    fromSequence: sequence.meta({ description: 'The first number of a range.' }),
    toSequence: sequence.meta({ description: 'The last number of a range.' }),
    status: z
      .union([Resendable, z.array(Resendable).min(1)], {
        error: 'must be one or more of succeeded, failed, discarded',
      })
      .default('failed'),
  })
  .meta({ example: { since: '2026-11-01T00:00:00Z', status: 'failed' } });
export type ResendInput = z.infer<typeof ResendInput>;

/** Wakes the sender of a webhook with due deliveries. */
export const Deliver = defineWake({
  subject: 'wake.notifier.deliver',
  data: z.object({ webhookId: Id }),
  example: { webhookId: EXAMPLE_ID },
});
