import type { AnyFields, FieldName, Objection, PropertySnapshot } from '@estate/contracts';
import { rounded } from './amounts.ts';
import { energyOf } from './energy.ts';
import type { Energy } from './energy.ts';
import { line, note } from './text.ts';

/** The data for a body. */
export interface Source {
  externalId: string;
  fields: AnyFields;
  energy: Energy;
  /** The id of the contact on the marketplace; absent for its default contact. */
  contact?: string | undefined;
}

export type Value = string | number | boolean | readonly string[];
type Read = (source: Source) => Value | undefined;

interface Element {
  name: string;
  /** The field of the API that is named if the marketplace refuses the element. */
  api: string;
}

/** An element with a value; `from` are the fields that the value comes from. */
export interface ValueRow extends Element {
  from: readonly FieldName[];
  value: Read;
  /** The field of the API, if it depends on the property. */
  apiOf?: (source: Source) => string | undefined;
  /** The reason why a property without a value cannot be published. */
  needed?: Needed;
  /** True if it is required; always by default. */
  neededWhen?: (source: Source) => boolean;
  /** The limits of the marketplace, if they are narrower than those of the API. */
  limits?: Limits;
  /** The reason why an existing value may be left out. */
  leftOut?: Pick<Objection, 'reason' | 'parameters'> & { unless?: (source: Source) => boolean };
}

export interface Limits {
  least?: number;
  most?: number;
}

export interface GroupRow extends Element {
  rows: readonly MappingRow[];
  /** True if it applies; always by default. */
  when?: (source: Source) => boolean;
}

/** An element of the marketplace's schema, and the field of the API that it comes from. */
export type MappingRow = ValueRow | GroupRow;

export const sourceOf = ({ externalId, fields }: PropertySnapshot, contact?: string): Source => ({
  externalId,
  fields,
  energy: energyOf(fields),
  contact,
});

/** Makes a row; `api` is a field, or a part of one such as `address.city`. */
export function element(name: string, api: FieldName | `${FieldName}.${string}`, value: Read): ValueRow {
  const [field] = api.split('.') as [FieldName];
  return { name, api: `fields.${api}`, from: [field], value };
}

/** An element that belongs to a field but does not depend on its value. */
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

/** The same row, as one that the marketplace requires. */
export const needed = (row: ValueRow, reason: Needed = 'value_required'): ValueRow => ({
  ...row,
  needed: reason,
});

/** The same rows, with some elements that this type requires. @throws Error for a name without a row */
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
/** A flag without NO on the marketplace. */
export const yes = either('YES', 'NOT_APPLICABLE');
export const yesNo = either('YES', 'NO');

export const amount = (name: string, api: FieldOf<number>, limits?: Limits): ValueRow => ({
  ...element(name, api, ({ fields }) => rounded(fields[api])),
  ...(limits && { limits }),
});

/** The limits of a length or an area: two decimals are kept, and the rest must not be 0. */
export const NOT_ZERO: Limits = { least: 0.01 };
export const measure = (name: string, api: FieldOf<number>) => amount(name, api, NOT_ZERO);

export const filled = (given: string | undefined): string | undefined =>
  given?.trim() === '' ? undefined : given;

export const text = (name: string, api: FieldOf<string>) =>
  element(name, api, ({ fields: { [api]: given } }) => filled(given && note(given)));

export const oneLine = (name: string, api: FieldOf<string>) =>
  element(name, api, ({ fields: { [api]: given } }) => filled(line(given ?? '')));

/** A value under the marketplace's name, or its name for no information. */
export const choice = <K extends FieldOf<string>>(
  name: string,
  api: K,
  [names, otherwise]: readonly [Readonly<Record<NonNullable<AnyFields[K]>, string>>, string?],
) =>
  element(name, api, ({ fields }) => {
    const given = fields[api] as NonNullable<AnyFields[K]> | undefined;
    return given === undefined ? otherwise : names[given];
  });
