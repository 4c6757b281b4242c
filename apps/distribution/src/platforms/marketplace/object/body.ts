import type { PropertySnapshot } from '@estate/contracts';
import { APARTMENT_BUY, sourceOf } from './rows.ts';
import type { MappingRow, Source, Value } from './rows.ts';

export interface Body {
  [name: string]: Value | Body;
}

/** A property as the marketplace takes it; `contact` is what the marketplace calls its contact. */
export const objectBody = (snapshot: PropertySnapshot, contact?: string): Body => ({
  'realestates.apartmentBuy': fill(APARTMENT_BUY, sourceOf(snapshot, contact)) ?? {},
});

/** The values of the rows in their order; what has none is left out, a group without any too. */
function fill(rows: readonly MappingRow[], source: Source): Body | undefined {
  const entries = rows.flatMap((row): [string, Value | Body][] => {
    const value = 'rows' in row ? fill(row.rows, source) : row.value(source);
    return value === undefined ? [] : [[row.name, value]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The field of the API behind a field that the marketplace names, or undefined for one that it made up. */
export function apiFieldOf(marketplaceField: string): string | undefined {
  const path = marketplaceField.split('.').filter((name) => !/^(realestates|apartmentBuy)$/i.test(name));
  return find(APARTMENT_BUY, path) ?? anywhere(APARTMENT_BUY, path.at(-1) ?? '');
}

function find(rows: readonly MappingRow[], [name, ...rest]: readonly string[]): string | undefined {
  const row = rows.find((each) => each.name.toLowerCase() === name?.toLowerCase());
  if (!row || rest.length === 0) return row?.api;
  return 'rows' in row ? (find(row.rows, rest) ?? row.api) : row.api;
}

/** Some messages name an inner field without where it stands. */
function anywhere(rows: readonly MappingRow[], name: string): string | undefined {
  for (const row of rows) {
    if (row.name.toLowerCase() === name.toLowerCase()) return row.api;
    const inner = 'rows' in row ? anywhere(row.rows, name) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
