import { z } from 'zod';
import type { FieldDescription, PropertyTypeDescription, PropertyTypeSummary } from '../property-type.ts';
import type { PropertyTypeDefinition } from './define-property-type.ts';
import { SECTIONS } from './field-info.ts';
import type { FieldInfo, Label, PartInfo, Section } from './field-info.ts';
import { FIELDS } from './fields.ts';
import type { FieldName } from './fields.ts';
import type { PropertyType } from './index.ts';

const PRICES = ['purchasePrice', 'baseRent', 'yearlyRent'] as const;
const AREAS = ['livingArea', 'usableArea', 'totalArea', 'plotArea'] as const;

/** The summary of a property type in lists; its price and its size are the fields that its properties have. */
export function summarizePropertyType(
  definition: PropertyTypeDefinition<PropertyType>,
): z.infer<typeof PropertyTypeSummary> {
  const { name, label, description, deal, use, schema } = definition;
  const shape = schema.shape as Record<string, z.ZodType>;
  const price = PRICES.find((field) => field in shape);
  if (!price) throw new Error(`${name} has no price`);
  const area = AREAS.find((field) => shape[field] && isRequired(shape[field]));
  return { type: name, label, description, deal, use, price, ...(area && { area }) };
}

/** The description of a property type for callers and forms; which platforms carry which field is added later. */
export function describePropertyType(
  definition: PropertyTypeDefinition<PropertyType>,
): Omit<PropertyTypeDescription, 'formats'> {
  const { kind, examples } = definition;
  // The kind of an object stands beside its title, even if other types have the field elsewhere.
  const sectionOf = (field: FieldName): Section => (field === kind ? 'general' : FIELDS[field].section);
  const fields = Object.keys(FIELDS).filter((field): field is FieldName => field in definition.schema.shape);
  const sections = Object.entries<Label>(SECTIONS).map(([section, sectionLabel]) => ({
    name: section as Section,
    label: sectionLabel,
    fields: fields
      .filter((field) => sectionOf(field) === section)
      .map((field) => describeField(definition, field)),
  }));
  return {
    ...summarizePropertyType(definition),
    ...(kind !== undefined && { kind }),
    sections: sections.filter((section) => section.fields.length > 0),
    examples,
  };
}

function describeField({ schema, unusual }: PropertyTypeDefinition, name: FieldName): FieldDescription {
  const { label, hint, unit, isLong, values, parts }: FieldInfo = FIELDS[name];
  const field = (schema.shape as Record<string, z.ZodType>)[name] as z.ZodType;
  return {
    name,
    label,
    required: isRequired(field),
    unusual: unusual.includes(name),
    ...(hint && { hint }),
    ...(unit !== undefined && { unit }),
    ...(isLong && { multiline: true }),
    schema: jsonSchemaOf(field),
    ...(values && { values: describeValues(values) }),
    ...(parts && { parts: Object.entries(parts).map(([part, info]) => describePart(field, part, info)) }),
  };
}

const describeValues = (values: Readonly<Record<string, Label>>) =>
  Object.entries(values).map(([value, label]) => ({ value, label }));

function describePart(
  field: z.ZodType,
  name: string,
  { hint, unit, values, ...label }: PartInfo,
): FieldDescription {
  const object = (field instanceof z.ZodOptional ? field.unwrap() : field) as z.ZodObject;
  const part = object.shape[name] as z.ZodType | undefined;
  if (!part) throw new Error(`${name} is labelled, but is no part of its field`);
  return {
    name,
    label,
    required: isRequired(part),
    unusual: false,
    ...(hint && { hint }),
    ...(unit !== undefined && { unit }),
    schema: jsonSchemaOf(part),
    ...(values && { values: describeValues(values) }),
  };
}

const isRequired = (field: z.ZodType): boolean => !field.safeParse(undefined).success;

function jsonSchemaOf(field: z.ZodType): Record<string, unknown> {
  const made = z.toJSONSchema(field, { io: 'input', reused: 'inline' });
  const { $schema: _dialect, id: _id, example: _example, description: _description, ...schema } = made;
  return schema;
}
