import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A response of the API as it arrived. */
export interface ApiAnswer {
  method: string;
  /** The path without the query. */
  path: string;
  status: number;
  mediaType: string | null;
  /** The body, parsed if it is JSON. */
  body: unknown;
}

interface Described {
  $ref?: string;
  'x-codes'?: string[];
  content?: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components?: { responses?: Record<string, Described> };
}

/** Errors that every path may return without documentation: the path or the method is unknown. */
const UNDOCUMENTED = new Set(['path-unknown', 'method-not-allowed', 'malformed-path', 'url-too-long']);
const NAME = 'openapi.json';

/** Compares responses with an OpenAPI document; returns a description of the difference, or undefined. */
export function documentedAnswers(published: object): (answer: ApiAnswer) => string | undefined {
  const document = closed(published) as Document;
  // 2.29 is a multiple of 0.01, but not in binary division.
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 9 });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: NAME });
  return (answer) => {
    const where = `${answer.method} ${answer.path} → ${String(answer.status)}`;
    const code = codeOf(answer.body);
    if (code !== undefined && UNDOCUMENTED.has(code)) return undefined;
    const template = templateOf(Object.keys(document.paths), answer.path);
    const method = answer.method.toLowerCase() === 'head' ? 'get' : answer.method.toLowerCase();
    const operation = template === undefined ? undefined : document.paths[template]?.[method];
    if (template === undefined || !operation) return `${where}: the operation is not documented`;
    const found = operation.responses[String(answer.status)];
    if (!found) return `${where}: the status is not documented (${code ?? 'no code'})`;
    const pointer =
      found.$ref?.slice(1) ?? `/paths/${escaped(template)}/${method}/responses/${String(answer.status)}`;
    const described =
      found.$ref === undefined ? found : document.components?.responses?.[found.$ref.split('/').at(-1) ?? ''];
    const isJson = answer.mediaType?.startsWith('application/json') === true;
    if (isJson && described?.['x-codes'] && !described['x-codes'].includes(code ?? ''))
      return `${where}: the code ${code ?? '(none)'} is not documented`;
    if (!described?.content || answer.body === undefined) return undefined;
    const mediaType = answer.mediaType?.split(';')[0] ?? '';
    if (!(mediaType in described.content)) return `${where}: the media type ${mediaType} is not documented`;
    const schema = { $ref: `${NAME}#${pointer}/content/${escaped(mediaType)}/schema` };
    if (ajv.validate(schema, answer.body)) return undefined;
    return `${where}: ${ajv.errorsText(ajv.errors, { dataVar: 'body' })}`;
  };
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('statusCode' in body))
    return undefined;
  return String(body.code);
}

/** The matching template; one with fewer parameters takes precedence, as in the service. */
function templateOf(templates: readonly string[], path: string): string | undefined {
  return templates
    .filter((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

/** The document without additional properties: a field that it does not name is a difference. */
function closed(document: object): unknown {
  const groups = groupsIn(document);
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (!isObject(value)) return value;
    const parts = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, groups.has(inner) ? inner : close(inner)]),
    );
    if (parts['type'] !== 'object' || !('properties' in parts)) return parts;
    if ('additionalProperties' in parts || 'unevaluatedProperties' in parts) return parts;
    return { ...parts, [parts['allOf'] ? 'unevaluatedProperties' : 'additionalProperties']: false };
  };
  return close(document);
}

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Schemas that are combined by `allOf`: only the whole knows all of its fields. */
function groupsIn(document: object): Set<unknown> {
  const schemas = (document as { components?: { schemas?: Values } }).components?.schemas ?? {};
  const references = Object.values(schemas).flatMap((schema) =>
    isObject(schema) && Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : [],
  );
  const names = references.flatMap((one) =>
    isObject(one) ? [String(one['$ref']).split('/').at(-1) ?? ''] : [],
  );
  return new Set(names.map((name) => schemas[name]));
}
