import { OBJECTS } from './object-schema.ts';
import type { Root } from './object-schema.ts';

export type Json = Record<string, unknown>;

export const address = { street: 'Lindenweg', houseNumber: '1', postcode: '80331', city: 'München' };
const HEAD = { title: 'Title', address, showAddress: true };
export const price = (marketingType: string, priceIntervalType: string) => ({
  price: { value: 1000, currency: 'EUR', marketingType, priceIntervalType },
});
export const PURCHASE = price('PURCHASE', 'ONE_TIME_CHARGE');
const COURTAGE = { courtage: { hasCourtage: 'NO' } };
const ROOMS = { livingSpace: 80, numberOfRooms: 3 };
const HOUSE = { livingSpace: 120, plotArea: 400, numberOfRooms: 5 };
const RENT = { commercializationType: 'RENT', ...price('RENT', 'MONTH') };

/** The smallest object of each root, in order. */
export const SMALLEST: Readonly<Record<Root, Json>> = {
  apartmentBuy: { ...HEAD, ...PURCHASE, ...ROOMS, ...COURTAGE },
  apartmentRent: { ...HEAD, baseRent: 900, ...ROOMS, ...COURTAGE },
  houseBuy: { ...HEAD, buildingType: 'VILLA', ...PURCHASE, ...HOUSE, ...COURTAGE },
  houseRent: { ...HEAD, ...HOUSE, ...COURTAGE, buildingType: 'VILLA', baseRent: 1800 },
  livingBuySite: { ...HEAD, commercializationType: 'BUY', ...PURCHASE, plotArea: 600, ...COURTAGE },
  livingRentSite: {
    ...HEAD,
    commercializationType: 'LEASE',
    ...price('LEASE', 'YEAR'),
    plotArea: 600,
    ...COURTAGE,
  },
  tradeSite: {
    ...HEAD,
    commercializationType: 'BUY',
    utilizationTradeSite: 'TRADE',
    ...PURCHASE,
    plotArea: 600,
    ...COURTAGE,
  },
  office: { ...HEAD, officeType: 'OFFICE', ...RENT, netFloorSpace: 180, ...COURTAGE },
  store: { ...HEAD, ...RENT, netFloorSpace: 180, ...COURTAGE },
  gastronomy: { ...HEAD, gastronomyType: 'TAVERN', ...RENT, totalFloorSpace: 220, ...COURTAGE },
  industry: {
    ...HEAD,
    industryType: 'HALL',
    ...RENT,
    totalFloorSpace: 220,
    netFloorSpace: 180,
    ...COURTAGE,
  },
  specialPurpose: {
    ...HEAD,
    specialPurposePropertyType: 'SPECIAL_ESTATE',
    ...RENT,
    totalFloorSpace: 220,
    ...COURTAGE,
  },
  garageBuy: { ...HEAD, ...PURCHASE, ...COURTAGE, garageType: 'GARAGE' },
  garageRent: { ...HEAD, ...price('RENT', 'MONTH'), ...COURTAGE, garageType: 'GARAGE' },
  investment: {
    ...HEAD,
    ...PURCHASE,
    netFloorSpace: 500,
    investmentType: 'OTHER',
    ...COURTAGE,
    constructionYear: 1990,
  },
};
/** The object with other values, each at its position in the schema. */
export function changed(root: Root, changes: Json): Json {
  const all: Json = { ...SMALLEST[root], ...changes };
  const order = OBJECTS[root].map(({ name }) => name);
  const known = order.filter((name) => all[name] !== undefined).map((name) => [name, all[name]] as const);
  return Object.fromEntries([...known, ...Object.entries(all).filter(([name]) => !order.includes(name))]);
}
