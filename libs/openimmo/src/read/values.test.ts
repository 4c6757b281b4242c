import { describe, expect, it } from 'vitest';
import { dayIn, flagIn, numberIn } from './values.ts';

describe('a number', () => {
  it.each([
    ['96.4', 96.4],
    ['489000.00', 489000],
    ['96,5', 96.5],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.480.000', 1480000],
    ["1'480'000", 1480000],
    ['1 480 000,5', 1480000.5],
    ['489.000,00 EUR', 489000],
    ['349,- €', 349],
    ['349,-- &amp;euro;', 349],
    ['590 m²', 590],
    ['158 kWh/(m²*a)', 158],
    ['-1', -1],
    ['0', 0],
    // As a decimal of XML Schema.
    ['1.500', 1.5],
    ['ca. 1974', undefined],
    ['', undefined],
    ['1-2', undefined],
    ['9e99', undefined],
    ['9'.repeat(100), undefined],
  ])('written as %s is %s', (text, value) => {
    expect(numberIn(text)).toBe(value);
  });
});

describe('a flag', () => {
  it.each([['true', true], ['1', true], ['JA', true], ['false', false], ['0', false], ['nein', false], ['maybe', undefined], ['constructor', undefined]])(
    'written as %s is %s',
    (text, value) => {
      expect(flagIn(text)).toBe(value);
    },
  ); // oxfmt-ignore
});

describe('a day', () => {
  it.each([
    ['2027-03-01', '2027-03-01'],
    ['2027-03-01+01:00', '2027-03-01'],
    ['2027-03-01Z', '2027-03-01'],
    ['2027-03-01T23:59:59.000+02:00', '2027-03-01'],
    ['01.03.2027', '2027-03-01'],
    ['1.3.2027', '2027-03-01'],
    ['01.03.2027 10:30', '2027-03-01'],
    ['01.03.2027 00:00:00', '2027-03-01'],
    ['0000-01-01', '0000-01-01'],
    ['0001-01-01', undefined],
    ['0001-01-01T00:00:00', undefined],
    ['30.12.1899', undefined],
    ['1899-12-30T00:00:00', undefined],
    ['1970-01-01T01:00:00+01:00', undefined],
    ['00.00.0000', undefined],
    ['1970-01-02', '1970-01-02'],
    ['2027-02-30', undefined],
    ['sofort', undefined],
    ['03/2027', undefined],
  ])('written as %s is %s', (text, value) => {
    expect(dayIn(text)).toBe(value);
  });
});
