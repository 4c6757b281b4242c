import type { Draft } from '../read/draft.ts';
import { isZero } from '../read/found.ts';
import type { Found, Place } from '../read/found.ts';
import { numberIn } from '../read/values.ts';
import { periodOf, readMonthlyOf } from './periods.ts';

interface FurtherRent {
  path: string;
  /** The attribute with the tax, for a net amount. */
  tax?: string;
}

/** The elements for rents in Austrian software. Gross amounts, which tenants pay, come before net ones. */
const FURTHER_RENTS: Readonly<Record<'baseRent' | 'totalRent', readonly FurtherRent[]>> = {
  baseRent: [{ path: 'hauptmietzinsnetto', tax: 'hauptmietzinsust' }],
  totalRent: [
    { path: 'gesamtbelastungbrutto' },
    { path: 'gesamtmietebrutto' },
    { path: 'gesamtbelastungnetto', tax: 'gesamtbelastungust' },
    { path: 'gesamtmietenetto', tax: 'gesamtmieteust' },
  ],
};
type Field = keyof typeof FURTHER_RENTS;

export const FURTHER_RENT_PATHS: readonly string[] = Object.values(FURTHER_RENTS)
  .flat()
  .map(({ path }) => path);

const filledIn = (prices: Place, path: string): Found | undefined =>
  prices.findAll(path).find((found) => (numberIn(found.text) ?? 0) > 0);

/** Reads a rent from the first of its further elements that is filled in. */
export function readFurtherRent(field: Field, prices: Place, draft: Draft): void {
  if (!draft.has(field) || draft.get(field) !== undefined) return;
  const [first] = FURTHER_RENTS[field].flatMap(({ path, tax }) => {
    const found = filledIn(prices, path);
    return found === undefined ? [] : [{ found, path, tax }];
  });
  if (first === undefined) return;
  const { found, path, tax } = first;
  readMonthlyOf(draft, { field, found, period: periodOf(prices) });
  if (draft.get(field) !== undefined && tax !== undefined && !isTaxFree(prices, `${path}/@${tax}`))
    draft.warn(found, { reason: 'rent_without_tax', parameters: { field, element: path } });
}

const isTaxFree = (prices: Place, path: string): boolean => prices.find(path)?.text !== undefined && prices.findAll(path).every(isZero); // oxfmt-ignore

/** Reads the lease of premises. It is a rent only if its period is given, because software writes it by the month and by the year. */
export function readLease(prices: Place, draft: Draft): void {
  const found = filledIn(prices, 'pacht');
  if (!draft.has('baseRent') || found === undefined) return;
  const period = periodOf(prices);
  if (period === undefined) draft.warn(found, { reason: 'lease_period_missing' });
  else readMonthlyOf(draft, { field: 'baseRent', found, period });
}
