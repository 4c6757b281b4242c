import { ApartmentBuyFields } from './apartment-buy.ts';

/** Every property type and the schema of its `fields`; a further type is one file and one row. */
export const PROPERTY_TYPES = { apartmentBuy: ApartmentBuyFields } as const;

export type PropertyType = keyof typeof PROPERTY_TYPES;
export const PROPERTY_TYPE_NAMES = Object.keys(PROPERTY_TYPES) as [PropertyType, ...PropertyType[]];
