/** The parts of an OpenAPI document that the reference shows. References stay as they are; `resolved` follows them. */
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components?: Record<string, Record<string, unknown>>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Response | Reference>;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  example?: string | number;
  schema: Schema;
}

export interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  content?: Record<string, Content>;
  'x-codes'?: string[];
}

/** JSON Schema, as far as the reference shows it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** An operation with the facts for the reference, references resolved. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  tag: string;
  operation: Operation;
  parameters: Parameter[];
  responses: [status: string, response: Response][];
  /** The credential of the call; undefined if anyone may call it. */
  credential: 'API key' | 'operator token' | undefined;
  /** True if a browser opens the operation and follows the redirect. */
  isForBrowsers: boolean;
}

/** Every operation of a document, in its order. */
export const operationsOf = (document: OpenApi): DocumentedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, response]): [string, Response] => [
        status,
        resolved(document, response),
      ]);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? '',
        operation,
        parameters: (operation.parameters ?? []).map((one) => resolved<Parameter>(document, one)),
        responses,
        credential: credentialOf(document, operation),
        isForBrowsers: responses.some(([status]) => status === '302'),
      };
    }),
  );

/** The media types of a body that is a file; empty for a JSON body, or none. */
export const fileTypesOf = ({ requestBody }: Operation): string[] =>
  Object.entries(requestBody?.content ?? {})
    .filter(([, { schema }]) => schema.format === 'binary')
    .map(([mediaType]) => mediaType);

/** @throws Error for a reference to nothing */
export function resolved<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = document.components?.[kind]?.[name];
  if (found === undefined) throw new Error(`the document has no ${value.$ref}`);
  return found as T;
}

function credentialOf(document: OpenApi, { security }: Operation): DocumentedOperation['credential'] {
  const [scheme] = security ?? (document as { security?: Record<string, unknown>[] }).security ?? [];
  if (scheme === undefined) return undefined;
  return 'operatorToken' in scheme ? 'operator token' : 'API key';
}
