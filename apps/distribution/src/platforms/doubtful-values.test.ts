import { PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { expect, it } from 'vitest';
import { doubtfulValues } from './doubtful-values.ts';
import { exampleOf } from './marketplace-24/test-support/examples.ts';

const doubts = (type: PropertyType, changes: object) =>
  doubtfulValues(exampleOf(type, 'smallest', { ...changes })).map(
    ({ severity, code, field, message }) => `${severity} ${code} ${field} ${message}`,
  );
const doubt = (field: string, most: string) =>
  `warning value_doubtful fields.${field} It is larger than fields.${most}.`;

it.each<[PropertyType, object, string[]]>([
  ['apartmentRent', { baseRent: 900, totalRent: 800 }, [doubt('baseRent', 'totalRent')]],
  ['apartmentRent', { baseRent: 900, totalRent: 900 }, []],
  ['apartmentRent', { baseRent: 900, additionalCosts: 100, heatingCosts: 150 }, []],
  [
    'houseRent',
    { additionalCosts: 100, heatingCosts: 150, additionalCostsIncludeHeatingCosts: true },
    [doubt('heatingCosts', 'additionalCosts')],
  ],
  [
    'officeRent',
    { usableArea: 300, totalArea: 200, divisibleFrom: 400 },
    [doubt('usableArea', 'totalArea'), doubt('divisibleFrom', 'usableArea')],
  ],
  ['commercialInvestmentBuy', { totalArea: 500, rentableArea: 501 }, [doubt('rentableArea', 'totalArea')]],
  ['plotBuy', { plotArea: 600, usableArea: 100, divisibleFrom: 300 }, []],
  ['commercialPlotBuy', { plotArea: 600, divisibleFrom: 700 }, [doubt('divisibleFrom', 'plotArea')]],
  [
    'industrialBuy',
    { usableArea: 90, plotArea: 600, divisibleFrom: 95 },
    [doubt('divisibleFrom', 'usableArea')],
  ],
])('a property of the type %s with %j is doubtful for %j', (type, changes, expected) => {
  expect(doubts(type, changes)).toEqual(expected);
});

it.each(PROPERTY_TYPE_NAMES)('the full example of %s contradicts itself nowhere', (type) => {
  expect(doubtfulValues(exampleOf(type, 'full'))).toEqual([]);
});
