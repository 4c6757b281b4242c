import type { AnyFields, PropertyType } from '@estate/contracts';
import { expect, it } from 'vitest';
import { writeXml } from '../write/xml.ts';
import { writeSection } from './mapping.ts';
import type { ColdRent } from './mapping-row.ts';
import { plainAmount } from './prices.ts';

const address = { street: 'A', streetNumber: '1', postalCode: '1', city: 'B', country: 'DEU', publish: true };
const CONSTANT = '<waehrung iso_waehrung="EUR"/>';

/** The prices in a document, without what stands in every one. */
function prices(type: PropertyType, fields: Partial<AnyFields>, coldRent?: ColdRent): string {
  const section = writeSection('preise', { type, fields: { address, ...fields }, coldRent });
  if (section === undefined) throw new Error('there are always prices');
  return writeXml(section)
    .replace(CONSTANT, '')
    .replace(/^<preise>|<\/preise>$/g, '');
}

const included = { additionalCostsIncludeHeatingCosts: true };

it.each<[string, Partial<AnyFields>, string]>([
  ['alone', {}, '<nettokaltmiete>800.1</nettokaltmiete><kaltmiete>800.1</kaltmiete>'],
  [
    'with additional costs',
    { additionalCosts: 150.2 },
    '<nettokaltmiete>800.1</nettokaltmiete><kaltmiete>950.3</kaltmiete><nebenkosten>150.2</nebenkosten>',
  ],
  [
    'with heating costs beside additional costs',
    { additionalCosts: 150.2, heatingCosts: 60, additionalCostsIncludeHeatingCosts: false },
    '<nettokaltmiete>800.1</nettokaltmiete><kaltmiete>950.3</kaltmiete><nebenkosten>150.2</nebenkosten>' +
      '<heizkosten_enthalten>false</heizkosten_enthalten><heizkosten>60</heizkosten>',
  ],
  [
    'with heating costs within additional costs',
    { ...included, additionalCosts: 150.2, heatingCosts: 60.1 },
    '<nettokaltmiete>800.1</nettokaltmiete><kaltmiete>890.2</kaltmiete><nebenkosten>90.1</nebenkosten>' +
      '<heizkosten_enthalten>true</heizkosten_enthalten><heizkosten>60.1</heizkosten>',
  ],
  [
    'with an unknown part of heating in additional costs',
    { ...included, additionalCosts: 150.2 },
    '<nettokaltmiete>800.1</nettokaltmiete><nebenkosten>150.2</nebenkosten>' +
      '<heizkosten_enthalten>true</heizkosten_enthalten>',
  ],
  [
    'with more heating costs than additional costs that include them',
    { ...included, additionalCosts: 150.2, heatingCosts: 150.3 },
    '<nettokaltmiete>800.1</nettokaltmiete><nebenkosten>150.2</nebenkosten>' +
      '<heizkosten_enthalten>true</heizkosten_enthalten><heizkosten>150.3</heizkosten>',
  ],
  [
    'with a total, which is never computed',
    { totalRent: 1000 },
    '<nettokaltmiete>800.1</nettokaltmiete><kaltmiete>800.1</kaltmiete><warmmiete>1000</warmmiete>',
  ],
])('rents %s are written as the schema defines them', (_title, costs, expected) => {
  expect(prices('apartmentRent', { baseRent: 800.1, ...costs })).toBe(expected);
});

it('rents name the base rent as cold rent for a portal that reads it so', () => {
  const rent = { baseRent: 800, additionalCosts: 150 };
  expect(prices('officeRent', rent, 'base')).toContain('<kaltmiete>800</kaltmiete>');
  expect(prices('officeRent', rent, 'schema')).toContain('<kaltmiete>950</kaltmiete>');
  expect(prices('houseRent', { ...rent, ...included }, 'base')).toContain('<kaltmiete>800</kaltmiete>');
});

it('rents of a plot are a lease per year', () => {
  expect(prices('plotRent', { yearlyRent: 3600 })).toBe(
    '<pacht>3600</pacht><preis_zeiteinheit zeiteinheit="JAHR"/>',
  );
});

