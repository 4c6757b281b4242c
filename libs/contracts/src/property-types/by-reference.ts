import { z } from 'zod';
import { asStored } from '../stored.ts';
import { access } from './groups/access.ts';
import { common } from './groups/base.ts';
import { land } from './groups/plot.ts';
import { commercialRent, parkingSale, rent, sale } from './groups/prices.ts';
import { letting, rooms } from './groups/rooms.ts';
import { pascalCase } from './define-property-type.ts';
import { FIELDS_OF, PROPERTY_TYPES } from './index.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
interface JsonSchema {
  properties?: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

/** Groups of fields that several types share; documents define them once. */
const GROUPS: Readonly<Record<string, Shape>> = {
  CommonFields: common,
  SaleFields: sale,
  RentFields: rent,
  CommercialRentFields: commercialRent,
  RoomFields: rooms,
  LettingFields: letting,
  ParkingSaleFields: parkingSale,
  LandFields: land,
  AccessFields: access,
};

/** A schema for part of an object; it allows further fields. */
const part = (id: string, shape: Shape, description: string) =>
  z.looseObject(shape).meta({ id, description });

const groups = Object.entries(GROUPS).map(([id, shape]) =>
  part(id, shape, 'Fields that several property types share.'),
);
const typed = Object.values(PROPERTY_TYPES).map(({ name, schema, label }) =>
  part(pascalCase(name), { type: z.enum([name]), fields: schema }, `${label.en}.`),
);
const parts = [...groups, ...typed].flatMap((one) => [...new Set([one, asStored(one)])]);

/** The schemas that `byReference` refers to, by their names. */
export const SHARED_SCHEMAS: ReadonlyMap<string, z.ZodObject> = new Map(
  parts.map((one) => [one.meta()?.id ?? '', one]),
);

interface Generated {
  zodSchema: unknown;
  jsonSchema: JsonSchema;
}

/**
 * Shortens the generated schema of a property type or of a choice of all types: shared parts become references. `prefix` comes before the
 * names of schemas in references.
 */
export function byReference({ zodSchema, jsonSchema }: Generated, prefix: string): void {
  if (zodSchema instanceof z.ZodDiscriminatedUnion) referToTypes(zodSchema, jsonSchema, prefix);
  else if (zodSchema instanceof z.ZodObject && FIELD_SCHEMAS.has(zodSchema))
    referToGroups(zodSchema, jsonSchema, prefix);
  else if (PARTS.has(zodSchema)) saysNothingOfOthers(zodSchema as z.ZodObject, jsonSchema);
}

const PARTS = new Set<unknown>(parts);

/** Removes `additionalProperties` of a group, which would apply to the whole; the whole of a type lists its own fields. */
function saysNothingOfOthers({ shape }: z.ZodObject, json: JsonSchema): void {
  delete json['additionalProperties'];
  if ('fields' in shape) json['unevaluatedProperties'] = true;
}

const FIELD_SCHEMAS = new Set<z.ZodType>(
  Object.values(FIELDS_OF).flatMap((fields) => [fields, asStored(fields)]),
);

const isPartOf = (shape: Shape, group: Shape): boolean =>
  Object.entries(group).every(([name, field]) => shape[name] === field);

function referToGroups(schema: z.ZodObject, json: JsonSchema, prefix: string): void {
  const found = [...SHARED_SCHEMAS].filter(
    ([, group]) => !('fields' in group.shape) && isPartOf(schema.shape, group.shape),
  );
  const shared = new Set(found.flatMap(([, group]) => Object.keys(group.shape)));
  json['allOf'] = found.map(([id]) => ({ $ref: prefix + id }));
  drop(json, shared);
}

function referToTypes(union: z.ZodDiscriminatedUnion, json: JsonSchema, prefix: string): void {
  const types = [...SHARED_SCHEMAS].filter(([, one]) =>
    (union.options as z.ZodObject[]).some(
      (option) => 'fields' in option.shape && option.shape['fields'] === one.shape['fields'],
    ),
  );
  const [first] = json['oneOf'] as JsonSchema[];
  if (types.length === 0 || !first) return;
  Object.assign(json, first);
  json.properties = {
    ...first.properties,
    type: { type: 'string', enum: types.map(([, { shape }]) => nameOf(shape)) },
    fields: { description: 'The fields of the type.' },
  };
  json['oneOf'] = types.map(([id]) => ({ $ref: prefix + id }));
  json['discriminator'] = {
    propertyName: 'type',
    mapping: Object.fromEntries(types.map(([id, { shape }]) => [nameOf(shape), prefix + id])),
  };
}

const nameOf = (shape: Shape) => String((shape['type'] as z.ZodEnum).options[0]);

/** Removes properties that are defined elsewhere; the whole refuses unknown fields. */
function drop(json: JsonSchema, names: ReadonlySet<string>): void {
  json.properties = Object.fromEntries(
    Object.entries(json.properties ?? {}).filter(([name]) => !names.has(name)),
  );
  json.required = (json.required ?? []).filter((name) => !names.has(name));
  if (json['additionalProperties'] !== false) return;
  delete json['additionalProperties'];
  json['unevaluatedProperties'] = false;
}
