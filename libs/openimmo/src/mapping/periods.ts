import type { FieldName } from '@estate/contracts';
import type { ReadBack } from './mapping-row.ts';
import type { Draft } from '../read/draft.ts';
import { isZero } from '../read/found.ts';
import type { Found, Place } from '../read/found.ts';

/** The number of periods in a year. */
const PER_YEAR = { JAHR: 1, MONAT: 12, WOCHE: 52, TAG: 365 } as const;
type Period = keyof typeof PER_YEAR;

/** Words of software for periods, besides those of the format. */
const FURTHER_PERIODS: Readonly<Record<string, Period>> = {
  MONATLICH: 'MONAT', MTL: 'MONAT', MONTH: 'MONAT', M: 'MONAT', JÄHRLICH: 'JAHR', JAEHRLICH: 'JAHR', YEAR: 'JAHR', J: 'JAHR',
  WÖCHENTLICH: 'WOCHE', WEEK: 'WOCHE', TÄGLICH: 'TAG', TAEGLICH: 'TAG', DAY: 'TAG', NACHT: 'TAG', PRO_MONAT: 'MONAT', PRO_JAHR: 'JAHR',
}; // oxfmt-ignore

function periodIn(text: string): Period | undefined {
  const word = text.toUpperCase().trim().replaceAll(' ', '_');
  if (Object.hasOwn(PER_YEAR, word)) return word as Period;
  return Object.hasOwn(FURTHER_PERIODS, word) ? FURTHER_PERIODS[word] : undefined;
}

/**
 * The factor that converts an amount from the period that is found to another one; undefined for a period that is not understood, or zero.
 */
export function factorOf(found: Found | undefined, otherwise: Period, wanted: Period): number | undefined {
  const period = found === undefined || isZero(found) ? otherwise : periodIn(found.text);
  return period === undefined ? undefined : PER_YEAR[period] / PER_YEAR[wanted];
}

/** The period of an object's prices; some software writes its attribute as a text. */
export const periodOf = (prices: Place): Found | undefined =>
  ['preis_zeiteinheit/@zeiteinheit', 'preis_zeiteinheit']
    .flatMap((path) => prices.findAll(path))
    .find((found) => !isZero(found));

type Monthly = Extract<
  FieldName,
  'baseRent' | 'totalRent' | 'additionalCosts' | 'heatingCosts' | 'condoFee' | 'parkingSpaceRent'
>;

/** Reads an amount as monthly, unless the document names another period; with an unknown period, the amount is not used. */
export const readMonthly =
  (field: Monthly, adjusted: (amount: number) => number = (amount) => amount): ReadBack =>
  (found, draft) => {
    readMonthlyOf(draft, { field, found, period: periodOf(found.within), adjusted });
  };

interface MonthlyAmount {
  field: Monthly;
  found: Found;
  period: Found | undefined;
  adjusted?: (amount: number) => number;
}

/** Reads an amount whose period is elsewhere in the prices. */
export function readMonthlyOf(
  draft: Draft,
  { field, found, period, adjusted = (amount) => amount }: MonthlyAmount,
): void {
  if (!draft.has(field)) return;
  const factor = factorOf(period, 'MONAT', 'MONAT');
  if (factor === undefined) return;
  period?.claim();
  const amount = draft.numberOf(field, found);
  if (amount !== undefined) draft.setConverted(field, found, { value: adjusted(amount), factor, period });
}
