import { fullExample } from './full-example.ts';
import type { Schema } from './full-example.ts';

/** One of the shapes that a body may have. */
export interface BodyShape {
  /** The rules of every field; those of `type` name all shapes. */
  schema: Schema;
  /** A body with every field of the shape. */
  body: Record<string, unknown>;
  /** The type of property that has this shape. */
  propertyType?: string;
  /** The value of the field that decides. */
  choice?: string;
}

/** A body whose fields exclude each other by rules that the schema cannot say. */
export interface Choices {
  /** The field that decides. */
  by: string;
  /** Its values with the fields that each asks for; one with `?` may be left out. */
  fields: Readonly<Record<string, string>>;
}

/** One shape for each value of the field that decides. */
export function chosenShapes(root: Schema, { by, fields }: Choices): BodyShape[] {
  return Object.entries(fields).map(([choice, list]) => {
    const names = [by, ...list.split(' ')];
    const properties = names
      .map((name) => name.replace('?', ''))
      .map((name) => [name, root.properties?.[name]]);
    const required = names.filter((name) => !name.endsWith('?'));
    const schema = {
      ...root,
      properties: Object.fromEntries(properties) as Schema['properties'] & {},
      required,
    };
    return { schema, body: { ...(fullExample(schema) as object), [by]: choice }, choice };
  });
}

/** Every shape of a body: a choice has several, a property one for each type. */
export function bodyShapes(root: Schema): BodyShape[] {
  const { oneOf, anyOf: choices = oneOf, ...common } = root;
  const shapes = choices
    ? choices.map((choice) => whole({ type: 'object', allOf: [common, choice], properties: {} }))
    : typesOfUpdate(whole(root));
  return shapes.map((shape) => {
    const body = fullExample(shape) as Record<string, unknown>;
    const type = root.properties?.['type'];
    return {
      schema: type ? withFields(shape, { type }) : shape,
      body,
      ...('fields' in body && { propertyType: String(body['type']) }),
    };
  });
}

/** The shapes of an update, whose `fields` are those of the types in their order; any other body has one shape. */
function typesOfUpdate(schema: Schema): Schema[] {
  const { type, fields } = schema.properties ?? {};
  if (!fields?.anyOf) return [schema];
  const names = type?.enum ?? [];
  if (names.length !== fields.anyOf.length) throw new Error('there must be fields for each property type');
  return fields.anyOf.map((one, index) =>
    withFields(schema, { type: { ...type, enum: [names[index]] }, fields: whole(one) }),
  );
}

const withFields = (schema: Schema, fields: Record<string, Schema>): Schema => ({
  ...schema,
  properties: { ...schema.properties, ...fields },
});

/** An object with the fields of all its parts in one place. */
function whole({ allOf, ...own }: Schema): Schema {
  if (!own.properties) return { ...own, ...(allOf && { allOf }) };
  const parts = [...(allOf ?? []).map(whole), own];
  const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  return {
    ...own,
    properties: Object.fromEntries(fields.map(([name, field]) => [name, whole(field)])),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}
