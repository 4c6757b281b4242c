import { COUNTRIES } from '@estate/contracts';
import { expect, it } from 'vitest';
import { countryCode } from './countries.ts';

it.each([
  ['DEU', 'DEU'],
  ['ROU', 'ROM'],
  ['TLS', 'TMP'],
  ['PSE', 'PSE'],
  ['CUW', undefined],
  ['SSD', undefined],
])('the country %s is %s in the format', (country, code) => {
  expect(countryCode(country)).toBe(code);
});

it('every other country has its own code in the format, or none', () => {
  const renamed = COUNTRIES.filter((country) => ![country, undefined].includes(countryCode(country)));
  expect(renamed).toEqual(['ROU', 'TLS']);
});
