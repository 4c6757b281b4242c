import { FIELDS, FIELDS_OF, SHARED_SCHEMAS } from '@estate/contracts';
import type { FieldInfo } from '@estate/contracts';

interface Schema {
  properties?: Record<string, object>;
}

const INFOS: Readonly<Record<string, FieldInfo>> = FIELDS;
const STORED = /^Stored/;

/** The names of schemas whose properties are fields of properties. */
const OF_FIELDS = new Set(
  [
    ...[...SHARED_SCHEMAS].flatMap(([id, { shape }]) => ('fields' in shape ? [] : [id])),
    ...Object.values(FIELDS_OF).map((schema) => schema.meta()?.id ?? ''),
  ].map((id) => id.replace(STORED, '')),
);

const isReference = (property: object): boolean => '$ref' in property;

function meaningOf({ label, unit }: FieldInfo): string {
  return unit === undefined ? `${label.en}.` : `${label.en}, in ${unit}.`;
}

/** Adds the meanings of fields, and the units of numbers, to the schemas. */
export function withMeanings<S extends object>(schemas: Readonly<Record<string, S>>): Record<string, S> {
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      OF_FIELDS.has(id.replace(STORED, '')) ? described(schema) : schema,
    ]),
  );
}

function described<S extends Schema>(schema: S): S {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const info = INFOS[name];
    const isPlain = info !== undefined && !isReference(property);
    return [name, isPlain ? { description: meaningOf(info), ...property } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, object> };
}
