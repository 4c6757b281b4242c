import type { FieldName, PropertyType } from '@estate/contracts';
import { carries } from '../mapping/mapping.ts';

/** The elements of the parts of an address without which there is no property. */
const ADDRESS_ELEMENTS: Readonly<Record<string, string>> = {
  'address.postalCode': 'geo/plz',
  'address.city': 'geo/ort',
};

/** The element that a field, or a part of the address, is read from. */
export const elementOf =
  (type: PropertyType) =>
  (name: string): string =>
    ADDRESS_ELEMENTS[name] ?? carries(type)[name as FieldName]?.[0] ?? '';
