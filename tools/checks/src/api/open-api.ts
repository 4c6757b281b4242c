import { readFileSync } from 'node:fs';

/** JSON Schema, as far as derived files need it. */
export interface Schema {
  $ref?: string;
  format?: string;
  example?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

export interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags: [string];
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> } | { $ref: string }>;
}

export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, object>>;
}

/** An operation for an API key; its parameters are resolved. */
export interface ApiOperation {
  method: string;
  path: string;
  described: Described;
  parameters: Parameter[];
}

/** The document for customers, as it is committed. To be called in the root of the workspace. */
export const committedApi = (): OpenApi =>
  JSON.parse(readFileSync('apps/api-gateway/reference/openapi.json', 'utf8')) as OpenApi;

/** The operations with a credential; the others are for browsers. */
export const apiOperations = (api: OpenApi): ApiOperation[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method, described]) => ({
        ...{ method: method.toUpperCase(), path, described },
        parameters: (described.parameters ?? []).map((one) => resolved<Parameter>(api, one)),
      })),
  );

/** @throws Error for a reference to nothing */
export function resolved<T extends object>(api: OpenApi, value: T | { $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = api.components[kind]?.[name];
  if (found === undefined) throw new Error(`the document has no ${value.$ref}`);
  return found as T;
}

/** A schema with its references resolved, so that it is self-contained. */
export function standalone(api: OpenApi, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => standalone(api, one));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return standalone(api, resolved<Schema>(api, value as Schema));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, standalone(api, inner)]));
}
