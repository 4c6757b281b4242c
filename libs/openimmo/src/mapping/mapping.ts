import { PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import type { Carried } from './carried.ts';
import { isWritable } from '../write/xml.ts';
import type { XmlElement } from '../write/xml.ts';
import { nested } from './mapping-row.ts';
import type { MappingRow, Source } from './mapping-row.ts';
import { SECTIONS } from './rows.ts';
import type { Section } from './rows.ts';

const rowOf = (name: Section): MappingRow => nested(name, SECTIONS[name]);
const ROWS = (Object.keys(SECTIONS) as Section[]).map(rowOf);

/** The rows of each section, in the order in which they are read: a section may need values of those before it. */
export const MAPPED_SECTIONS: readonly (readonly [Section, MappingRow])[] = (
  Object.keys(SECTIONS) as Section[]
).map((name) => [name, rowOf(name)]);

/** Writes a section of a document; undefined if it is empty. */
export const writeSection = (name: Section, source: Source): XmlElement | undefined =>
  rowOf(name).write(source);

function carriedBy(type: PropertyType): Carried {
  const { shape } = PROPERTY_TYPES[type].schema;
  const landings = ROWS.flatMap((row) => row.landings(type)).filter(([field]) => field in shape);
  const fields = [...new Set(landings.map(([field]) => field))];
  const pathsOf = (field: FieldName) => landings.filter(([one]) => one === field).map(([, path]) => path);
  return Object.fromEntries(fields.map((field) => [field, pathsOf(field)]));
}

const CARRIED = Object.fromEntries(PROPERTY_TYPE_NAMES.map((type) => [type, carriedBy(type)])) as Record<
  PropertyType,
  Carried
>;

export const carries = (type: PropertyType): Carried => CARRIED[type];

/** The paths of texts without any character that can be written; a blank text is not among them. */
function unwritable({ address, ...fields }: Source['fields']): string[] {
  const parts = Object.entries(address).map(([name, value]) => [`address.${name}`, value] as const);
  return [...Object.entries(fields), ...parts]
    .filter(([, value]) => typeof value === 'string' && value.trim() !== '' && !isWritable(value))
    .map(([path]) => path);
}

/** Set fields that the format lacks, and values without a word in it; as paths below `fields`. */
export function leftOut(source: Source): { fields: readonly string[]; values: readonly string[] } {
  const carried = carries(source.type);
  const given = Object.entries(source.fields).filter(([, value]) => value !== undefined);
  return {
    fields: given.map(([name]) => name).filter((name) => !(name in carried)),
    values: [...ROWS.flatMap((row) => row.leftOut(source)), ...unwritable(source.fields)],
  };
}
