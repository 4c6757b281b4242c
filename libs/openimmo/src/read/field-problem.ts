import type { FieldName, FieldProblem, PropertyType } from '@estate/contracts';
import { carries } from '../mapping/mapping.ts';

/** The limit that a value is below or above. */
export function limitIn({ code, message }: FieldProblem): number | undefined {
  if (code !== 'too-small' && code !== 'too-big') return undefined;
  const [, limit] = /be at (?:least|most) (-?\d+(?:\.\d+)?)$/.exec(message) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

/** The elements of the parts of an address without which there is no property. */
const ADDRESS_ELEMENTS: Readonly<Record<string, string>> = {
  'address.postalCode': 'geo/plz',
  'address.city': 'geo/ort',
};

/** The element that a field, or a part of the address, is read from. */
export const elementOf = (type: PropertyType, name: string): string =>
  ADDRESS_ELEMENTS[name] ?? carries(type)[name as FieldName]?.[0] ?? '';

export const nameIn = ({ path }: FieldProblem): string => path.replace(/^fields\./, '');
