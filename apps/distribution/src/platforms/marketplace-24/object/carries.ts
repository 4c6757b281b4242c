import { FIELDS_OF } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import type { Carried } from '../../platform.ts';
import { MAPPINGS } from './mapping.ts';
import type { MappingRow } from './row.ts';

/** The path of each field of a type; fields without an entry are not sent. */
export function carries(type: PropertyType): Carried {
  const known = carried.get(type) ?? carriedBy(type);
  carried.set(type, known);
  return known;
}

const carried = new Map<PropertyType, Carried>();

function carriedBy(type: PropertyType): Carried {
  const paths: Partial<Record<FieldName, string[]>> = {};
  const collect = (rows: readonly MappingRow[], above: string): void => {
    for (const row of rows) {
      const path = `${above}${row.name}`;
      if ('rows' in row) collect(row.rows, `${path}/`);
      else for (const name of row.from) if (name in FIELDS_OF[type].shape) (paths[name] ??= []).push(path);
    }
  };
  collect(MAPPINGS[type].rows, '');
  return paths;
}
