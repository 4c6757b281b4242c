import type { Schema } from './full-example.ts';

type Path = readonly (string | number)[];

/** One way to break one rule of one field, and what the answer must say about it. */
export interface BrokenField {
  title: string;
  /** As in `details`. */
  path: string;
  code: string;
  /** What the message must name beside the path. */
  words?: readonly string[];
  body: unknown;
}

/** Beyond this many values the message describes the rule instead of listing them. */
const MOST_LISTED = 40;
/** The end of the pattern of a text that must say something. */
const NOT_BLANK = '\\S';
const OTHER_TYPES: Record<string, unknown[]> = {
  string: [7, true, {}, []],
  number: ['7', true, {}, []],
  integer: ['7', true, {}, [], 2.5],
  boolean: ['true', 1, {}],
  object: ['text', 7, []],
  array: ['text', 7, {}],
};

/** Every field of a body, each broken in every way that its schema knows. */
export function brokenFields(schema: Schema, body: unknown): BrokenField[] {
  return [...broken(schema, body, [])];
}

function* broken(schema: Schema, body: unknown, path: Path): Generator<BrokenField> {
  if (schema.type === 'object') {
    const hasAnyNames = typeof schema.additionalProperties === 'object';
    yield breaking(body, [...path, hasAnyNames ? 'colour of the door' : 'colourOfTheDoor'], {
      title: 'extra',
      value: 'red',
      code: hasAnyNames ? 'wrong-format' : 'unknown-field',
    });
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (schema.required?.includes(name) === true)
        yield breaking(body, [...path, name], {
          title: 'missing',
          value: undefined,
          code: 'required',
          ...wordsFor(field),
        });
      yield* fieldBroken(field, body, [...path, name]);
      yield* broken(field, body, [...path, name]);
    }
  }
  if (schema.type === 'array' && schema.items) {
    yield* fieldBroken(schema.items, body, [...path, 0]);
    yield* broken(schema.items, body, [...path, 0]);
  }
}

function* fieldBroken(field: Schema, body: unknown, path: Path): Generator<BrokenField> {
  const [shape = field] = field.anyOf ?? [];
  const listed = shape.enum !== undefined || shape.const !== undefined;
  const typeCode = listed ? 'not-allowed' : 'wrong-type';
  yield breaking(body, path, { title: 'null', value: null, code: typeCode });
  for (const value of OTHER_TYPES[field.type ?? ''] ?? [])
    yield breaking(body, path, { title: `wrong type ${JSON.stringify(value)}`, value, code: typeCode });
  if (listed)
    yield breaking(body, path, {
      title: 'not in the list',
      value: 'castle',
      code: 'not-allowed',
      ...wordsFor(field),
    });
  else if (field.type === 'string') yield* textBroken(field, body, path);
  yield* numberBroken(field, body, path);
  yield* listBroken(field, body, path);
}

function* textBroken(field: Schema, body: unknown, path: Path): Generator<BrokenField> {
  if ((field.minLength ?? 0) > 0)
    yield breaking(body, path, {
      title: 'too short',
      value: 'x'.repeat(field.minLength! - 1),
      code: 'too-small',
    });
  if (field.maxLength !== undefined)
    yield breaking(body, path, {
      title: 'too long',
      value: 'x'.repeat(field.maxLength + 1),
      code: 'too-big',
    });
  if (field.pattern?.endsWith(NOT_BLANK) === true) {
    for (const value of [' ', '\t\n  '])
      yield breaking(body, path, { title: 'white space only', value, code: 'wrong-format' });
  } else if (field.pattern !== undefined || field.format !== undefined) {
    const isCountry = ['country', 'defaultCountry'].includes(String(path.at(-1)));
    const code = isCountry ? 'not-allowed' : 'wrong-format';
    yield breaking(body, path, { title: 'wrong pattern', value: misfit(field), code });
  }
  yield breaking(body, path, { title: 'NUL character', value: 'a\0b', code: 'wrong-format' });
  yield breaking(body, path, { title: 'half a surrogate pair', value: 'a\ud800b', code: 'wrong-format' });
}

/** A rule that takes most texts is about lines. */
const misfit = ({ pattern }: Schema): string =>
  pattern !== undefined && new RegExp(pattern, 'u').test('¡ no ¿') ? 'two\r\nlines' : '¡ no ¿';

function* numberBroken(field: Schema, body: unknown, path: Path): Generator<BrokenField> {
  if (field.minimum !== undefined)
    yield breaking(body, path, { title: 'too small', value: field.minimum - 1, code: 'too-small' });
  if (field.exclusiveMinimum !== undefined)
    yield breaking(body, path, { title: 'too small', value: field.exclusiveMinimum, code: 'too-small' });
  if (field.maximum !== undefined) {
    for (const value of [field.maximum + 1, 1e21])
      yield breaking(body, path, { title: `too big ${String(value)}`, value, code: 'too-big' });
  }
  if (field.multipleOf !== undefined)
    yield breaking(body, path, {
      title: 'between two steps',
      value: field.multipleOf * 1.5,
      code: 'wrong-step',
    });
}

function* listBroken(field: Schema, body: unknown, path: Path): Generator<BrokenField> {
  if (field.type !== 'array') return;
  const [item] = valueAt(body, path) as unknown[];
  if ((field.minItems ?? 0) > 0)
    yield breaking(body, path, { title: 'too few', value: [], code: 'too-small' });
  if (field.maxItems !== undefined) {
    const value = Array.from({ length: field.maxItems + 1 }, () => item);
    yield breaking(body, path, { title: 'too many', value, code: 'too-big' });
  }
}

const wordsFor = ({ enum: values }: Schema): { words?: string[] } =>
  values && values.length <= MOST_LISTED ? { words: [`must be one of ${values.join(', ')}`] } : {};

function breaking(
  body: unknown,
  path: Path,
  { value, ...rest }: Pick<BrokenField, 'title' | 'code' | 'words'> & { value: unknown },
): BrokenField {
  // An enumeration that is missing is reported with its values.
  return { ...rest, path: path.join('.'), body: replaced(body, path, value) };
}

/** The body with another value at a path; undefined takes the field away. */
export function replaced(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body))
    return body.map((one: unknown, index) => (index === first ? replaced(one, rest, value) : one));
  const { [first]: present, ...others } = body as Record<string, unknown>;
  const next = rest.length === 0 ? value : replaced(present, rest, value);
  return next === undefined ? others : { ...others, [first]: next };
}

/** Undefined where there is nothing. */
export const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], body);

/** Every field that may be left out, alone. */
export function optionalFields(schema: Schema, path: Path = []): Path[] {
  if (schema.type === 'array' && schema.items) return optionalFields(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(schema.required?.includes(name) === true ? [] : [[...path, name]]),
    ...optionalFields(field, [...path, name]),
  ]);
}
