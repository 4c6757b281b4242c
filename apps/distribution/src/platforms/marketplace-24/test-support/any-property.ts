import { FIELDS_OF, isUnsaid } from '@estate/contracts';
import type { AnyFields, PropertySnapshot, PropertyType } from '@estate/contracts';
import { arbitraryOf } from '@estate/testing';
import fc from 'fast-check';
import { snapshot } from './harness.fixture.ts';
import { asLine } from './shown-text.ts';

type Text = (range: { minLength: number; maxLength: number }) => fc.Arbitrary<string>;

/** Any text of JSON: control characters, lone surrogates, ends of CDATA, spaces only. */
export const wildText: Text = ({ minLength, maxLength }) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', minLength, maxLength }),
      fc.string({ unit: 'grapheme', minLength, maxLength }),
      fc
        .array(
          fc.constantFrom(
            '<',
            ']]>',
            '&amp;',
            '\0',
            '\uD800',
            '\r\n',
            '\n',
            ' ',
            'ä',
            '\uFFFE',
            '😀',
            '<br>',
          ),
          { minLength, maxLength },
        )
        .map((parts) => parts.join('')),
    )
    .map((text) => text.slice(0, maxLength));

const ADDRESS = {
  country: fc.constantFrom('DEU', 'DEU', 'DEU', 'AUT', 'FRA'),
  region: fc.constantFrom('Tirol', 'Wien'),
  postalCode: fc.constant('80331'),
  streetNumber: fc.constantFrom('1', '12a'),
};

const MOST: Readonly<Partial<Record<keyof AnyFields, number>>> = {
  numberOfBathrooms: 99,
  numberOfBedrooms: 99,
  numberOfFloors: 999,
};
const MOST_ENERGY = 1999;

const wrapped = (value: unknown, most: number | undefined): unknown =>
  typeof value === 'number' && most !== undefined && value > most ? Math.floor(value % most) + 1 : value;

const filled = (text = '', otherwise = ''): string => (asLine(text) === '' ? otherwise : text);

/** Adds the fields that the marketplace requires, and the API does not. */
function complete(type: PropertyType, { address, ...fields }: AnyFields): AnyFields {
  const rent = 'baseRent' in FIELDS_OF[type].shape && { baseRent: fields.baseRent ?? 900 };
  const kind = {
    ...('gastronomyType' in FIELDS_OF[type].shape && { gastronomyType: fields.gastronomyType ?? 'bar' }),
    ...('industrialType' in FIELDS_OF[type].shape && { industrialType: fields.industrialType ?? 'hall' }),
  };
  const { commission = '', commissionDescription = '', hasCommission } = fields;
  const isSilent = isUnsaid(asLine(commission)) && isUnsaid(asLine(commissionDescription));
  return {
    ...fields,
    ...rent,
    ...kind,
    ...(hasCommission === true && isSilent && { commission: '3,57 %' }),
    address: {
      ...address,
      street: filled(address.street, 'Weg'),
      streetNumber: filled(address.streetNumber, '1'),
    },
  };
}

/**
 * Moves values into the ranges of the marketplace; most random properties violate a range, which is found beforehand, so that the rest
 * would not be tested.
 */
export function within(type: PropertyType, given: AnyFields): AnyFields {
  const fields = complete(type, given);
  const { numberOfRooms = 4.5 } = fields;
  const rooms = 'numberOfRooms' in FIELDS_OF[type].shape && { numberOfRooms: Math.max(1, numberOfRooms) };
  const entries = Object.entries({ ...fields, ...rooms }).map(([name, value]): [string, unknown] => {
    if (!name.endsWith('EnergyCertificate')) return [name, wrapped(value, MOST[name as keyof AnyFields])];
    const parts = Object.entries(value as object);
    return [name, Object.fromEntries(parts.map(([part, one]) => [part, wrapped(one, MOST_ENERGY)]))];
  });
  return Object.fromEntries(entries) as AnyFields;
}

let number = 0;
const snapshotOf = (type: PropertyType, fields: AnyFields): PropertySnapshot => {
  number += 1;
  return snapshot({ type, externalId: `${type} ${number}`, fields });
};

/** Properties of a type as the catalog could provide them; few of them violate a range of the marketplace. */
export const anyPropertyOf = (type: PropertyType, text: Text): fc.Arbitrary<PropertySnapshot> =>
  (arbitraryOf(FIELDS_OF[type], { texts: ADDRESS, text }) as fc.Arbitrary<AnyFields>).map((fields) =>
    snapshotOf(type, within(type, fields)),
  );
