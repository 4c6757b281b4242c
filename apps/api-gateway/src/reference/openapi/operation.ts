import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { z } from 'zod';
import { ATTACHMENT_TYPES } from '@estate/contracts';
import type { ApiRoute } from '../../edge/routing/api-route.ts';
import { errorAnswers } from './errors.ts';
import { exampleOf } from './example-of.ts';
import { requestHeaders, successHeaders } from './headers.ts';
import type { AnswerKind } from './headers.ts';
import { inputParts } from './input-parts.ts';
import { namedSchema } from './named-schema.ts';
import type { InputParts } from './input-parts.ts';

/** A row of the routing table in the document. */
export function operationOf(apiRoute: ApiRoute): ZodOpenApiOperationObject {
  const parts = inputParts(apiRoute);
  const isList = isPaged(apiRoute.input);
  const isResource = apiRoute.versioned && !isList && !(apiRoute.output instanceof z.ZodArray);
  return {
    operationId: apiRoute.operationId,
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
    ...(apiRoute.uploads && { requestBody: uploadBody(apiRoute.uploads) }),
    ...(parts.body && { requestBody: requestBody(namedInput(parts.body, apiRoute), parts) }),
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
        param: { required: true },
        description: `${NAMED[name] ?? 'Id of the resource'}.`,
        example: EXAMPLES[name] ?? 'd1a2b3c4e5f6g7h8i9j0',
      }),
    ]),
  );

const NAMED: Record<string, string> = {
  type: 'Name of the property type',
  deliveryId: 'Id of the delivery',
  position: 'Position of the attachment in the property, starting at 0',
  state: 'The state of the redirect flow',
};
const EXAMPLES: Record<string, string | number> = { state: 'k3jx0q7v', type: 'houseRent', position: 0 };

/** The body, named after its operation unless it is that of a resource. */
const namedInput = (body: z.ZodType, { operationId }: ApiRoute): z.ZodType =>
  body.meta()?.['id'] === undefined
    ? namedSchema(`${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`, () => body)
    : body;

const requestBody = (schema: z.ZodType, { bodyRequired }: InputParts): ZodOpenApiRequestBodyObject => ({
  required: bodyRequired,
  content: { 'application/json': { schema, example: exampleOf(schema) } },
});

const uploadBody = (mediaTypes: readonly string[]): ZodOpenApiRequestBodyObject => ({
  required: true,
  content: Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]),
  ),
});

function successAnswers(apiRoute: ApiRoute, kind: AnswerKind): Record<string, ZodOpenApiResponseObject> {
  const headers = z.object(successHeaders(apiRoute, kind));
  const success = { description: `${apiRoute.summary}: successful.`, headers };
  const unchanged = {
    description: 'The resource has not changed since the state in `If-None-Match`.',
    headers,
  };
  return {
    [String(apiRoute.status)]: { ...success, ...contentOf(apiRoute) },
    ...(kind.isResource && apiRoute.method === 'GET' && { '304': unchanged }),
  };
}

const isPaged = (input: z.ZodType): boolean => input instanceof z.ZodObject && 'startAfter' in input.shape;

/** A page with a name: `WebhooksPage` for `listWebhooks`; the list of targets is a plain array. */
const namedPage = (output: z.ZodType, operationId: string): z.ZodType =>
  output instanceof z.ZodObject && output.meta()?.['id'] === undefined
    ? namedSchema(`${operationId.replace(/^list/, '')}Page`, () => output)
    : output;

const FILES = Object.fromEntries(
  ATTACHMENT_TYPES.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]),
);

function contentOf({
  status,
  input,
  output,
  content,
  isFile,
  operationId,
}: ApiRoute): Pick<ZodOpenApiResponseObject, 'content'> {
  if (status === 302) return {};
  if (isFile) return { content: FILES };
  if (content) return { content };
  const schema = isPaged(input) ? namedPage(output, operationId) : output;
  return { content: { 'application/json': { schema, example: exampleOf(output) } } };
}
