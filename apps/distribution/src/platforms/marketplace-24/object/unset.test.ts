import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../test-support/examples.ts';
import { objectBody } from './body.ts';

type Values = Record<string, unknown>;

/** The elements that the schema demands of every object. */
const ALWAYS = {
  'externalId': expect.any(String),
  'address.postcode': '50667',
  'address.city': 'Köln',
  'showAddress': false,
  'courtage.hasCourtage': 'NOT_APPLICABLE',
}; // oxfmt-ignore

const price = (marketingType: string, priceIntervalType: string) => ({
  'price.currency': 'EUR',
  'price.marketingType': marketingType,
  'price.priceIntervalType': priceIntervalType,
});
const PURCHASE = price('PURCHASE', 'ONE_TIME_CHARGE');
const BUY = { commercializationType: 'BUY', ...PURCHASE };
const RENT = { commercializationType: 'RENT', ...price('RENT', 'MONTH') };

/** Further mandatory elements; their values say that nothing is known, or follow from the type. */
const OF_TYPE: Readonly<Record<PropertyType, Values>> = {
  apartmentBuy: PURCHASE,
  apartmentRent: {},
  houseBuy: { buildingType: 'NO_INFORMATION', ...PURCHASE },
  houseRent: { buildingType: 'NO_INFORMATION' },
  plotBuy: BUY,
  plotRent: { commercializationType: 'LEASE', ...price('LEASE', 'YEAR') },
  officeBuy: { officeType: 'OFFICE', ...BUY },
  officeRent: { officeType: 'OFFICE', ...RENT },
  retailBuy: BUY,
  retailRent: RENT,
  gastronomyBuy: BUY,
  gastronomyRent: RENT,
  industrialBuy: BUY,
  industrialRent: RENT,
  otherCommercialBuy: { specialPurposePropertyType: 'SPECIAL_ESTATE', ...BUY },
  otherCommercialRent: { specialPurposePropertyType: 'SPECIAL_ESTATE', ...RENT },
  parkingSpaceBuy: PURCHASE,
  parkingSpaceRent: price('RENT', 'MONTH'),
  commercialPlotBuy: { utilizationTradeSite: 'TRADE', ...BUY },
  residentialInvestmentBuy: { investmentType: 'OTHER', ...PURCHASE },
  commercialInvestmentBuy: { investmentType: 'OTHER', ...PURCHASE },
};

const valuesIn = (values: Values, above = ''): [path: string, value: unknown][] =>
  Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? valuesIn(value as Values, `${above}${name}.`)
      : [[`${above}${name}`, value]],
  );

/** The object of a property of which nothing but the town is known. */
function bodyOf(type: PropertyType): [path: string, value: unknown][] {
  const nothing = Object.fromEntries(Object.keys(FIELDS_OF[type].shape).map((name) => [name, undefined]));
  const address = { postalCode: '50667', city: 'Köln', country: 'DEU', publish: false };
  const snapshot = exampleOf(type, 'smallest', { ...nothing, title: '', address });
  return Object.values(objectBody(snapshot)).flatMap((body) => valuesIn(body as Values));
}

describe('an object of the marketplace of the type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s says nothing of a field that is not set', (type) => {
    expect(Object.fromEntries(bodyOf(type))).toEqual({ ...ALWAYS, ...OF_TYPE[type] });
  });
});
