import { hasZeroValue, NUMBER_RULES, PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, FieldName, NumberName, PropertyType } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { element, group, leaf, requiredLeaf } from '../write/xml.ts';
import { furtherWordsOf } from './further-words.ts';
import type { Attributes, XmlElement, XmlValue } from '../write/xml.ts';

/** A portal reads `kaltmiete` as the schema defines it, with running costs, or as the base rent. */
export type ColdRent = 'schema' | 'base';

export interface Context {
  type: PropertyType;
  coldRent?: ColdRent | undefined;
  hasLinks?: boolean | undefined;
}

/** A document is written from this; of a deleted property little more than the address is known. */
export interface Source extends Context {
  fields: Pick<AnyFields, 'address'> & Partial<AnyFields>;
}

type Given<F extends FieldName> = Pick<Source['fields'], F>;
type Landing = readonly [field: FieldName, path: string];

/** Reads the value at the path of a row; what it does not read stays unmapped. */
export type ReadBack = (found: Found, draft: Draft) => void;

/** One element of the format with the fields that it carries, in both directions. */
export interface MappingRow {
  /** The paths of the fields of a type, below the section of the row. */
  landings(type: PropertyType): readonly Landing[];
  write(source: Source): XmlElement | undefined;
  /** Paths of given values, below `fields`, that the element has no value for. */
  leftOut(source: Source): readonly string[];
  /** Sets the fields that the element says. */
  read(place: Place, draft: Draft): void;
}

const nothing = () => [];
const landingAt = <F extends FieldName>(fields: readonly F[], path: string) =>
  fields.map((field): Landing => [field, path]);

/** A path is the name of an element, for its text, or `element/@attribute`. */
function written(path: string, value: XmlValue | undefined): XmlElement | undefined {
  const [name = '', attribute] = path.split('/@');
  if (attribute === undefined) return leaf(name, value);
  return value === undefined ? undefined : element(name, { [attribute]: value });
}

/** A value that depends on some fields, and how they follow from it. */
export interface Computed<F extends FieldName> {
  fields: readonly F[];
  write(given: Given<F>, context: Context): XmlValue | undefined;
  read: ReadBack;
  /** The meaning of zero, if the fields are no numbers that say it. */
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

/** A zero does not hide another element of the same name. */
const firstFilledAt =
  (path: string, read: ReadBack): MappingRow['read'] =>
  (place, draft) => {
    const found = place.findFilled(path);
    if (found !== undefined) read(found, draft);
  };

/** The value repeats what other elements say, so that nothing is read from it. */
export const saidElsewhere: ReadBack = (found) => {
  found.claim();
};

/** The value is a part of the address. */
export const partOf =
  (part: Parameters<Draft['setPart']>[0], valueOf: (found: Found, draft: Draft) => unknown): ReadBack =>
  (found, draft) => {
    const value = valueOf(found, draft);
    if (value !== undefined) draft.setPart(part, found, value);
  };

type Plain = { [F in FieldName]: NonNullable<AnyFields[F]> extends XmlValue ? F : never }[FieldName];

/** The value of a field as it is. */
export const same = (path: string, field: Plain): MappingRow =>
  computed(path, {
    fields: [field],
    write: (given) => given[field],
    read: (found, draft) => {
      draft.read(field, found);
    },
  });

/** A text that a document must have: a dash stands for one that cannot be written. */
export const required = <F extends FieldName>(
  name: string,
  by: { fields: readonly F[]; write(given: Given<F>): string; read: ReadBack },
): MappingRow => ({
  landings: () => landingAt(by.fields, name),
  write: ({ fields: given }) => requiredLeaf(name, by.write(given)),
  leftOut: nothing,
  read: firstAt(name, by.read),
});

/** The word of the format for each value of a field; undefined where it has none. */
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

/** The path of a value that has no word. */
export const withoutWord = <F extends FieldName>(
  field: F,
  words: Words<F>,
  fields: Source['fields'],
): readonly string[] =>
  fields[field] !== undefined && wordOf(field, words, fields) === undefined ? [field] : [];

/** The value that a word of the format stands for; the first one where several share the word. */
export function valueOfWord<F extends FieldName>(
  said: string,
  field: F,
  words: Words<F>,
): string | undefined {
  const known = said.toUpperCase();
  const own = Object.entries<string | undefined>(words).find(([, one]) => one?.toUpperCase() === known);
  return own?.[0] ?? furtherWordsOf(field)[known];
}

/** One word of the format for each value. */
export const word = <F extends FieldName>(path: string, field: F, words: Words<F>): MappingRow => ({
  landings: () => [[field, path]],
  write: ({ fields }) => written(path, wordOf(field, words, fields)),
  leftOut: ({ fields }) => withoutWord(field, words, fields),
  read: firstAt(path, (found, draft) => {
    const value = valueOfWord(found.text, field, words);
    if (value !== undefined) draft.set(field, found, value);
  }),
});

/** An attribute for each value, of which one is true. */
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

/** An element with several attributes, or with attributes and a text; `paths` says where in it each field lands. */
export const whole = <F extends FieldName>(
  name: string,
  by: {
    paths: Readonly<Record<F, string>>;
    write(
      given: Given<F>,
      context: Context,
    ): { attributes: Attributes; content?: XmlValue | undefined } | undefined;
    /** The place is the element; it is there. */
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

/** An element around others, written when there is one of them. */
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

/** A row of some types only. */
export const only = (isOf: (type: PropertyType) => boolean, row: MappingRow): MappingRow => ({
  landings: (type) => (isOf(type) ? row.landings(type) : []),
  write: (source) => (isOf(source.type) ? row.write(source) : undefined),
  leftOut: (source) => (isOf(source.type) ? row.leftOut(source) : []),
  read(place, draft) {
    if (isOf(draft.type)) row.read(place, draft);
  },
});
