import { FIELDS_OF } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';
import type fc from 'fast-check';
import { fieldsOf } from './random-fields.ts';

/** Fields of a property of a type that a document can represent. */
export const shownFieldsOf = (type: PropertyType): fc.Arbitrary<AnyFields> =>
  fieldsOf(type).map((fields) => withShownTexts(type, fields));

/** Replaces required texts that cannot be shown; properties with such texts are not imported. */
function withShownTexts(type: PropertyType, { title, address, ...fields }: AnyFields): AnyFields {
  const { street, streetNumber, postalCode, city } = address;
  const shown = (text: string, most: number) => `A${text}`.slice(0, most).toWellFormed();
  const texts = { postalCode: shown(postalCode, 20), city: shown(city, 50) };
  const way = street === undefined ? {} : { street: shown(street, 100) };
  const number = streetNumber === undefined ? {} : { streetNumber: shown(streetNumber, 30) };
  const all = { ...fields, title: shown(title, 100), address: { ...address, ...texts, ...way, ...number } };
  return FIELDS_OF[type].parse(withRealNumbers(all));
}

const SMALLEST = 1e-6;

const RENTS = ['baseRent', 'totalRent', 'yearlyRent'];

/** Replaces unreal numbers, such as an area of 10⁻³⁰⁰ square metres, and a rent of 0, which means none. */
function withRealNumbers(value: unknown, name = ''): unknown {
  if (value === 0 && RENTS.includes(name)) return 1;
  if (typeof value === 'number') return value > 0 && value < SMALLEST ? SMALLEST : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([part, inner]) => [part, withRealNumbers(inner, part)]),
  );
}
