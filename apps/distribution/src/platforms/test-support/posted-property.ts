import { createProperty, FIELDS_OF, PropertySnapshot, unwritableTexts } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';
import { arbitraryOf } from '@estate/testing';
import fc from 'fast-check';
import { within } from '../marketplace-24/test-support/any-property.ts';
import { snapshot } from '../openimmo-ftp/test-support/fixtures.ts';

const PIECES = ['<', '>', ']]>', '<![CDATA[', '<![CDA', 'TA[', '&amp;', '&', '"', "'", '\u0001', '\u000B', '\u007F', '\u0085', '\r', '\n', '\t',
  ' ', 'Müller-Lüdenscheidt', 'ẞ', '\uFFFE', '\u2028', '\u202E', 'שלום', 'مرحبا', '😀', '👩‍👩‍👧', '-->', '<br>', '<script>', 'é', '½', '%s', '\\0'] as const; // oxfmt-ignore

const LONG = 3999;

/** Texts that nobody wants: markup, control characters, right-to-left and combined characters, blank ones, very long ones. */
const hostileText = ({ minLength, maxLength }: { minLength: number; maxLength: number }) =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: Math.ceil(maxLength / 4) }) },
      { weight: 4, arbitrary: fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 })) },
      { weight: 1, arbitrary: fc.constant(['\u0001\u0002']) },
    )
    // Required texts have visible content on every platform.
    .map((pieces) => (minLength > 0 ? `A${pieces.join('')}` : pieces.join('')))
    .map((text) => whole(text.slice(0, maxLength)));

/** A very long one in a few properties, so that most stay readable. */
const description = fc.oneof(
  { weight: 9, arbitrary: hostileText({ minLength: 0, maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('ä', 'x\n', '😀 ', 'Wohnen mit Weitblick. ')
      .map((unit) => whole(unit.repeat(LONG).slice(0, LONG))),
  },
);

const whole = (text: string): string => text.toWellFormed().replaceAll('\uFFFD', '');

const TEXTS = {
  country: fc.constantFrom('DEU', 'DEU', 'DEU', 'AUT', 'FRA'),
  region: fc.constantFrom('Tirol', 'Wien'),
  postalCode: fc.constantFrom('80331', '01067'),
  streetNumber: fc.constantFrom('1', '12a', '7–9'),
  deposit: fc.oneof(hostileText({ minLength: 0, maxLength: 50 }), fc.constantFrom('1500', '1.500,00 EUR')),
  description,
  furnishingDescription: description,
  locationDescription: description,
  miscellaneousDescription: description,
};

let count = 0;

/**
 * The property of the service after `POST /properties`, or the reason why it refuses the body: the gateway's check, then the catalog's
 * copy.
 */
function posted(type: PropertyType, fields: unknown): PropertySnapshot {
  count += 1;
  const body = JSON.parse(JSON.stringify({ type, fields, externalId: `R-${count}` })) as unknown;
  const unwritable = unwritableTexts(body);
  if (unwritable.length > 0) throw new Error(JSON.stringify(unwritable));
  const { externalId = '', ...accepted } = createProperty.input.parse(body);
  const stored: unknown = { ...snapshot(), type, fields: accepted.fields, externalId };
  return PropertySnapshot.parse(JSON.parse(JSON.stringify(stored)));
}

/** Properties of a type that callers may post and every platform accepts, as the catalog provides them to the platforms. */
export const anyPosted = (type: PropertyType): fc.Arbitrary<PropertySnapshot> =>
  (arbitraryOf(FIELDS_OF[type], { texts: TEXTS, text: hostileText }) as fc.Arbitrary<AnyFields>).map(
    (fields) => posted(type, publishable(type, fields)),
  );

/** Moves values into the ranges of every platform; abroad the marketplace requires a region. */
function publishable(type: PropertyType, given: AnyFields): AnyFields {
  const { address, ...fields } = within(type, given);
  const region = address.country === 'DEU' ? address.region : (address.region ?? 'Wien');
  const rent = fields.baseRent === undefined ? {} : { baseRent: Math.max(fields.baseRent, 1) };
  return { ...fields, ...rent, address: { ...address, ...(region !== undefined && { region }) } };
}
