import { resolved } from './documented.ts';
import type { OpenApi, Parameter, Schema } from './documented.ts';
import { escaped, inline } from '../edge/pages/html.ts';

/** A field of a body with its content. */
export interface Field {
  path: string;
  schema: Schema;
  isRequired: boolean;
}

const MOST_LISTED = 40;

export const nameOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? '';

const schemaLink = (name: string): string => `<a href="#schema-${name}">${escaped(name)}</a>`;

/** The fields of a schema, or its alternatives. */
export function schemaView(document: OpenApi, schema: Schema): string {
  const given = resolved<Schema>(document, schema);
  const shapes = given.oneOf ?? given.anyOf;
  const fields = fieldsOf(document, given);
  return [
    ...(shapes ? [choice(document, shapes)] : []),
    ...(fields.length > 0 ? [`<dl class="fields">${fields.map(fieldView).join('')}</dl>`] : []),
  ].join('');
}

/** The alternatives; named ones are shown once, below it. */
function choice(document: OpenApi, shapes: readonly Schema[]): string {
  const named = shapes.filter(({ $ref }) => $ref !== undefined).map((one) => schemaLink(nameOf(one)));
  if (named.length === shapes.length) return `<p class="choice">One of ${named.join(', ')}.</p>`;
  return shapes
    .map((one, at) => `<p class="choice">Shape ${String(at + 1)}:</p>${schemaView(document, one)}`)
    .join('');
}

/** The fields of an object and of its parts; those of inner objects without a name have a path such as `credentials.host`. */
export function fieldsOf(
  document: OpenApi,
  { allOf = [], properties = {}, required = [] }: Schema,
  at = '',
): Field[] {
  const parts = allOf.flatMap((part) => fieldsOf(document, resolved<Schema>(document, part), at));
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${at}${name}`;
    const [inner, mark] = schema.items ? [schema.items, '[]'] : [schema, ''];
    return [
      { path, schema, isRequired: required.includes(name) },
      ...(inner.$ref === undefined ? fieldsOf(document, inner, `${path}${mark}.`) : []),
    ];
  });
  return [...parts, ...own];
}

const fieldView = ({ path, schema, isRequired }: Field): string =>
  rowOf({ name: path, type: typeOf(schema), isRequired }, [
    ...(schema.description === undefined ? [] : [inline(schema.description)]),
    ...limitsOf(schema.items ?? schema),
  ]);

/** A parameter of a path, a query or a header. */
export const parameterView = ({ name, schema, required = false, description }: Parameter): string =>
  rowOf({ name, type: typeOf(schema), isRequired: required }, [
    ...(description === undefined ? [] : [inline(description)]),
    ...limitsOf(schema),
  ]);

const rowOf = (
  { name, type, isRequired }: { name: string; type: string; isRequired: boolean },
  says: readonly string[],
): string =>
  `<div><dt><code>${escaped(name)}</code> <span class="type">${type}</span>${isRequired ? ' <span class="must">required</span>' : ''}</dt><dd>${says.join(' ')}</dd></div>`;

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(nameOf(schema));
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  const shapes = schema.oneOf ?? schema.anyOf;
  if (shapes && schema.type === undefined)
    return shapes.length > 4 ? 'one of several shapes' : shapes.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  const name = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? name : `${name} (${schema.format})`;
}

/** The limits of a value in words. */
export function limitsOf(schema: Schema): string[] {
  const { maxLength, maxItems, default: absent } = schema;
  return [
    ...listedValues(schema),
    ...range(schema),
    ...(maxLength === undefined ? [] : [`At most ${String(maxLength)} characters.`]),
    ...(maxItems === undefined ? [] : [`At most ${String(maxItems)} entries.`]),
    ...(absent === undefined ? [] : [`Default: <code>${escaped(JSON.stringify(absent))}</code>.`]),
  ];
}

function listedValues({ enum: values = [] }: Schema): string[] {
  if (values.length === 0) return [];
  const listed = values.slice(0, MOST_LISTED).map((one) => `<code>${escaped(String(one))}</code>`);
  return [`One of ${listed.join(', ')}${values.length > MOST_LISTED ? ' and more' : ''}.`];
}

function range({ minimum, maximum }: Schema): string[] {
  if (minimum === undefined) return maximum === undefined ? [] : [`At most ${String(maximum)}.`];
  return maximum === undefined
    ? [`At least ${String(minimum)}.`]
    : [`${String(minimum)} to ${String(maximum)}.`];
}
