import { z } from 'zod';
import { EVENTS, EventEnvelope } from '@estate/contracts';
import type { MessageDefinition } from '@estate/contracts';
import { namedSchema } from './named-schema.ts';

/** The deliveries of webhooks, by the names of the events. */
export const eventOperations = () =>
  Object.fromEntries(Object.entries(EVENTS).map(([name, event]) => [name, webhookOf(name, event)]));

const ENVELOPE = { eventId: 'd1a2b3c4e5f6g7h8i9j0', eventTime: '2026-11-01T08:30:00.000Z' };

/** `PublicationSucceeded` for `publication.succeeded`. */
const pascalName = (name: string): string =>
  name.replaceAll(/(?:^|[._])(\w)/g, (_all, first: string) => first.toUpperCase());

const webhookOf = (name: string, { data, example }: MessageDefinition) => ({
  post: {
    operationId: `on${pascalName(name)}`,
    summary: `Sent to webhooks that subscribe to ${name}`,
    description:
      'Signed in the header `Service-Signature`. The event arrives at least once, always with the same `eventId`.',
    tags: ['webhooks'],
    security: [],
    requestParams: { header: z.object(SENT) },
    requestBody: {
      content: {
        'application/json': {
          schema: namedSchema(`${pascalName(name)}Event`, () =>
            EventEnvelope.extend({ eventName: z.literal(name), eventPayload: data }),
          ),
          example: { ...ENVELOPE, eventName: name, eventPayload: example },
        },
      },
    },
    responses: {
      '2XX': { description: 'Ends the delivery.' },
      '410': { description: 'Disables the webhook.' },
      default: { description: 'Retried up to eight times.' },
    },
  },
});

const SENT = {
  'Service-Signature': z.string().meta({
    description: 'HMAC-SHA256 with the signing key over `<t>.<body>`.',
    example: `t=1767225600, v1=${'4d'.repeat(32)}`,
  }),
  'webhook-id': z.string().meta({ description: 'The `eventId`.', example: 'd1a2b3c4e5f6g7h8i9j0' }),
  'webhook-timestamp': z.string().meta({ description: 'Unix seconds.', example: '1767225600' }),
  'webhook-attempt': z.string().meta({ description: 'From 1.', example: '1' }),
  'webhook-sequence': z.string().optional().meta({
    description: 'The number of the delivery within its webhook, without gaps. Test events have none.',
    example: '17',
  }),
  'service-request-id': z.string().optional().meta({
    description: 'The id of the call that caused the event. Test events have none.',
    example: 'req-5f1a',
  }),
  'webhook-test': z.literal('true').optional().meta({
    description: 'Sent with test events and with the deliveries of a check of the receiver.',
    example: 'true',
  }),
};