it('prices of what is bought for its rents name incomes per year, and costs without a rent', () => {
  const incomes = { actualYearlyRentalIncome: 68400, targetYearlyRentalIncome: 74200, additionalCosts: 90 };
  expect(prices('residentialInvestmentBuy', { purchasePrice: 1, ...incomes })).toBe(
    '<kaufpreis>1</kaufpreis><nebenkosten>90</nebenkosten>' +
      '<mieteinnahmen_ist periode="JAHR">68400</mieteinnahmen_ist>' +
      '<mieteinnahmen_soll periode="JAHR">74200</mieteinnahmen_soll>',
  );
});

it.each<[PropertyType, Partial<AnyFields>, string]>([
  [
    'apartmentRent',
    { parkingSpaceType: 'garage', parkingSpaceRent: 85 },
    '<stp_garage stellplatzmiete="85"/>',
  ],
  [
    'apartmentBuy',
    { parkingSpacePurchasePrice: 25000, numberOfParkingSpaces: 2 },
    '<stp_sonstige platzart="SONSTIGES" stellplatzkaufpreis="25000" anzahl="2"/>',
  ],
  [
    'officeRent',
    { parkingSpaceRent: 85, numberOfParkingSpaces: 0 },
    '<stp_sonstige platzart="SONSTIGES" stellplatzmiete="85"/>',
  ],
  ['parkingSpaceBuy', { parkingSpaceType: 'duplex', numberOfParkingSpaces: 2 }, '<stp_duplex anzahl="2"/>'],
])('prices of parking spaces of type %s (%j) are written as %s', (type, fields, expected) => {
  expect(prices(type, fields)).toContain(expected);
});

it.each([
  ['garage', 'garage'],
  ['undergroundGarage', 'tiefgarage'],
  ['carport', 'carport'],
  ['outdoor', 'freiplatz'],
  ['carPark', 'parkhaus'],
  ['duplex', 'duplex'],
] as const)('prices of a parking space of the kind %s stand in stp_%s alone', (parkingSpaceType, name) => {
  const sale = {
    purchasePrice: 1,
    parkingSpaceType,
    parkingSpacePurchasePrice: 20_000,
    numberOfParkingSpaces: 2,
  };
  expect(prices('houseBuy', sale)).toBe(
    `<kaufpreis>1</kaufpreis><stp_${name} stellplatzkaufpreis="20000" anzahl="2"/>`,
  );
  const rent = { baseRent: 1, parkingSpaceType, parkingSpaceRent: 80 };
  expect(prices('houseRent', rent)).toBe(
    `<nettokaltmiete>1</nettokaltmiete><kaltmiete>1</kaltmiete><stp_${name} stellplatzmiete="80"/>`,
  );
});

it('prices of parking spaces are not named without an amount or a type', () => {
  expect(prices('apartmentBuy', { numberOfParkingSpaces: 2 })).not.toContain('stp_');
  expect(prices('apartmentBuy', { parkingSpaceType: 'garage' })).not.toContain('stp_');
});

it('a deposit is a text, and an amount besides when it is nothing else', () => {
  expect(prices('parkingSpaceRent', { deposit: '3 months of rent' })).toBe(
    '<kaution_text>3 months of rent</kaution_text>',
  );
  expect(prices('parkingSpaceRent', { deposit: '1.500,00 EUR' })).toBe(
    '<kaution>1500</kaution><kaution_text>1.500,00 EUR</kaution_text>',
  );
});

it.each([
  ['1500', 1500],
  [' 1500.00 ', 1500],
  ['1500,5 €', 1500.5],
  ['1.500', 1500],
  ['12.345.678,90 EUR', 12_345_678.9],
  ['1,500.50 EUR', 1500.5],
  ['1.50.0', undefined],
  ['15.00,00', undefined],
  ['3 x 500', undefined],
  ['1500 USD', undefined],
  ['-5', undefined],
  ['', undefined],
  ['9'.repeat(40), undefined],
])('a deposit given as %j is the amount %s', (text, amount) => {
  expect(plainAmount(text)).toBe(amount);
});
