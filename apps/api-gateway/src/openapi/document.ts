import { createDocument } from 'zod-openapi';
import type { ZodOpenApiObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import { EVENTS, EventEnvelope } from '@estate/contracts';
import type { MessageDefinition } from '@estate/contracts';
import type { ApiRoute } from '../routing/api-route.ts';
import { operationOf } from './operation.ts';

/** The OpenAPI 3.1 document of a routing table. */
export function openApiDocument(apiRoutes: readonly ApiRoute[], publicUrl: string | undefined) {
  const parts = {
    openapi: '3.1.0',
    info: {
      title: 'Real Estate Distribution Service',
      version: '2026-11-01',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...new Set(apiRoutes.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? `Everything below \`/${name}\`.`,
    })),
    security: [{ apiKey: [] }],
    paths: pathsOf(apiRoutes),
    webhooks: Object.fromEntries(
      Object.entries(EVENTS).map(([name, event]) => [name, webhookOf(name, event)]),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the account.' },
        operatorToken: { type: 'http', scheme: 'bearer', description: 'The token of the operator.' },
      },
    },
  } satisfies ZodOpenApiObject;
  return createDocument(parts, { override: simplified });
}

/** Clients must ignore unknown fields, so that additions are compatible. Bounds of JavaScript's numbers are left out. */
function simplified({
  jsonSchema,
  zodSchema,
  io,
}: {
  jsonSchema: Record<string, unknown>;
  zodSchema: unknown;
  io: 'input' | 'output';
}): void {
  // zod leaves it out after a conversion, for example for the numbers of a query.
  if (zodSchema instanceof z.ZodDefault) jsonSchema['default'] ??= zodSchema.def.defaultValue;
  if (io === 'output' && jsonSchema['additionalProperties'] === false)
    delete jsonSchema['additionalProperties'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
}

const DESCRIPTION = `Send a property once, publish it on many platforms.

Create a property, a target (an account on a platform) and a listing, which links the two. The listing is published through a queue, and
webhooks report the outcome. Bodies are JSON. Unknown fields are rejected, and all problems of a body are reported at once. \`PUT\` replaces: a
field that is left out becomes unset. Lists are ordered by creation time; \`startAfter\` is the id of the last resource of the previous page.`;

const TAGS: Record<string, string> = {
  account: 'The account of the key, its keys and its marketplace credentials.',
  admin: 'Operations for the operator only.',
  properties: 'Properties for sale. Attachments are fetched and checked after every change.',
  contacts: 'Persons whom interested people can reach.',
  'target-types': 'The platforms and their requirements.',
  targets: 'Accounts on platforms.',
  listings: 'One property on one target: creating one publishes, deleting one takes down.',
  requests: 'Inquiries of interested people.',
  webhooks: 'Addresses that receive events, and their deliveries.',
  events: 'The events of the account.',
  authorizations: 'The address to which an end user returns from a marketplace.',
};

function pathsOf(apiRoutes: readonly ApiRoute[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const apiRoute of apiRoutes) {
    paths[apiRoute.path] = {
      ...paths[apiRoute.path],
      [apiRoute.method.toLowerCase()]: operationOf(apiRoute),
    };
  }
  return paths;
}

const ENVELOPE = { eventId: 'd1a2b3c4e5f6g7h8i9j0', eventTime: '2026-11-01T08:30:00.000Z' };

const webhookOf = (name: string, { data, example }: MessageDefinition) => ({
  post: {
    operationId: `on-${name}`,
    summary: `Sent to webhooks that subscribe to ${name}`,
    description:
      'Signed in the header `Service-Signature`. The event arrives at least once, always with the same `eventId`.',
    tags: ['webhooks'],
    security: [],
    requestParams: { header: z.object(SENT) },
    requestBody: {
      content: {
        'application/json': {
          schema: EventEnvelope.extend({ eventName: z.literal(name), eventPayload: data }),
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
  'webhook-sequence': z
    .string()
    .meta({ description: 'Number of the delivery within its webhook, without gaps.', example: '17' }),
};
