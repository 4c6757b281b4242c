/** The parts of JSON Schema that generators of clients interpret differently from a validator. */
interface Schema {
  type?: unknown;
  format?: unknown;
  pattern?: unknown;
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  allOf?: readonly Schema[];
  [keyword: string]: unknown;
}

/** The document in a form from which generators of clients make the right types. */
export const forGenerators = <D extends object>(document: D): D => rewritten(document) as D;

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'example' ? inner : rewritten(inner)]),
  ) as Schema;
  return withOptionalDefaults(withTypedParts(withoutTimePattern(schema)));
}

/** Their format suffices, and some generators cannot read their long patterns. */
const TIMES = new Set<unknown>(['date', 'date-time']);

function withoutTimePattern({ pattern, ...schema }: Schema): Schema {
  return pattern === undefined || TIMES.has(schema.format) ? schema : { pattern, ...schema };
}

/** Adds the type to parts of a text: a pattern alone would allow values of any type. */
function withTypedParts(schema: Schema): Schema {
  if (schema.type !== 'string' || !schema.allOf) return schema;
  return { ...schema, allOf: schema.allOf.map((part) => ({ type: 'string', ...part })) };
}

/** Moves defaults to the description, because some generators require a field with a default. */
function withOptionalDefaults(schema: Schema): Schema {
  if (typeof schema.properties !== 'object') return schema;
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const isOptional = field.default !== undefined && schema.required?.includes(name) !== true;
    return [name, isOptional ? describedDefault(field) : field] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function describedDefault({ default: value, description, ...field }: Schema): Schema {
  const words = `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
  return { ...field, description: description === undefined ? words : `${description} ${words}` };
}
