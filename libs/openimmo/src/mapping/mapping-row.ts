import { hasZeroValue, NUMBER_RULES, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, FieldName, NumberName, PropertyType } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { element, group, leaf, requiredLeaf } from '../write/xml.ts';
import { furtherWordsOf } from './further-words.ts';
import type { Attributes, XmlElement, XmlValue } from '../write/xml.ts';

/** The meaning of `kaltmiete` for a portal: as in the schema, with running costs, or the base rent. */
export type ColdRent = 'schema' | 'base';

export interface Context {
  type: PropertyType;
  coldRent?: ColdRent | undefined;
  hasLinks?: boolean | undefined;
}

/** The data for a document; for a deletion, little more than the address is known. */
export interface Source extends Context {
  fields: Pick<AnyFields, 'address'> & Partial<AnyFields>;
}

type Given<F extends FieldName> = Pick<Source['fields'], F>;
type Landing = readonly [field: FieldName, path: string];

/** Reads the value at the path of a row; a value that it does not claim stays unmapped. */
export type ReadBack = (found: Found, draft: Draft) => void;

/** The mapping between an element of the format and its fields, in both directions. */
export interface MappingRow {
  /** The paths of a type's fields, below the section of the row. */
  landings(type: PropertyType): readonly Landing[];
  write(source: Source): XmlElement | undefined;
  /** The paths of values, below `fields`, that the element cannot express. */
  leftOut(source: Source): readonly string[];
  /** Sets the fields from the element. */
  read(place: Place, draft: Draft): void;
}

const nothing = () => [];
const landingAt = <F extends FieldName>(fields: readonly F[], path: string) =>
  fields.map((field): Landing => [field, path]);

/** Writes a value to a path: the name of an element, for its text, or `element/@attribute`. */
function written(path: string, value: XmlValue | undefined): XmlElement | undefined {
  const [name = '', attribute] = path.split('/@');
  if (attribute === undefined) return leaf(name, value);
  return value === undefined ? undefined : element(name, { [attribute]: value });
}

/** A value that is computed from some fields. */
export interface Computed<F extends FieldName> {
  fields: readonly F[];
  write(given: Given<F>, context: Context): XmlValue | undefined;
  read: ReadBack;
  /** True if zero means "not filled in" although the fields are no numbers. */
  zero?: 'not filled in';
}

const isUnfilledByZero = (field: FieldName): boolean =>
  field in NUMBER_RULES && !hasZeroValue(field as NumberName);

export const computed = <F extends FieldName>(path: string, by: Computed<F>): MappingRow => ({
  landings: () => landingAt(by.fields, path),
  write: (source) => written(path, by.write(source.fields, source)),
  leftOut: nothing,
  read: (by.zero ?? by.fields.some(isUnfilledByZero)) ? firstFilledAt(path, by.read) : firstAt(path, by.read),
});

const firstAt =
  (path: string, read: ReadBack): MappingRow['read'] =>
  (place, draft) => {
    const found = place.find(path);
    if (found !== undefined) read(found, draft);
  };

/** Reads the first value that is filled in, so that a zero does not hide another element of the same name. */
const firstFilledAt =
  (path: string, read: ReadBack): MappingRow['read'] =>
  (place, draft) => {
    const found = place.findFilled(path);
    if (found !== undefined) read(found, draft);
  };

/** Claims a value that only duplicates other elements. */
export const saidElsewhere: ReadBack = (found) => {
  found.claim();
};

/** Reads the value as a part of the address. */
export const partOf =
  (part: Parameters<Draft['setPart']>[0], valueOf: (found: Found, draft: Draft) => unknown): ReadBack =>
  (found, draft) => {
    const value = valueOf(found, draft);
    if (value !== undefined) draft.setPart(part, found, value);
  };

type Plain = { [F in FieldName]: NonNullable<AnyFields[F]> extends XmlValue ? F : never }[FieldName];

/** A row for the value of a field, unchanged. */
export const same = (path: string, field: Plain): MappingRow =>
  computed(path, {
    fields: [field],
    write: (given) => given[field],
    read: (found, draft) => {
      draft.read(field, found);
    },
  });

/** A row for a required text; a dash replaces text that cannot be written. */
export const required = <F extends FieldName>(
  name: string,
  by: { fields: readonly F[]; write(given: Given<F>): string; read: ReadBack },
): MappingRow => ({
  landings: () => landingAt(by.fields, name),
  write: ({ fields: given }) => requiredLeaf(name, by.write(given)),
  leftOut: nothing,
  read: firstAt(name, by.read),
});

