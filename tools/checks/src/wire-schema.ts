import { isDeepStrictEqual } from 'node:util';

/** A JSON Schema, as far as the contracts use it. */
export interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  propertyNames?: Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

export type Definitions = Readonly<Record<string, Schema>>;

/** A schema with the definitions for its references. */
export interface Place {
  schema: Schema;
  definitions: Definitions;
}

const EMPTY: Schema = {};

/** The schema with its reference followed, and the parts of `allOf` merged. */
export function resolved({ schema, definitions }: Place): Schema {
  const { $ref: reference, allOf = [], ...own } = schema;
  const meant = reference === undefined ? [] : [definitions[reference.replace('#/$defs/', '')] ?? EMPTY];
  const parts = [...meant, ...allOf].map((part) => resolved({ schema: part, definitions }));
  return parts.reduce(both, own);
}

/** The schema of values that fit both schemas. */
function both(one: Schema, other: Schema): Schema {
  const properties = { ...one.properties };
  for (const [name, schema] of Object.entries(other.properties ?? {})) {
    const known = properties[name];
    properties[name] = known && !isDeepStrictEqual(known, schema) ? { allOf: [known, schema] } : schema;
  }
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** The alternatives of a schema; the schema itself if it has none. */
export function alternatives({ schema, definitions }: Place): Place[] {
  const plain = resolved({ schema, definitions });
  const { anyOf, oneOf, ...rest } = plain;
  return (anyOf ?? oneOf ?? [EMPTY]).map((part) => ({ schema: { ...rest, allOf: [part] }, definitions }));
}

/** True if it refuses additional fields. */
export const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema): boolean =>
  additionalProperties === false || unevaluatedProperties === false;

/** The enumerated values; undefined if there are none. */
export const listed = (schema: Schema): unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum;
