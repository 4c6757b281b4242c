import type { Operation, OperationParameter } from '@estate/cli';
import { apiOperations, standalone } from './open-api.ts';
import type { ApiOperation, OpenApi, Parameter, Schema } from './open-api.ts';

/** The maximum length of a schema: all of them have to fit into the context of an assistant. */
const LONGEST_SCHEMA = 8000;
/** Headers that are the same for every operation. */
const GENERAL = new Set(['X-Request-Id', 'Service-Version', 'Idempotency-Key', 'If-Match', 'If-None-Match']);

/** The table of operations for the command line and its MCP server. */
export const operationsTable = (api: OpenApi): Operation[] =>
  apiOperations(api).map((one) => operationOf(api, one));

function operationOf(api: OpenApi, one: ApiOperation): Operation {
  const { method, path, described, parameters } = one;
  const { operationId: id, summary, description } = described;
  const resource = resourceOf(api, path);
  return {
    id,
    resource,
    verb: verbOf(one, resource),
    method: method as Operation['method'],
    path,
    summary,
    ...(description !== undefined && { description }),
    parameters: parameters
      .filter(({ name }) => !GENERAL.has(name))
      .map((parameter) => parameterOf(api, parameter)),
    ...bodyOf(api, described.requestBody),
    answer: answerOf(described),
    ...(parameters.some(({ name }) => name === 'If-Match') && { isConditional: true }),
  };
}

/**
 * The resource of a path. `/account/users` is a resource of its own, because its members have ids; `/account/usage` is a part of the
 * account.
 */
function resourceOf(api: OpenApi, path: string): string {
  const [first = '', second = ''] = staticPartsOf(path);
  return `/${first}/${second}/{id}` in api.paths ? second : first;
}

const partsOf = (path: string): string[] => path.split(/[/.]/).slice(1);
const staticPartsOf = (path: string): string[] => partsOf(path).filter((part) => !part.startsWith('{'));

/** The last part of the path for an action on a resource, such as `retry`; else the words of the operation without the resource. */
function verbOf(operation: ApiOperation, resource: string): string {
  const { method, path, described, parameters } = operation;
  const parts = partsOf(path);
  const rest = parts.slice(parts.indexOf(resource) + 1);
  const isMember = rest[0]?.startsWith('{') === true;
  const deeper = isMember ? rest.slice(1) : rest;
  const usual = deeper.length === 0 ? usualVerb(operation, isMember) : undefined;
  const pathParameters = parameters.filter((one) => one.in === 'path').length;
  const isNamedByPath = ['GET', 'POST'].includes(method) && pathParameters === (isMember ? 1 : 0);
  return usual ?? (isNamedByPath ? deeper.join('-') : wordsWithout(described.operationId, resource));
}

/** The usual verb of an operation. The account is single: it is read and deleted without an id. */
function usualVerb({ method, described }: ApiOperation, isMember: boolean): string | undefined {
  if (method === 'DELETE') return 'delete';
  if (method === 'POST') return 'create';
  if (method !== 'GET') return undefined;
  return isMember || described.operationId.startsWith('get') ? 'get' : 'list';
}

/** The words of an operation without its resource: `set-handling` for `setRequestHandling` of `requests`. */
function wordsWithout(operationId: string, resource: string): string {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split('-');
  const nouns = new Set(resource.split('-').map((word) => word.replace(/ies$/, 'y').replace(/s$/, '')));
  return words.filter((word) => !nouns.has(word)).join('-');
}

function parameterOf(
  api: OpenApi,
  { in: place, name, required, description, schema }: Parameter,
): OperationParameter {
  const { example: _example, description: own, ...rest } = standalone(api, schema) as Schema;
  const about = description ?? own;
  return {
    ...{ in: place, name },
    ...(required && { required }),
    ...(about !== undefined && { description: about as string }),
    schema: rest,
  };
}

function bodyOf(api: OpenApi, body: ApiOperation['described']['requestBody']): Partial<Operation> {
  const [mediaType, content] = Object.entries(body?.content ?? {})[0] ?? [];
  if (mediaType === undefined || content === undefined) return {};
  const required = body?.required === true;
  if (content.schema.format === 'binary') return { file: { required } };
  return { body: { required, schema: shortened(standalone(api, content.schema) as Schema) } };
}

/** A schema whose long union of property types is described by the common parts. */
function shortened(schema: Schema): Schema {
  if (JSON.stringify(schema).length <= LONGEST_SCHEMA) return schema;
  const parts = [schema, ...((schema['oneOf'] ?? []) as Schema[])];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const types = parts.flatMap(({ properties: own }) => {
    const { const: value, enum: values } = own?.['type'] ?? {};
    return (values as string[] | undefined) ?? (value === undefined ? [] : [value as string]);
  });
  const fields = 'The fields of the type. The operation getPropertyType lists them.';
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(types.length > 0 && { type: { type: 'string', enum: [...new Set(types)] } }),
      fields: { type: 'object', description: fields },
    },
    required: [...new Set(['fields', ...((schema['required'] ?? []) as string[])])],
    additionalProperties: false,
    ...(schema.example !== undefined && { example: schema.example }),
  };
}

function answerOf({ responses }: ApiOperation['described']): Operation['answer'] {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys((response as { content?: object } | undefined)?.content ?? {});
  if (types.length === 1 && types[0] === 'application/json') return 'json';
  if (types[0] === 'application/x-ndjson') return 'lines';
  return types.some((type) => type.startsWith('image/')) ? 'file' : 'text';
}
