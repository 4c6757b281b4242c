import { createDocument } from 'zod-openapi';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { EVENTS } from './events.ts';
import type { Row } from '../routes/row.ts';

const ERRORS: Record<string, string> = {
  '400': 'The input breaks a rule; `message` and `details` say which.',
  '401': 'The API key is missing, malformed, unknown, revoked or expired.',
  '403': "The key's scope forbids it.",
  '404': 'There is no such resource in this account.',
  '500': 'Our bug; tell us the request id.',
  '503': 'A part of the service is away; come back after `Retry-After` seconds.',
};

/** The OpenAPI 3.1 document of a routing table. */
export function openApiDocument(rows: readonly Row[], publicUrl: string | undefined) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Real Estate Distribution Service',
      version: '2026-11-01',
      description: 'Send a property once, publish it on many platforms.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...new Set(rows.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths: pathsOf(rows),
    webhooks: Object.fromEntries(EVENTS.map((event) => [event.name, webhookOf(event)])),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the account.' },
        operatorToken: { type: 'http', scheme: 'bearer', description: 'The token of the operator.' },
      },
    },
  });
}

function pathsOf(rows: readonly Row[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  }
  return paths;
}

function operationOf(row: Row): ZodOpenApiOperationObject {
  const { parameters, body } = partsOf(row);
  const mediaType = row.path.endsWith('/preview') ? 'application/xml' : 'application/json';
  return {
    operationId: operationId(row),
    summary: row.summary,
    tags: [row.tag],
    ...(row.access === 'operator' && { security: [{ operatorToken: [] }] }),
    ...(parameters && { requestParams: parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [String(row.status)]: { description: row.summary, content: { [mediaType]: { schema: row.output } } },
      ...Object.fromEntries(
        Object.entries(ERRORS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: contracts.ErrorBody } } },
        ]),
      ),
    },
  };
}

/** Splits a row's input into what the path, the query and the body carry. */
function partsOf({ path, method, input }: Row) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
  const rest = Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));
  const inPath = namedObject(Object.fromEntries(names.map((name) => [name, z.string()])));
  const inQuery = method === 'GET' ? namedObject(rest) : undefined;
  const inBody = names.length === 0 ? input : z.strictObject(rest);
  return {
    parameters: (inPath ?? inQuery) && {
      ...(inPath && { path: inPath }),
      ...(inQuery && { query: inQuery }),
    },
    body: method === 'GET' || Object.keys(rest).length === 0 ? undefined : inBody,
  };
}

const namedObject = (shape: Record<string, z.ZodType>) =>
  Object.keys(shape).length === 0 ? undefined : z.object(shape);

/** `POST /webhooks/{id}/rotate-key` → `postWebhooksByIdRotateKey`. */
const operationId = ({ method, path }: Row): string =>
  `${method.toLowerCase()}${path
    .split(/[/-]/)
    .map((part) =>
      part.replace(
        /^\{(\w)(\w*)\}$/,
        (_all, first: string, rest: string) => `By${first.toUpperCase()}${rest}`,
      ),
    )
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`;

const webhookOf = ({ name, payload, example }: (typeof EVENTS)[number]) => ({
  post: {
    summary: `Told to webhooks that name ${name}`,
    requestBody: {
      content: {
        'application/json': {
          schema: contracts.EventEnvelope.extend({ eventName: z.literal(name), eventPayload: payload }),
          example,
        },
      },
    },
    responses: { '2XX': { description: 'Any 2xx status ends the delivery.' } },
  },
});
