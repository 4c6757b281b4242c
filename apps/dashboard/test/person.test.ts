import { expect, it } from 'vitest';
import { addressOf } from '../src/api/person.ts';

it('the address of a prospect is in the order of a letter, whatever the order of its parts', () => {
  expect(addressOf({ city: 'Dresden', postalCode: '01067', street: 'Elbufer 3' })).toBe(
    'Elbufer 3, 01067 Dresden',
  );
  expect(addressOf({ city: 'Dresden', postalCode: '01067' })).toBe('01067 Dresden');
  expect(addressOf({ street: 'Elbufer 3', city: '' })).toBe('Elbufer 3');
  expect(
    addressOf({ country: 'DEU', city: 'München', cityDistrict: 'Altstadt', street: 'Lindenweg 12a' }),
  ).toBe('Lindenweg 12a, München, Altstadt, DEU');
  expect(addressOf(undefined)).toBe('');
});
