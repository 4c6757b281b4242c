import type { FieldInfo } from './field-info.ts';
import { address } from './fields/address.ts';
import { areas } from './fields/areas.ts';
import { building } from './fields/building.ts';
import { energy } from './fields/energy.ts';
import { equipment } from './fields/equipment.ts';
import { general, title } from './fields/general.ts';
import { kinds } from './fields/kinds.ts';
import { price } from './fields/price.ts';
import { surroundings } from './fields/surroundings.ts';
import { texts } from './fields/texts.ts';

/**
 * Every field of every property type: its section in forms and pages, its labels, and a value for examples. A field that two types share
 * has the same meaning in both.
 */
export const FIELDS = {
  title,
  ...kinds,
  ...general,
  ...address,
  ...price,
  ...areas,
  ...building,
  ...equipment,
  ...energy,
  ...surroundings,
  ...texts,
} as const satisfies Record<string, FieldInfo>;

export type FieldName = keyof typeof FIELDS;
