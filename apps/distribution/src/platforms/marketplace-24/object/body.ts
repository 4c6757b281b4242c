import type { FieldName, Objection, PropertySnapshot, PropertyType } from '@estate/contracts';
import { MAPPINGS } from './mapping.ts';
import { sourceOf } from './row.ts';
import type { MappingRow, Source, Value, ValueRow } from './row.ts';
import { line } from './text.ts';

export interface Body {
  [name: string]: Value | Body;
}

/** A property in the format of the marketplace; `contact` is the id of its contact there. */
export function objectBody(snapshot: PropertySnapshot, contact?: string): Body {
  const { root, rows } = MAPPINGS[snapshot.type];
  return { [`realestates.${root}`]: fill(rows, sourceOf(snapshot, contact)) ?? {} };
}

/** The values of the rows in order, without empty ones and empty groups. */
function fill(rows: readonly MappingRow[], source: Source): Body | undefined {
  const entries = rows.flatMap((row): [string, Value | Body][] => {
    const value = valueOf(row, source);
    return value === undefined ? [] : [[row.name, value]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function valueOf(row: MappingRow, source: Source): Value | Body | undefined {
  if ('value' in row) return row.value(source);
  return row.when?.(source) === false ? undefined : fill(row.rows, source);
}

/** The fields that the marketplace would not accept unchanged. */
export function objectionsTo(snapshot: PropertySnapshot): Objection[] {
  const source = sourceOf(snapshot);
  const objections = (rows: readonly MappingRow[]): Objection[] =>
    rows.flatMap((row) => {
      if ('value' in row) return objectionsToRow(row, source);
      return row.when?.(source) === false ? [] : objections(row.rows);
    });
  return objections(MAPPINGS[snapshot.type].rows);
}

function objectionsToRow(row: ValueRow, source: Source): Objection[] {
  const value = row.value(source);
  if (value === undefined) return missing(row, source);
  const { api: field, limits: { least = -Infinity, most = Infinity } = {} } = row;
  if (typeof value !== 'number') return [];
  if (value < least) return [{ field, reason: 'at_least', parameters: { limit: least } }];
  return value > most ? [{ field, reason: 'at_most', parameters: { limit: most } }] : [];
}

/** The reason why an element has no value although the marketplace needs it, or the property has one. */
function missing(row: ValueRow, source: Source): Objection[] {
  const { api: field, from, neededWhen, leftOut } = row;
  const needed = neededWhen?.(source) === false ? undefined : neededOf(row, source);
  if (needed !== undefined) return [{ field, reason: needed }];
  if (leftOut === undefined || leftOut.unless?.(source) === true || !hasAny(from, source)) return [];
  return [{ field, reason: leftOut.reason, parameters: leftOut.parameters }];
}

/** The requirement of an element; an absent optional part of the address cannot consist of spaces either. */
function neededOf({ needed, api }: ValueRow, { fields }: Source): ValueRow['needed'] {
  const part = /^fields\.address\.(street|streetNumber)$/.exec(api)?.[1] as
    | 'street'
    | 'streetNumber'
    | undefined;
  return part !== undefined && needed !== undefined && fields.address[part] === undefined
    ? 'value_required'
    : needed;
}

const hasAny = (names: readonly FieldName[], { fields }: Source): boolean =>
  names.some((name) => {
    const given = fields[name];
    return given !== undefined && !(typeof given === 'string' && line(given) === '');
  });

/** Finds the field of the API for a field in a message of the marketplace; undefined for one that it made up. */
export function apiFieldOf(
  type: PropertyType,
  snapshot?: PropertySnapshot,
): (marketplaceField: string) => string | undefined {
  const { root, rows } = MAPPINGS[type];
  const source = snapshot && sourceOf(snapshot);
  return (marketplaceField) => {
    const names = marketplaceField.toLowerCase().split('.');
    const path = names.filter((name) => name !== 'realestates' && name !== root.toLowerCase());
    const row = find(rows, path) ?? anywhere(rows, path.at(-1) ?? '');
    return row && apiOf(row, source);
  };
}

const apiOf = (row: MappingRow, source: Source | undefined): string =>
  ('value' in row && source && row.apiOf?.(source)) || row.api;

const isNamed = (row: MappingRow, name: string | undefined): boolean => row.name.toLowerCase() === name;

function find(rows: readonly MappingRow[], [name, ...rest]: readonly string[]): MappingRow | undefined {
  const row = rows.find((each) => isNamed(each, name));
  if (!row || rest.length === 0) return row;
  return 'rows' in row ? (find(row.rows, rest) ?? row) : row;
}

/** Finds an inner field whose path is missing in the message, or that is under the name of another group. */
function anywhere(rows: readonly MappingRow[], name: string): MappingRow | undefined {
  for (const row of rows) {
    if (isNamed(row, name)) return row;
    const inner = 'rows' in row ? anywhere(row.rows, name) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