/** The word of the format for each value of a field; undefined for a value without a word. */
export type Words<F extends FieldName> = Readonly<Record<Extract<AnyFields[F], string>, string | undefined>>;

/** The word for the value of a field. */
export function wordOf<F extends FieldName>(
  field: F,
  words: Words<F>,
  fields: Source['fields'],
): string | undefined {
  const value: unknown = fields[field];
  return (words as Readonly<Record<string, string | undefined>>)[String(value)];
}

/** The path of a value without a word. */
export const withoutWord = <F extends FieldName>(
  field: F,
  words: Words<F>,
  fields: Source['fields'],
): readonly string[] =>
  fields[field] !== undefined && wordOf(field, words, fields) === undefined ? [field] : [];

/** The value for a word of the format; the first one if several share the word. */
export function valueOfWord<F extends FieldName>(
  said: string,
  field: F,
  words: Words<F>,
): string | undefined {
  const known = said.toUpperCase();
  const own = Object.entries<string | undefined>(words).find(([, one]) => one?.toUpperCase() === known);
  return own?.[0] ?? furtherWordsOf(field)[known];
}

/** A row with one word of the format for each value. */
export const word = <F extends FieldName>(path: string, field: F, words: Words<F>): MappingRow => ({
  landings: () => [[field, path]],
  write: ({ fields }) => written(path, wordOf(field, words, fields)),
  leftOut: ({ fields }) => withoutWord(field, words, fields),
  read: firstAt(path, (found, draft) => {
    const value = valueOfWord(found.text, field, words);
    if (value !== undefined) draft.set(field, found, value);
  }),
});

/** A row with an attribute for each value, of which one is true. */
export const mark = <F extends FieldName>(elementName: string, field: F, words: Words<F>): MappingRow => ({
  landings: () => [[field, elementName]],
  write({ fields }) {
    const attribute = wordOf(field, words, fields);
    return attribute === undefined ? undefined : element(elementName, { [attribute]: true });
  },
  leftOut: ({ fields }) => withoutWord(field, words, fields),
  read(place, draft) {
    const names = [...Object.values<string | undefined>(words), ...Object.keys(furtherWordsOf(field))];
    for (const name of new Set(names)) {
      if (name === undefined) continue;
      const [found] = place.inside(elementName).trueOf([name]);
      if (found !== undefined) draft.set(field, found, valueOfWord(name, field, words));
    }
  },
});

/** A row for an element with several attributes, or with attributes and a text; `paths` maps each field to its path within. */
export const whole = <F extends FieldName>(
  name: string,
  by: {
    paths: Readonly<Record<F, string>>;
    write(
      given: Given<F>,
      context: Context,
    ): { attributes: Attributes; content?: XmlValue | undefined } | undefined;
    /** Reads the element, which exists. */
    read(place: Place, draft: Draft): void;
  },
): MappingRow => ({
  landings: () => Object.entries<string>(by.paths).map(([field, path]): Landing => [field as F, name + path]),
  write(source) {
    const built = by.write(source.fields, source);
    return built && element(name, built.attributes, built.content);
  },
  leftOut: nothing,
  read(place, draft) {
    const inside = place.inside(name);
    if (inside.elements.length > 0) by.read(inside, draft);
  },
});

/** A row for an element around others; it is written only if one of them is. */
export const nested = (name: string, rows: readonly MappingRow[]): MappingRow => ({
  landings: (type) =>
    rows.flatMap((row) => row.landings(type)).map(([field, path]): Landing => [field, `${name}/${path}`]),
  write: (source) => group(name, rows.map((row) => row.write(source))),
  leftOut: (source) => rows.flatMap((row) => row.leftOut(source)),
  read(place, draft) {
    const inside = place.inside(name);
    for (const row of rows) row.read(inside, draft);
  },
}); // oxfmt-ignore

/** True if properties of a type have one of the fields. */
export const has =
  (...fields: readonly FieldName[]) =>
  (type: PropertyType) =>
    fields.some((field) => field in PROPERTY_TYPES[type].schema.shape);

/** A row for some types only. */
export const only = (isOf: (type: PropertyType) => boolean, row: MappingRow): MappingRow => ({
  landings: (type) => (isOf(type) ? row.landings(type) : []),
  write: (source) => (isOf(source.type) ? row.write(source) : undefined),
  leftOut: (source) => (isOf(source.type) ? row.leftOut(source) : []),
  read(place, draft) {
    if (isOf(draft.type)) row.read(place, draft);
  },
});
