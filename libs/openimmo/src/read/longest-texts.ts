import { describePropertyType, PROPERTY_TYPES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';

const known = new Map<PropertyType, ReadonlyMap<string, number>>();

/** The maximum lengths of a type's texts in characters, by the paths of its fields. */
export function longestTexts(type: PropertyType): ReadonlyMap<string, number> {
  const longest = known.get(type) ?? new Map(lengthsOf(type));
  known.set(type, longest);
  return longest;
}

const lengthsOf = (type: PropertyType): [path: string, length: number][] =>
  describePropertyType(PROPERTY_TYPES[type]).sections.flatMap(({ fields }) =>
    fields.flatMap(({ name, schema, parts = [] }) => [
      ...lengthIn(name, schema),
      ...parts.flatMap((part) => lengthIn(`${name}.${part.name}`, part.schema)),
    ]),
  );

const lengthIn = (path: string, { maxLength }: Record<string, unknown>): [string, number][] =>
  typeof maxLength === 'number' ? [[path, maxLength]] : [];
