import type { FieldName, PropertyType } from '@estate/contracts';
import { carries } from '../mapping/mapping.ts';

/** The elements of the required parts of an address. */
const ADDRESS_ELEMENTS: Readonly<Record<string, string>> = {
  'address.postalCode': 'geo/plz',
  'address.city': 'geo/ort',
};

/** The element of a field, or of a part of the address. */
export const elementOf =
  (type: PropertyType) =>
  (name: string): string =>
    ADDRESS_ELEMENTS[name] ?? carries(type)[name as FieldName]?.[0] ?? '';
