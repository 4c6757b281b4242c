import type { z } from 'zod';
import type { AnyOf } from './any-of.ts';
import { apartmentBuy } from './types/apartment-buy.ts';
import { apartmentRent } from './types/apartment-rent.ts';
import { houseBuy } from './types/house-buy.ts';
import { houseRent } from './types/house-rent.ts';
import { plotBuy } from './types/plot-buy.ts';
import { plotRent } from './types/plot-rent.ts';
import { officeBuy } from './types/office-buy.ts';
import { officeRent } from './types/office-rent.ts';
import { retailBuy } from './types/retail-buy.ts';
import { retailRent } from './types/retail-rent.ts';
import { gastronomyBuy } from './types/gastronomy-buy.ts';
import { gastronomyRent } from './types/gastronomy-rent.ts';
import { industrialBuy } from './types/industrial-buy.ts';
import { industrialRent } from './types/industrial-rent.ts';
import { otherCommercialBuy } from './types/other-commercial-buy.ts';
import { otherCommercialRent } from './types/other-commercial-rent.ts';
import { parkingSpaceBuy } from './types/parking-space-buy.ts';
import { parkingSpaceRent } from './types/parking-space-rent.ts';
import { commercialPlotBuy } from './types/commercial-plot-buy.ts';
import { residentialInvestmentBuy } from './types/residential-investment-buy.ts';
import { commercialInvestmentBuy } from './types/commercial-investment-buy.ts';

/** Every property type. A new one has its own file, a row here, and a row in the table of each platform. */
export const PROPERTY_TYPES = {
  apartmentBuy,
  apartmentRent,
  houseBuy,
  houseRent,
  plotBuy,
  plotRent,
  officeBuy,
  officeRent,
  retailBuy,
  retailRent,
  gastronomyBuy,
  gastronomyRent,
  industrialBuy,
  industrialRent,
  otherCommercialBuy,
  otherCommercialRent,
  parkingSpaceBuy,
  parkingSpaceRent,
  commercialPlotBuy,
  residentialInvestmentBuy,
  commercialInvestmentBuy,
} as const;

export type PropertyType = keyof typeof PROPERTY_TYPES;
export const PROPERTY_TYPE_NAMES = Object.keys(PROPERTY_TYPES) as [PropertyType, ...PropertyType[]];

type Schemas = { [T in PropertyType]: (typeof PROPERTY_TYPES)[T]['schema'] };

/** The schemas of the `fields` of every type. */
export const FIELDS_OF = Object.fromEntries(
  Object.values(PROPERTY_TYPES).map(({ name, schema }) => [name, schema]),
) as Schemas;

/** The `fields` of a property of one type. */
export type FieldsOf<T extends PropertyType> = z.output<Schemas[T]>;

/** The fields of any property: every field of every type, each optional. */
export type AnyFields = AnyOf<Schemas>;

/** The data of a property as a union by `type`, which determines the fields. */
export type EachType<P extends { type: PropertyType; fields: AnyFields }> = {
  [T in PropertyType]: Omit<P, 'type' | 'fields'> & { type: T; fields: FieldsOf<T> };
}[PropertyType];
