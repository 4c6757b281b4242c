import { z } from 'zod';
import { distinct, filledLine } from './field-rules.ts';
import { Id } from './ids.ts';
import { PROPERTY_TYPE_NAMES } from './property-types/index.ts';

const DAY_SECONDS = 86_400;
const HEADERS_MAX = 10;
const FILTER_MAX = 100;

/** The number of retries of a delivery, by default and at most. */
export const RETRIES_MAX = 8;

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,99}$/;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/;

/** Headers that the service or the connection sets itself. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'accept-encoding', 'connection', 'content-encoding', 'content-length', 'content-type', 'date', 'expect', 'host',
  'keep-alive', 'te', 'traceparent', 'tracestate', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent',
]); // oxfmt-ignore
const RESERVED_PREFIXES = ['proxy-', 'service-', 'webhook-'];

/** True for a header of deliveries that the service sets, so that a customer may not. */
export const isReservedHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return RESERVED_NAMES.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix));
};

const namesOf = (headers: object): string[] => Object.keys(headers).map((name) => name.toLowerCase());

const OwnHeaders = z
  .record(
    z
      .string()
      .regex(HEADER_NAME, { error: 'must be a header name: letters, digits and hyphens' })
      .refine((name) => !isReservedHeader(name), { error: 'is a header that the service sets itself' }),
    z.string().regex(HEADER_VALUE, {
      error: 'must be 1 to 1000 printable ASCII characters without spaces at the ends',
    }),
  )
  .refine((headers) => namesOf(headers).length <= HEADERS_MAX, {
    error: `must have at most ${HEADERS_MAX} headers`,
  })
  .refine((headers) => new Set(namesOf(headers)).size === namesOf(headers).length, {
    error: 'must not contain a header twice',
  });

const listOf = <T extends z.ZodType>(item: T) =>
  distinct(z.array(item).min(1).max(FILTER_MAX), 'must not contain a value twice');

export const WebhookFilter = z.strictObject({
  targetIds: listOf(Id)
    .optional()
    .meta({ description: 'Events about a target are sent only if they are about one of these targets.' }),
  propertyTypes: listOf(z.enum(PROPERTY_TYPE_NAMES)).optional().meta({
    description: 'Events about a property are sent only if the property has one of these types.',
  }),
});
export type WebhookFilter = z.infer<typeof WebhookFilter>;

/** Settings of a webhook besides its address and its events. */
export const webhookSettings = {
  name: filledLine(100).optional().meta({ description: 'A name for your own use.', example: 'CRM' }),
  maxDeliveriesPerSecond: z.int().min(1).max(1000).optional().meta({
    description: 'The maximum number of attempts per second. Further deliveries wait; none is dropped.',
  }),
  retryScheduleSeconds: z
    .array(z.int().min(1).max(DAY_SECONDS))
    .min(1)
    .max(RETRIES_MAX)
    .optional()
    .meta({
      description:
        'The pause before each retry, in seconds. The number of pauses is the number of retries. Default: eight retries, 10 s to 45 h. Applies to deliveries that are queued from now on.',
      example: [30, 300, 3600],
    }),
  headers: OwnHeaders.optional().meta({
    description:
      'Headers of every delivery, stored encrypted. Absent from responses if the API key lacks the scope `write`.',
    example: { Authorization: 'Bearer 5f1c' },
  }),
  filter: WebhookFilter.optional().meta({
    description:
      'Filters for events. A filter does not affect events to which it does not apply, such as events without a target.',
  }),
};
