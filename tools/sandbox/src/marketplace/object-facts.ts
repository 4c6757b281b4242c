import type { Fields } from './check-body.ts';
import type { MarketObject } from './market-state.ts';

const inner = (fields: Fields, name: string): Fields => (fields[name] ?? {}) as Fields;
const euros = (value: number): string => `${value.toLocaleString('en-GB', { maximumFractionDigits: 2 })} €`;

const DEALS: Readonly<Record<string, string>> = {
  PURCHASE: 'for sale',
  RENT: 'for rent',
  LEASE: 'for lease',
  LEASEHOLD: 'leasehold',
};
const PERIODS: Readonly<Record<string, string>> = { MONTH: ' a month', YEAR: ' a year' };

/** The deal of an object: homes for rent have a base rent and no price. */
export function dealOf({ fields }: MarketObject): string {
  if (fields['baseRent'] !== undefined) return 'for rent';
  return DEALS[String(inner(fields, 'price')['marketingType'])] ?? '';
}

/** The price for visitors, with its period. */
export function priceOf({ fields }: MarketObject): string {
  if (fields['baseRent'] !== undefined) return `${euros(Number(fields['baseRent']))} a month`;
  const { value, priceIntervalType } = inner(fields, 'price');
  if (value === undefined) return '';
  return Number(value) === 0
    ? 'on request'
    : `${euros(Number(value))}${PERIODS[String(priceIntervalType)] ?? ''}`;
}

const AREAS = ['livingSpace', 'netFloorSpace', 'totalFloorSpace', 'plotArea', 'usableFloorSpace'];

/** The most important area, and the rooms of homes. */
export function sizeOf({ fields }: MarketObject): string[] {
  const area = AREAS.map((name) => fields[name]).find((value) => typeof value === 'number');
  const { numberOfRooms: rooms } = fields;
  return [
    ...(area === undefined ? [] : [`${area} m²`]),
    ...(typeof rooms === 'number' ? [`${rooms} rooms`] : []),
  ];
}
