import type { Fields } from './check-body.ts';
import type { Root } from './object-schema.ts';
import { invalid, required } from './refusal.ts';

/** The deal of objects that name none. */
const PRICE_OF: Readonly<Partial<Record<Root, string>>> = {
  apartmentBuy: 'PURCHASE ONE_TIME_CHARGE',
  houseBuy: 'PURCHASE ONE_TIME_CHARGE',
  garageBuy: 'PURCHASE ONE_TIME_CHARGE',
  investment: 'PURCHASE ONE_TIME_CHARGE',
  garageRent: 'RENT MONTH',
};
const SITES: readonly Root[] = ['livingBuySite', 'livingRentSite', 'tradeSite'];

/** @throws Refusal for a price that contradicts the deal, a wrong period, or a commission without its text */
export function checkPrice(root: Root, fields: Fields): void {
  const price = fields['price'] as Fields | undefined;
  const deal = fields['commercializationType'];
  const wanted =
    PRICE_OF[root] ?? (typeof deal === 'string' ? priceOf(deal, SITES.includes(root)) : undefined);
  const given = price && `${String(price['marketingType'])} ${String(price['priceIntervalType'])}`;
  if (wanted !== given) throw invalid('price.marketingType', given, 'PRICE_DOES_NOT_MATCH_THE_DEAL');
  if (deal === 'LEASEHOLD' && fields['tenancy'] === undefined) throw required('tenancy');
  checkPeriods(fields);
  checkHeatingCosts(fields);
  checkCourtage(fields['courtage'] as Fields);
}

function priceOf(deal: string, isSite: boolean): string {
  if (deal === 'BUY') return 'PURCHASE ONE_TIME_CHARGE';
  return `${deal} ${isSite ? 'YEAR' : 'MONTH'}`;
}

const PERIODS = { rentalIncomeActual: 'YEAR', rentalIncomeTarget: 'YEAR', additionalCosts: 'MONTH' } as const;

function checkPeriods(fields: Fields): void {
  for (const [name, period] of Object.entries(PERIODS)) {
    const given = (fields[name] as Fields | undefined)?.['priceIntervalType'];
    if (given !== undefined && given !== period)
      throw invalid(`${name}.priceIntervalType`, given, 'INTERVAL_INVALID');
  }
}

function checkHeatingCosts({ heatingCosts, heatingCostsInServiceCharge: included }: Fields): void {
  if (heatingCosts === undefined || included === 'YES' || included === 'NO') return;
  throw required('heatingCostsInServiceCharge');
}

function checkCourtage({ hasCourtage, courtage, courtageNote }: Fields): void {
  if (hasCourtage === 'YES' && courtage === undefined) throw required('courtage.courtage');
  if (hasCourtage === 'NO' && courtageNote !== undefined) {
    throw invalid('courtage.courtageNote', courtageNote, 'COURTAGE_NOTE_WITHOUT_COURTAGE');
  }
}
