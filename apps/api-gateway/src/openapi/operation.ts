import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { z } from 'zod';
import type { ApiRoute } from '../routing/api-route.ts';
import { errorAnswers } from './errors.ts';
import { exampleOf } from './example-of.ts';
import { requestHeaders, successHeaders } from './headers.ts';
import type { AnswerKind } from './headers.ts';
import { inputParts } from './input-parts.ts';
import type { InputParts } from './input-parts.ts';

/** One line of the routing table as the document shows it. */
export function operationOf(apiRoute: ApiRoute): ZodOpenApiOperationObject {
  const parts = inputParts(apiRoute);
  const isList = 'startAfter' in parts.query;
  const isResource = apiRoute.versioned && !isList && !(apiRoute.output instanceof z.ZodArray);
  return {
    operationId: operationId(apiRoute),
    summary: apiRoute.summary,
    ...(apiRoute.description !== undefined && { description: apiRoute.description }),
    tags: [apiRoute.tag],
    ...(apiRoute.access === 'operator' && { security: [{ operatorToken: [] }] }),
    ...(apiRoute.access === 'open' && { security: [] }),
    requestParams: {
      ...(Object.keys(parts.path).length > 0 && { path: z.object(named(parts.path)) }),
      ...(Object.keys(parts.query).length > 0 && { query: z.object(parts.query) }),
      header: z.object(requestHeaders(apiRoute, isResource)),
    },
    ...(parts.body && { requestBody: requestBody(parts.body, parts) }),
    responses: {
      ...successAnswers(apiRoute, { isResource, isList }),
      ...errorAnswers(apiRoute),
    },
  };
}

const named = (path: Record<string, z.ZodType>): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(path).map(([name, schema]) => [
      name,
      schema.meta({
        description: `${NAMED[name] ?? 'Id of the resource'}.`,
        example: EXAMPLES[name] ?? 'd1a2b3c4e5f6g7h8i9j0',
      }),
    ]),
  );

const NAMED: Record<string, string> = {
  deliveryId: 'Id of the delivery',
  state: 'The state of the redirect flow',
};
const EXAMPLES: Record<string, string> = { state: 'k3jx0q7v' };

const requestBody = (schema: z.ZodType, { bodyRequired }: InputParts): ZodOpenApiRequestBodyObject => ({
  required: bodyRequired,
  content: { 'application/json': { schema, example: exampleOf(schema) } },
});

function successAnswers(apiRoute: ApiRoute, kind: AnswerKind): Record<string, ZodOpenApiResponseObject> {
  const headers = z.object(successHeaders(apiRoute, kind));
  const success = { description: `${apiRoute.summary}: done.`, headers };
  const unchanged = {
    description: 'The resource has not changed since the state in `If-None-Match`.',
    headers,
  };
  return {
    [String(apiRoute.status)]: { ...success, ...contentOf(apiRoute) },
    ...(kind.isResource && apiRoute.method === 'GET' && { '304': unchanged }),
  };
}

const PREVIEW = '<openimmo>…</openimmo>';

function contentOf({ status, output }: ApiRoute): Pick<ZodOpenApiResponseObject, 'content'> {
  if (status === 302) return {};
  if (output instanceof z.ZodString) {
    return {
      content: {
        'application/xml': { schema: output, example: PREVIEW },
        'application/json': { schema: z.looseObject({}) },
      },
    };
  }
  return { content: { 'application/json': { schema: output, example: exampleOf(output) } } };
}

/** `POST /webhooks/{id}/rotate-key` → `postWebhooksByIdRotateKey`. */
const operationId = ({ method, path }: ApiRoute): string =>
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
