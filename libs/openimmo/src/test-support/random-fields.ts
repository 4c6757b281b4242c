import { COUNTRIES, FIELDS_OF } from '@estate/contracts';
import type { AnyFields, PropertyType } from '@estate/contracts';
import { arbitraryOf } from '@estate/testing';
import fc from 'fast-check';
import { countryCode } from '../mapping/countries.ts';

/** Any text of JSON: control characters, lone surrogates, emoji, right-to-left marks, ends of CDATA. */
export const wildText = (maxLength: number, minLength = 0): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'binary', minLength, maxLength }),
      fc.string({ unit: 'grapheme', minLength, maxLength: Math.ceil(maxLength / 3) }),
      fc
        .array(fc.constantFrom('<', ']]>', '&amp;', '&', '"', "'", '\0', '\uD800', '\uDC00', '\r', '\n', '\t', ' ', 'ä', 'ß', '\uFFFE', '\u0085', '\u2028', '\u202E', 'שלום', '😀', '-->'), { minLength, maxLength: Math.ceil(maxLength / 6) })
        .map((parts) => parts.join('')),
    )
    .map((text) => text.slice(0, maxLength)); // oxfmt-ignore

const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
const positive = (max: number) => fc.double({ min: 0, minExcluded: true, max, noNaN: true });

const TEXTS = {
  country: fc.constantFrom(...COUNTRIES.filter((code) => countryCode(code) !== undefined)),
  commission: fc.oneof(wildText(100), fc.constantFrom('3,57 %', 'provisionsfrei', 'siehe Exposé', 'k.A.')),
  deposit: fc.oneof(wildText(50), fc.constantFrom('1500', '1500.00', '1.500,00 EUR')),
};

const day = fc.oneof(
  fc.constantFrom('0000-01-01', '0001-01-01', '2024-02-29', '9999-12-31'),
  fc
    .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

/** Dates of any year and numbers of any precision, for fields of that kind. */
const extremes = fc.record(
  {
    availableFrom: day,
    condoFee: amount,
    energyConsumption: positive(1e5),
    energyNeed: positive(1e5),
    heatNeed: positive(1e5),
    livingArea: positive(1e6),
    monthlyRentalIncome: amount,
    purchasePrice: amount,
    totalRent: amount,
    usableArea: positive(1e6),
  },
  { requiredKeys: [] },
);

/** The same value, with other values at those of its keys that are given. */
function withThese(value: unknown, others: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      Object.hasOwn(others, name) ? others[name] : withThese(entry, others),
    ]),
  );
}

/** Fields of a property of a type, derived from its schema. */
export const fieldsOf = (type: PropertyType): fc.Arbitrary<AnyFields> =>
  fc
    .record({
      plain: arbitraryOf(FIELDS_OF[type], {
        texts: TEXTS,
        text: ({ minLength, maxLength }) => wildText(maxLength, minLength),
      }),
      others: extremes,
    })
    .map(({ plain, others }) => withThese(plain, others))
    .filter((some) => FIELDS_OF[type].safeParse(some).success)
    .map((some) => FIELDS_OF[type].parse(some) as AnyFields);
