import { PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../test-support/examples.ts';
import { objectBody } from './body.ts';

type Values = Record<string, unknown>;

/** The elements of the smallest property of a type, with some fields changed. */
const bodyOf = (type: PropertyType, changes: Values = {}): Values =>
  Object.values(objectBody(exampleOf(type, 'smallest', changes)))[0] as Values;

const SALE = ['PURCHASE', 'ONE_TIME_CHARGE'] as const;
const RENT = ['RENT', 'MONTH'] as const;

/** The elements of the deal of each type, by the documentation of the marketplace; homes for rent have no price element. */
const DEALS: Readonly<
  Record<PropertyType, readonly [deal: string | undefined, price?: readonly [string, string]]>
> = {
  apartmentBuy: [undefined, SALE],
  apartmentRent: [undefined],
  houseBuy: [undefined, SALE],
  houseRent: [undefined],
  plotBuy: ['BUY', SALE],
  plotRent: ['LEASE', ['LEASE', 'YEAR']],
  officeBuy: ['BUY', SALE],
  officeRent: ['RENT', RENT],
  retailBuy: ['BUY', SALE],
  retailRent: ['RENT', RENT],
  gastronomyBuy: ['BUY', SALE],
  gastronomyRent: ['RENT', RENT],
  industrialBuy: ['BUY', SALE],
  industrialRent: ['RENT', RENT],
  otherCommercialBuy: ['BUY', SALE],
  otherCommercialRent: ['RENT', RENT],
  parkingSpaceBuy: [undefined, SALE],
  parkingSpaceRent: [undefined, RENT],
  commercialPlotBuy: ['BUY', SALE],
  residentialInvestmentBuy: [undefined, SALE],
  commercialInvestmentBuy: [undefined, SALE],
};
const PRICES = { purchasePrice: 1200.5, baseRent: 1200.5, yearlyRent: 1200.5 };

describe.each(PROPERTY_TYPE_NAMES)('the deal of the type %s', (type) => {
  const [deal, price] = DEALS[type];
  const own = Object.fromEntries(
    Object.entries(PRICES).filter(([name]) => name in exampleOf(type, 'smallest').fields),
  );

  it(`${type}: the object says what it costs, in euros, and for which period`, () => {
    const body = bodyOf(type, own);
    const [marketingType, priceIntervalType] = price ?? [];
    const element = { value: 1200.5, currency: 'EUR', marketingType, priceIntervalType };
    expect(body['price']).toEqual(price && element);
    expect(body['commercializationType']).toBe(deal);
    expect(body['baseRent']).toBe(price ? undefined : 1200.5);
    expect(body['courtage']).toEqual({ hasCourtage: 'NOT_APPLICABLE' });
  });
});

const SALES = PROPERTY_TYPE_NAMES.filter((type) => type.endsWith('Buy'));

it.each(SALES)('an object of the type %s has the price 0 when the price is on request', (type) => {
  for (const purchasePrice of [1200.5, undefined]) {
    const { price } = bodyOf(type, { purchasePrice, purchasePriceOnRequest: true });
    expect(price).toMatchObject({ value: 0 });
  }
});

/** Mandatory elements that have a value although the property names none. */
it.each<[PropertyType, string, string, string | undefined]>([
  ['houseBuy', 'houseType', 'buildingType', 'NO_INFORMATION'],
  ['houseRent', 'houseType', 'buildingType', 'NO_INFORMATION'],
  ['officeBuy', 'officeType', 'officeType', 'OFFICE'],
  ['officeRent', 'officeType', 'officeType', 'OFFICE'],
  ['retailBuy', 'retailType', 'storeType', undefined],
  ['retailRent', 'retailType', 'storeType', undefined],
  ['gastronomyBuy', 'gastronomyType', 'gastronomyType', undefined],
  ['gastronomyRent', 'gastronomyType', 'gastronomyType', undefined],
  ['industrialBuy', 'industrialType', 'industryType', undefined],
  ['industrialRent', 'industrialType', 'industryType', undefined],
  ['commercialPlotBuy', 'commercialPlotType', 'utilizationTradeSite', 'TRADE'],
  ['residentialInvestmentBuy', 'residentialInvestmentType', 'investmentType', 'OTHER'],
  ['commercialInvestmentBuy', 'commercialInvestmentType', 'investmentType', 'OTHER'],
])('an object of the type %s without %s has the %s %s', (type, field, element, value) => {
  expect(bodyOf(type, { [field]: undefined })[element]).toBe(value);
});

it.each<[PropertyType, Values, string, unknown]>([
  ['apartmentRent', { heatingCosts: 90 }, 'heatingCostsInServiceCharge', undefined],
  ['apartmentRent', { heatingCosts: 90 }, 'heatingCosts', undefined],
  ['apartmentRent', { heatingCosts: 90, additionalCostsIncludeHeatingCosts: false }, 'heatingCosts', 90],
  ['apartmentRent', { heatingCosts: 90, additionalCostsIncludeHeatingCosts: true }, 'heatingCostsInServiceCharge', 'YES'],
  ['houseRent', { additionalCostsIncludeHeatingCosts: false }, 'heatingCostsInServiceCharge', 'NO'],
  ['houseRent', {}, 'heatingCostsInServiceCharge', undefined],
  ['apartmentRent', { additionalCosts: 210 }, 'serviceCharge', 210],
  ['officeRent', { additionalCosts: 210 }, 'additionalCosts', { value: 210, currency: 'EUR', priceIntervalType: 'MONTH' }],
  ['commercialInvestmentBuy', { additionalCosts: 210 }, 'additionalCosts', { value: 210, currency: 'EUR', priceIntervalType: 'MONTH' }],
  ['residentialInvestmentBuy', { actualYearlyRentalIncome: 9000 }, 'rentalIncomeActual', { value: 9000, currency: 'EUR', priceIntervalType: 'YEAR' }],
  ['residentialInvestmentBuy', { targetYearlyRentalIncome: 9500 }, 'rentalIncomeTarget', { value: 9500, currency: 'EUR', priceIntervalType: 'YEAR' }],
  ['apartmentBuy', { hasLift: false }, 'lift', false],
  ['officeBuy', { hasLift: false }, 'lift', 'NOT_APPLICABLE'],
  ['residentialInvestmentBuy', { hasLift: true }, 'lift', 'YES'],
  ['officeBuy', { hasNetworkCables: false }, 'lanCables', 'NO'],
  ['officeBuy', { hasAirConditioning: false }, 'airConditioning', 'NO'],
  ['officeBuy', { hasKitchen: false }, 'kitchenComplete', 'NOT_APPLICABLE'],
  ['officeBuy', { numberOfFloors: 3 }, 'numberOfFloors', '3'],
  ['houseBuy', { numberOfFloors: 3 }, 'numberOfFloors', 3],
  ['parkingSpaceRent', { availableFrom: '2027-03-01' }, 'freeFrom', '2027-03-01'],
  ['plotBuy', { availableFrom: '2027-03-01' }, 'freeFrom', '01.03.2027'],
  ['officeBuy', { availableFrom: '2027-03-01' }, 'freeFrom', '01.03.2027'],
  ['parkingSpaceBuy', { parkingSpaceType: 'outdoor' }, 'garageType', 'STREET_PARKING'],
  ['houseBuy', { parkingSpaceType: 'outdoor' }, 'parkingSpaceType', 'OUTSIDE'],
  ['commercialInvestmentBuy', { totalArea: 900 }, 'netFloorSpace', 900],
  ['commercialInvestmentBuy', { totalArea: 900, usableArea: 800 }, 'netFloorSpace', 800],
  ['commercialInvestmentBuy', { totalArea: 900, usableArea: 800, rentableArea: 700 }, 'netFloorSpace', 700],
])('an object of the type %s with %j has the %s %j', (type, changes, element, value) => {
  expect(bodyOf(type, changes)[element]).toEqual(value);
}); // oxfmt-ignore
