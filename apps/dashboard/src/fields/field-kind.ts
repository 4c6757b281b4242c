import type { FieldDescription } from '@estate/client';

/** A field of a property type, or a part of a field that is an object. */
export type Described = Omit<FieldDescription, 'parts'> & Pick<Partial<FieldDescription>, 'parts'>;

export type FieldKind = 'text' | 'longText' | 'number' | 'flag' | 'choice' | 'choices' | 'date' | 'group';

/** The kind decides how a field is shown and which input it has. */
export function kindOf({ parts, values, multiline, schema }: Described): FieldKind {
  if (parts) return 'group';
  if (values) return schema['type'] === 'array' ? 'choices' : 'choice';
  if (multiline === true) return 'longText';
  if (schema['format'] === 'date') return 'date';
  return KIND_OF_TYPE[String(schema['type'])] ?? 'text';
}

const KIND_OF_TYPE: Readonly<Record<string, FieldKind>> = {
  boolean: 'flag',
  number: 'number',
  integer: 'number',
};

/** A limit of the field's values as a number, if it has one. */
export function limitOf({ schema }: Described, ...names: readonly string[]): number | undefined {
  const found = names.map((name) => schema[name]).find((value) => typeof value === 'number');
  return typeof found === 'number' ? found : undefined;
}

/** Years and counts have no unit, and are written without separators. */
export const isGrouped = ({ unit }: Described): boolean => unit !== undefined;
