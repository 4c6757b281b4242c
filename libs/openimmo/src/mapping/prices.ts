import { isUnsaid } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import { isZero } from '../read/found.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn, numberIn } from '../read/values.ts';
import { isForSale } from './categories.ts';
import { COMMISSION_ROWS } from './commission.ts';
import { FURTHER_RENT_PATHS, readFurtherRent, readLease } from './further-rents.ts';
import { computed, has, only, same, whole } from './mapping-row.ts';
import type { Context, MappingRow } from './mapping-row.ts';
import { ownAmount, PARKING_ROWS, warnOfOwn } from './parking.ts';
import { factorOf, periodOf, readMonthly, readMonthlyOf } from './periods.ts';
import {
  inCents,
  isHeatingInseparable,
  MAX_AMOUNT,
  readRunningCosts,
  runningCosts,
} from './running-costs.ts';
import type { Rents } from './running-costs.ts';
import { saysNothing } from './unsaid.ts';

const COSTS = ['additionalCosts', 'additionalCostsIncludeHeatingCosts', 'heatingCosts'] as const;

/** The value of `kaltmiete`, which the schema defines as the rent with running costs and without heating. */
function coldRent(rents: Rents, { coldRent: meaning }: Context): number | undefined {
  const { baseRent, additionalCosts } = rents;
  if (baseRent === undefined || additionalCosts === undefined || meaning === 'base') return baseRent;
  return isHeatingInseparable(rents) ? undefined : inCents(baseRent + (runningCosts(rents) ?? 0));
}

const PLAIN_AMOUNTS = [
  { pattern: /^\d+(?:[.,]\d{1,2})?$/, grouping: '' },
  { pattern: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/, grouping: '.' },
  { pattern: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, grouping: ',' },
];

/** The amount in a text that contains nothing else, such as `1500` or `1.500,00 EUR`. */
export function plainAmount(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/(?:EUR|€)$/i, '')
    .trimEnd();
  const form = PLAIN_AMOUNTS.find(({ pattern }) => pattern.test(digits));
  if (form === undefined) return undefined;
  const amount = Number(digits.replaceAll(form.grouping, '').replace(',', '.'));
  return amount <= MAX_AMOUNT ? amount : undefined;
}

const ON_REQUEST =
  /^(?:(?:preis\s+)?auf\s+anfrage|(?:price\s+)?(?:up)?on\s+request|vb|vhs|n\.?\s?v\.?)[.!]*$/i;

/** Elements for the purchase price; the gross price comes before the net price. */
const PURCHASE_PRICES = ['kaufpreis', 'kaufpreisbrutto', 'kaufpreisnetto'];
const WITHOUT_TAX = 'kaufpreisnetto';

const filledIn = (prices: Place, path: string): Found[] =>
  prices.findAll(path).filter((found) => !isZero(found));

/** Whether the price is on request, if a flag says it. */
export function readOnRequest(prices: Place, draft: Draft): boolean | undefined {
  const flag = prices.find('kaufpreis/@auf_anfrage');
  const isFlagged = flag === undefined ? undefined : flagIn(flag.text);
  if (isFlagged !== undefined) flag?.claim();
  if (isFlagged === true) draft.assume('purchasePriceOnRequest', true);
  return isFlagged;
}

function readPurchasePrice(prices: Place, draft: Draft): void {
  const isFlagged = readOnRequest(prices, draft);
  for (const found of prices.findAll('kaufpreis')) if (isZero(found)) found.claim();
  const [given] = PURCHASE_PRICES.flatMap((path) => filledIn(prices, path));
  const price = given ?? (isFlagged === true ? undefined : ownAmount('@stellplatzkaufpreis', prices, draft));
  if (price === undefined) return;
  if (ON_REQUEST.test(price.text)) setOnRequest(price, prices, draft);
  else setPurchasePrice(price, draft);
}

