import { PROPERTY_TYPES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { partOf } from './mapping-row.ts';
import type { ReadBack } from './mapping-row.ts';

/** A number behind a street: `12 a` of `Lindenweg 12 a`, `3-5` of `Hauptstr. 3-5`. */
const NUMBER = /(?:,\s{0,3}|\s{1,3})(\d{1,4}(?:\s?[a-z])?(?:\s{0,2}[-–/+]\s?\d{1,4}(?:\s?[a-z])?){0,9})$/i;

const needsNumber = (type: PropertyType): boolean => {
  const { schema, examples } = PROPERTY_TYPES[type];
  const { streetNumber: _, ...address } = examples.smallest.address;
  return !schema.shape.address.safeParse(address).success;
};

/** Software that knows no number of its own writes it behind the street. */
export const readStreet: ReadBack = (found, draft) => {
  const text = draft.textOf('address.street', found);
  const hasOwn = found.within.find('hausnummer') !== undefined;
  const behind = hasOwn || !needsNumber(draft.type) ? null : NUMBER.exec(text);
  const street = text.slice(0, behind?.index).trimEnd();
  // Streets such as the squares of Mannheim have no letters before their number.
  const [number] = /\p{L}/u.test(street) ? (behind?.slice(1) ?? []) : [];
  draft.setPart('address.street', found, number === undefined ? text : street);
  if (number !== undefined) draft.setPart('address.streetNumber', found, number);
};

export const readNumber: ReadBack = partOf('address.streetNumber', (found, draft) =>
  draft.textOf('address.streetNumber', found),
);
