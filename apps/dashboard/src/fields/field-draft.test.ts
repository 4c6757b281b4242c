import { describePropertyType, PROPERTY_TYPES } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choicesOf } from './choices.ts';
import { fieldsIn } from './field-draft.ts';
import type { Described } from './field-kind.ts';
import { numberShown, numberTyped } from './typed-number.ts';
import { LANGUAGES } from '../text/messages.ts';
import type { Language } from '../text/messages.ts';

const FIELDS = fieldsIn({ ...describePropertyType(PROPERTY_TYPES.apartmentRent) });
const found = (fields: readonly Described[], name: string): Described => {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`There is no field ${name}.`);
  return field;
};
const baseRent = found(FIELDS, 'baseRent');
const livingArea = found(FIELDS, 'livingArea');
const numberOfRooms = found(FIELDS, 'numberOfRooms');
const floor = found(FIELDS, 'floor');
const country = found(found(FIELDS, 'address').parts ?? [], 'country');

it.each<[Language, Described, Record<string, string>]>([
    ['de', baseRent, { '1.240': '1240', '1.240,50': '1240.50', '1240,5': '1240.5', '1240.50': '1240.50', '1.234.567': '1234567', '1,240.50': '1240.50', '1 240 €': '1240', ',5': '.5', '12,': '12' }],
    ['en', baseRent, { '1,240': '1240', '1,240.50': '1240.50', '1240,50': '1240.50', '1.240,50': '1240.50', '1.240': '1.240' }],
    ['de', livingArea, { '64.5': '64.5', '64,5': '64.5', '1.064,5': '1064.5' }],
    ['de', numberOfRooms, { '2.5': '2.5', '2,5': '2.5' }],
    ['de', floor, { '-1': '-1', '−1': '-1' }],
  ])('a typed number in %s is read by the signs of the language', (language, field, texts) => {
    for (const [text, value] of Object.entries(texts)) expect(numberTyped(text, field, language), text).toBe(value);
  }); // oxfmt-ignore

it('a typed number that is no number stays as it was typed, for the API to refuse', () => {
  for (const text of ['viel', '1.2.3', '12,5,5', '1.24,5', '-']) {
    expect(numberTyped(text, baseRent, 'de')).toBe(text);
    expect(numberShown(text, baseRent, 'de')).toBe(text);
  }
  expect(numberTyped('  ', baseRent, 'de')).toBe('');
});

it('a typed number is shown with the separators of the language, with cents in pairs', () => {
  const shown = (language: Language) => [
    numberShown('1240.5', baseRent, language),
    numberShown('1240', baseRent, language),
    numberShown('1064.25', livingArea, language),
    numberShown('1998', found(FIELDS, 'constructionYear'), language),
    numberShown('', baseRent, language),
  ];
  expect(shown('de')).toEqual(['1.240,50', '1.240', '1.064,25', '1998', '']);
  expect(shown('en')).toEqual(['1,240.50', '1,240', '1,064.25', '1998', '']);
});

it('a typed number is read as it was shown, in both languages', () => {
  const numbers = fc.oneof(
    fc.integer({ min: 0, max: 1_000_000_000 }).map((cents) => cents / 100),
    fc.nat(),
  );
  fc.assert(
      fc.property(numbers, fc.constantFrom(...LANGUAGES), fc.constantFrom(baseRent, livingArea, numberOfRooms), (number, language, field) => {
        const shown = numberShown(String(number), field, language);
        expect(Number(numberTyped(shown, field, language))).toBe(number);
      }),
    ); // oxfmt-ignore
});

describe('the values that a field offers', () => {
  it.each(LANGUAGES)('countries are offered by name in %s, the most used first', (language) => {
    const [first = [], others = []] = choicesOf(country, language);
    expect(first.slice(0, 3).map(({ value }) => value)).toEqual(['DEU', 'AUT', 'CHE']);
    expect([...first, ...others].map(({ value }) => value).toSorted()).toEqual(
      (country.values ?? []).map(({ value }) => value).toSorted(),
    );
    const names = others.map(({ label }) => label);
    expect(names).toEqual(names.toSorted(new Intl.Collator(language).compare));
    expect(first.map(({ label }) => label)).toContain(language === 'de' ? 'Österreich' : 'Austria');
  });

  it('a short list is offered in the order of the API', () => {
    const condition = found(FIELDS, 'condition');
    expect(choicesOf(condition, 'de')).toEqual([
      (condition.values ?? []).map(({ value, label }) => ({ value, label: label.de })),
    ]);
  });
});