function setOnRequest(price: Found, prices: Place, draft: Draft): void {
  price.claim();
  draft.assume('purchasePriceOnRequest', true);
  for (const found of filledIn(prices, price.path.replace(/^.*\//, '')))
    if (numberIn(found.text) !== undefined)
      draft.warn(found, { reason: 'value_repeated', parameters: { imported: price.text } });
}

function setPurchasePrice(price: Found, draft: Draft): void {
  draft.read('purchasePrice', price);
  if (draft.get('purchasePrice') !== undefined && price.path.endsWith(WITHOUT_TAX))
    draft.warn(price, { reason: 'price_without_tax' });
}

/** Concludes that a sale without any price is on request, unless a price is not understood. */
export function concludePurchasePrice(prices: Place, draft: Draft): void {
  const isSaid = draft.get('purchasePrice') !== undefined || draft.get('purchasePriceOnRequest') === true;
  const all = PURCHASE_PRICES.flatMap((path) => prices.findAll(path));
  if (!draft.has('purchasePrice') || isSaid || !all.every(isZero)) return;
  const [zero] = all;
  if (zero === undefined) draft.note('preise/kaufpreis', { reason: 'price_on_request' });
  else draft.warn(zero, { reason: 'price_on_request' });
  draft.assume('purchasePriceOnRequest', true);
  warnOfOwn('@stellplatzkaufpreis', prices, draft);
}

const BASE_RENTS = ['nettokaltmiete', 'kaltmiete'];
const TOTAL_RENTS = ['warmmiete'];

/** Elements with an amount of an object itself. */
export const PRICE_PATHS: readonly string[] = [
  ...PURCHASE_PRICES,
  ...BASE_RENTS,
  ...TOTAL_RENTS,
  ...FURTHER_RENT_PATHS,
  ...['pacht', 'nebenkosten', 'heizkosten', 'hausgeld', 'mieteinnahmen_ist', 'mieteinnahmen_soll', 'kaution'],
];

/** Rents that are not filled in are those of further elements. A parking space without any may have that of its kind. */
export function concludeRent(prices: Place, draft: Draft): void {
  const areUnsaid = (paths: readonly string[]) =>
    paths.every((path) => prices.findAll(path).every(isUnsaidAmount));
  if (areUnsaid(BASE_RENTS)) readFurtherRent('baseRent', prices, draft);
  if (areUnsaid(TOTAL_RENTS)) readFurtherRent('totalRent', prices, draft);
  if (!areUnsaid([...BASE_RENTS, ...TOTAL_RENTS, ...FURTHER_RENT_PATHS])) return;
  readLease(prices, draft);
  if (prices.findAll('pacht').every(isUnsaidAmount)) readOwnRent(prices, draft);
}

function readOwnRent(prices: Place, draft: Draft): void {
  const found = ownAmount('@stellplatzmiete', prices, draft);
  if (found === undefined) warnOfOwn('@stellplatzmiete', prices, draft);
  else readMonthlyOf(draft, { field: 'baseRent', found, period: periodOf(prices) });
}

/** Nothing else may stand in for an amount that is not understood. */
export const isUnsaidAmount = ({ text }: Found): boolean =>
  (numberIn(text) ?? 1) <= 0 || ON_REQUEST.test(text) || isUnsaid(text);

/** Reads `kaltmiete`. As the only rent, it means the base rent in most software. */
function readColdRent(found: Found, draft: Draft): void {
  const net = found.within.findAll('nettokaltmiete');
  if (net.every(isUnsaidAmount)) readMonthly('baseRent')(found, draft);
  // Beside a base rent it repeats what the costs say.
  else if (draft.get('baseRent') !== undefined && numberIn(found.text) !== undefined) found.claim();
}

/** Reads a lease, which is paid by the year unless the document says otherwise. */
function readYearlyRent(found: Found, draft: Draft): void {
  if (!draft.has('yearlyRent')) return;
  const period = periodOf(found.within);
  const factor = factorOf(period, 'JAHR', 'JAHR');
  const rent = factor === undefined ? undefined : draft.numberOf('yearlyRent', found);
  if (rent === undefined || factor === undefined) return;
  period?.claim();
  draft.setConverted('yearlyRent', found, { value: rent, factor, period });
}

/** True for a deposit; zero means that it is not filled in, also as a text. */
const isDeposit = (found: Found): boolean => !isZero(found) && !saysNothing(found);
const depositTextIn = (prices: Place): Found | undefined => prices.findAll('kaution_text').find(isDeposit);

type Income = 'monthlyRentalIncome' | 'actualYearlyRentalIncome' | 'targetYearlyRentalIncome';

const isUnfilled = (income: Place): boolean => income.findAll('').every(isZero);

/** Reads an income, which is yearly unless its element names another period; of several, the first one that is filled in counts. */
function readIncome(all: Place, draft: Draft, field: Income): void {
  const place = all.each().find((one) => !isUnfilled(one)) ?? all.first();
  const found = place.find('');
  if (found === undefined || !draft.has(field)) return;
  for (const one of all.each()) if (isUnfilled(one)) one.claimAll();
  const period = place.find('@periode');
  const factor = factorOf(period, 'JAHR', field === 'monthlyRentalIncome' ? 'MONAT' : 'JAHR');
  // Without its period the amount is not usable.
  const income = factor === undefined ? undefined : draft.numberOf(field, found);
  if (factor === undefined) return;
  period?.claim();
  if (income !== undefined) draft.setConverted(field, found, { value: income, factor, period });
}

const monthly = (
  path: string,
  field: 'baseRent' | 'totalRent' | 'heatingCosts' | 'condoFee',
): MappingRow => ({
  ...same(path, field),
  read(place, draft) {
    const found = place.findFilled(path);
    if (found !== undefined) readMonthly(field)(found, draft);
  },
});

const runningCostsRow = (fields: readonly (keyof Rents)[]): MappingRow =>
  computed('nebenkosten', { fields, write: runningCosts, read: readRunningCosts });

/** The rows of prices, in EUR. */
export const PRICE_ROWS: readonly MappingRow[] = [
  only(isForSale, {
    ...whole('kaufpreis', {
      paths: { purchasePrice: '', purchasePriceOnRequest: '' },
      write: ({ purchasePrice, purchasePriceOnRequest }) => {
        if (purchasePriceOnRequest) return { attributes: { auf_anfrage: true }, content: 0 };
        if (purchasePrice === undefined) return undefined;
        return { attributes: { auf_anfrage: purchasePriceOnRequest }, content: purchasePrice };
      },
      read: () => undefined,
    }),
    read: readPurchasePrice,
  }),
  monthly('nettokaltmiete', 'baseRent'),
  only(
    has('baseRent'),
    computed('kaltmiete', { fields: ['baseRent', ...COSTS], write: coldRent, read: readColdRent }),
  ),
  monthly('warmmiete', 'totalRent'),
  only(has('heatingCosts'), runningCostsRow(['baseRent', ...COSTS])),
  only((type) => !has('heatingCosts')(type), runningCostsRow(COSTS)),
  same('heizkosten_enthalten', 'additionalCostsIncludeHeatingCosts'),
  monthly('heizkosten', 'heatingCosts'),
  computed('pacht', { fields: ['yearlyRent'], write: ({ yearlyRent }) => yearlyRent, read: readYearlyRent }),
  monthly('hausgeld', 'condoFee'),
  computed('preis_zeiteinheit/@zeiteinheit', {
    fields: ['yearlyRent'],
    write: ({ yearlyRent }) => (yearlyRent === undefined ? undefined : 'JAHR'),
    read(found) {
      if (factorOf(found, 'MONAT', 'MONAT') !== undefined) found.claim();
    },
  }),
  ...COMMISSION_ROWS,
  whole('waehrung', {
    paths: {},
    write: () => ({ attributes: { iso_waehrung: 'EUR' } }),
    read(place) {
      for (const path of ['@iso_waehrung', '']) for (const found of place.findAll(path)) found.claim();
    },
  }),
  whole('mieteinnahmen_ist', {
    paths: { monthlyRentalIncome: '', actualYearlyRentalIncome: '' },
    write({ monthlyRentalIncome: monthly, actualYearlyRentalIncome: yearly }) {
      if (monthly !== undefined) return { attributes: { periode: 'MONAT' }, content: monthly };
      return yearly === undefined ? undefined : { attributes: { periode: 'JAHR' }, content: yearly };
    },
    read(place, draft) {
      readIncome(
        place,
        draft,
        draft.has('monthlyRentalIncome') ? 'monthlyRentalIncome' : 'actualYearlyRentalIncome',
      );
    },
  }),
  whole('mieteinnahmen_soll', {
    paths: { targetYearlyRentalIncome: '' },
    write: ({ targetYearlyRentalIncome: yearly }) =>
      yearly === undefined ? undefined : { attributes: { periode: 'JAHR' }, content: yearly },
    read(place, draft) {
      readIncome(place, draft, 'targetYearlyRentalIncome');
    },
  }),
  computed('kaution', {
    fields: ['deposit'],
    write: ({ deposit }) => (deposit === undefined ? undefined : plainAmount(deposit)),
    zero: 'not filled in',
    read(found, draft) {
      const text = depositTextIn(found.within);
      if (isZero(found)) found.claim();
      else if (text === undefined) draft.read('deposit', found);
      else if (plainAmount(text.text) === numberIn(found.text)) found.claim();
    },
  }),
  {
    ...same('kaution_text', 'deposit'),
    read(place, draft) {
      for (const found of place.findAll('kaution_text')) if (!isDeposit(found)) found.claim();
      const text = depositTextIn(place);
      if (text !== undefined) draft.read('deposit', text);
    },
  },
  ...PARKING_ROWS,
];
