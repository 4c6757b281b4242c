import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** JSON Schema as the document uses it, with references already resolved. */
export interface Schema {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  properties?: Record<string, Schema>;
  required?: string[];
  /** Of an object with any names. */
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  example?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
}

const TEXTS = [
  'text',
  'd1a2b3c4e5f6g7h8i9j0',
  'https://www.example.org/page',
  'https://www.example.org',
  'www.example.org',
  'anna@example.org',
  '+49 89 1234567',
  '2026-11-01',
  '2026-11-01T08:30:00.000Z',
  'DEU',
  'P-77',
];
const NUMBERS = [1, 2, 0.5, 100, 1900, 21, 100_000];

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });
formats.default(ajv);

/** A valid value with every field that may be there. @throws Error when none is found */
export function fullExample(schema: Schema): unknown {
  if (schema.anyOf) return fullExample(schema.anyOf[0]!);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, fullExample(field)]));
  }
  if (schema.type === 'array') return [fullExample(schema.items!)];
  if (schema.type === 'boolean') return schema.example ?? true;
  const candidates = [schema.example, ...(schema.type === 'string' ? TEXTS : NUMBERS)];
  const found = candidates.find((one) => one !== undefined && ajv.validate(schema as object, one));
  if (found === undefined) throw new Error(`no candidate fits ${JSON.stringify(schema)}`);
  return found;
}

/** The schema with every reference replaced by what it refers to. */
export function resolved(document: object, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return resolved(document, at(document, value.$ref));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(document, inner)]));
}

const at = (document: object, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document);
