import type { FieldInfo } from './field-info.ts';
import { FIELDS } from './fields.ts';
import type { AnyFields } from './index.ts';

type NumberKey<T> = { [K in keyof T]-?: NonNullable<T[K]> extends number ? K : never }[keyof T];
type Certificates = NonNullable<AnyFields['residentialEnergyCertificate']> &
  NonNullable<AnyFields['commercialEnergyCertificate']>;

/** A field with a number, or a value of an energy certificate. */
export type NumberName = NumberKey<AnyFields> | NumberKey<Certificates>;

/** Rules for the numbers of a field besides the limits of its schema. */
export interface NumberRule {
  /** The range of real properties; a value outside of it is doubtful. */
  plausible: readonly [least: number, most: number];
  /** The maximum number of decimals. */
  decimals: number;
  /** The meaning of zero in software. */
  zero: 'not filled in' | 'a value';
}

const rule = (decimals: number, zero: NumberRule['zero']) =>
  (least: number, most: number): NumberRule => ({ plausible: [least, most], decimals, zero }); // oxfmt-ignore
const money = rule(2, 'not filled in');
const measure = rule(2, 'not filled in');
const count = rule(0, 'not filled in');
const withZero = rule(0, 'a value');

/** Every number of every property type; its unit is in `FIELDS`. */
export const NUMBER_RULES: Readonly<Record<NumberName, NumberRule>> = {
  purchasePrice: money(1000, 100_000_000),
  // Amounts with three decimals, such as `850.000` and `45.000`, are read as thousands, which these limits make doubtful.
  baseRent: money(10, 99_999),
  totalRent: money(10, 99_999),
  yearlyRent: money(10, 99_999),
  additionalCosts: money(1, 9999),
  heatingCosts: money(1, 9999),
  condoFee: money(1, 9999),
  monthlyRentalIncome: money(10, 99_999),
  actualYearlyRentalIncome: money(100, 50_000_000),
  targetYearlyRentalIncome: money(100, 50_000_000),
  parkingSpacePurchasePrice: money(500, 500_000),
  parkingSpaceRent: money(5, 2000),
  livingArea: measure(8, 5000),
  usableArea: measure(2, 500_000),
  totalArea: measure(5, 1_000_000),
  rentableArea: measure(5, 500_000),
  plotArea: measure(10, 1_000_000),
  parkingArea: measure(5, 500_000),
  divisibleFrom: measure(5, 500_000),
  hallHeight: measure(1.5, 100),
  numberOfRooms: measure(0.5, 100),
  floorSpaceIndex: measure(0.05, 9.99),
  siteCoverageIndex: measure(0.05, 2),
  numberOfBedrooms: count(1, 100),
  numberOfBathrooms: count(1, 100),
  numberOfFloors: count(1, 120),
  numberOfParkingSpaces: count(1, 2000),
  numberOfSeats: count(1, 10_000),
  numberOfBeds: count(1, 5000),
  constructionYear: count(1000, 2100),
  lastRefurbished: count(1800, 2100),
  floor: withZero(-5, 100),
  drivingTimeToAirport: withZero(0, 300),
  drivingTimeToFreeway: withZero(0, 180),
  drivingTimeToTrainStation: withZero(0, 180),
  walkingTimeToPublicTransit: withZero(0, 120),
  energyNeed: measure(1, 2000),
  energyConsumption: measure(1, 2000),
  powerNeed: measure(1, 2000),
  heatNeed: measure(1, 2000),
  powerConsumption: measure(1, 2000),
  heatConsumption: measure(1, 2000),
};

export const isPlausible = (name: NumberName, value: number): boolean => {
  const [least, most] = NUMBER_RULES[name].plausible;
  return value >= least && value <= most;
};

/** The limits of the plausible range, as texts with the unit. */
export function usualRange(name: NumberName): { least: number; most: string } {
  const [least, most] = NUMBER_RULES[name].plausible;
  return { least, most: [most, unitOf(name)].filter((part) => part !== undefined).join(' ') };
}

/** True if a zero of the field is a value. */
export const hasZeroValue = (name: NumberName): boolean => NUMBER_RULES[name].zero === 'a value';

/** The unit of a field or of a value of an energy certificate; undefined for a count. */
export function unitOf(name: NumberName): string | undefined {
  const fields: Readonly<Partial<Record<string, FieldInfo>>> = FIELDS;
  const { residentialEnergyCertificate, commercialEnergyCertificate } = fields;
  const parts = [residentialEnergyCertificate?.parts, commercialEnergyCertificate?.parts];
  return fields[name]?.unit ?? parts.find((some) => some?.[name] !== undefined)?.[name]?.unit;
}
