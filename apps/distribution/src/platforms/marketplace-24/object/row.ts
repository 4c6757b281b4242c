import type { AnyFields, FieldName, Objection, PropertySnapshot } from '@estate/contracts';
import { rounded } from './amounts.ts';
import { energyOf } from './energy.ts';
import type { Energy } from './energy.ts';
import { line, note } from './text.ts';

/** A body is made of this. */
export interface Source {
  externalId: string;
  fields: AnyFields;
  energy: Energy;
  /** The id of the contact on the marketplace; absent: its default contact. */
  contact?: string | undefined;
}

export type Value = string | number | boolean | readonly string[];
type Read = (source: Source) => Value | undefined;

interface Element {
  name: string;
  /** The field of the API that is named when the marketplace refuses the element. */
  api: string;
}

/** An element with a value; `from` are the fields whose values it carries. */
export interface ValueRow extends Element {
  from: readonly FieldName[];
  value: Read;
  /** The field of the API, where that depends on the property. */
  apiOf?: (source: Source) => string | undefined;
  /** Why a property without a value cannot be published. */
  needed?: Needed;
  /** Absent: always. */
  neededWhen?: (source: Source) => boolean;
  /** The limits of the marketplace, where the API takes more. */
  limits?: Limits;
  /** Why a value that is there may be left out. */
  leftOut?: Pick<Objection, 'reason' | 'parameters'> & { unless?: (source: Source) => boolean };
}

export interface Limits {
  least?: number;
  most?: number;
}

export interface GroupRow extends Element {
  rows: readonly MappingRow[];
  /** Absent: always. */
  when?: (source: Source) => boolean;
}

/** One element of the marketplace's schema, and the field of the API that it comes from. */
export type MappingRow = ValueRow | GroupRow;

export const sourceOf = ({ externalId, fields }: PropertySnapshot, contact?: string): Source => ({
  externalId,
  fields,
  energy: energyOf(fields),
  contact,
});

/** `api` is a field, or a part of one such as `address.city`. */
export function element(name: string, api: FieldName | `${FieldName}.${string}`, value: Read): ValueRow {
  const [field] = api.split('.') as [FieldName];
  return { name, api: `fields.${api}`, from: [field], value };
}

/** An element that belongs to a field and says nothing of its value. */
export const constant = (name: string, api: string, value: string): ValueRow => ({
  name,
  api,
  from: [],
  value: () => value,
});

export const group = (
  name: string,
  api: FieldName | `${FieldName}.${string}`,
  rows: readonly MappingRow[],
): GroupRow => ({ name, api: `fields.${api}`, rows });

type Needed = 'value_required' | 'only_spaces' | 'region_required';

/** The same element, without which the marketplace takes no property. */
export const needed = (row: ValueRow, reason: Needed = 'value_required'): ValueRow => ({
  ...row,
  needed: reason,
});

/** The same rows, with some elements that this type cannot do without. @throws Error for a name that no row has */
export function requiring(rows: readonly MappingRow[], ...names: readonly string[]): MappingRow[] {
  const unknown = names.find((name) => !rows.some((row) => row.name === name && 'value' in row));
  if (unknown !== undefined) throw new Error(`there is no element ${unknown}`);
  return rows.map((row) => ('value' in row && names.includes(row.name) ? needed(row) : row));
}

type FieldOf<V> = {
  [K in FieldName]-?: NonNullable<AnyFields[K]> extends V ? K : never;
}[FieldName];

export const flag = (name: string, api: FieldOf<boolean>) => element(name, api, ({ fields }) => fields[api]);

const either = (yes: string, no: string) => (name: string, api: FieldOf<boolean>) =>
  element(name, api, ({ fields: { [api]: is } }) => (is === undefined ? undefined : is ? yes : no));
/** The marketplace knows no NO here. */
export const yes = either('YES', 'NOT_APPLICABLE');
export const yesNo = either('YES', 'NO');

export const amount = (name: string, api: FieldOf<number>, limits?: Limits): ValueRow => ({
  ...element(name, api, ({ fields }) => rounded(fields[api])),
  ...(limits && { limits }),
});

/** Two decimals are kept of a length or an area, and what is left must not be 0. */
export const NOT_ZERO: Limits = { least: 0.01 };
export const measure = (name: string, api: FieldOf<number>) => amount(name, api, NOT_ZERO);

export const filled = (given: string | undefined): string | undefined =>
  given?.trim() === '' ? undefined : given;

export const text = (name: string, api: FieldOf<string>) =>
  element(name, api, ({ fields: { [api]: given } }) => filled(given && note(given)));

export const oneLine = (name: string, api: FieldOf<string>) =>
  element(name, api, ({ fields: { [api]: given } }) => filled(line(given ?? '')));

/** A value under the marketplace's name, or the one that stands for no information. */
export const choice = <K extends FieldOf<string>>(
  name: string,
  api: K,
  [names, otherwise]: readonly [Readonly<Record<NonNullable<AnyFields[K]>, string>>, string?],
) =>
  element(name, api, ({ fields }) => {
    const given = fields[api] as NonNullable<AnyFields[K]> | undefined;
    return given === undefined ? otherwise : names[given];
  });
