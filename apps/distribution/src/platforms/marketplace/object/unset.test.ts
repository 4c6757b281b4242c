import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../test-support/examples.ts';
import { objectBody } from './body.ts';

/** Mandatory elements of the schema whose value says that nothing is known, or that follows from the type. */
const MANDATORY: Readonly<Record<string, readonly unknown[]>> = {
  'courtage.hasCourtage': ['NOT_APPLICABLE'],
  'buildingType': ['NO_INFORMATION', 'OTHER'],
  'investmentType': ['OTHER'],
  'officeType': ['OFFICE'],
  'gastronomyType': ['TAVERN'],
  'industryType': ['HALL'],
  'utilizationTradeSite': ['TRADE'],
  'specialPurposePropertyType': ['SPECIAL_ESTATE'],
  'commercializationType': ['BUY', 'RENT', 'LEASE'],
  'price.currency': ['EUR'],
  'price.marketingType': ['PURCHASE', 'RENT', 'LEASE'],
  'price.priceIntervalType': ['ONE_TIME_CHARGE', 'MONTH', 'YEAR'],
  'externalId': [expect.any(String)],
  'address.postcode': [expect.any(String)],
  'address.city': [expect.any(String)],
  'showAddress': [expect.any(Boolean)],
}; // oxfmt-ignore

type Values = Record<string, unknown>;

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
    const made = bodyOf(type).filter(
      ([path, value]) => !(MANDATORY[path] ?? []).some((one) => expect.objectContaining({ value: one }).asymmetricMatch({ value })),
    );
    expect(made).toEqual([]);
  }); // oxfmt-ignore
});
