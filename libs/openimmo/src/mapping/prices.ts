import type { AnyFields } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn, numberIn } from '../read/values.ts';
import { isForSale } from './categories.ts';
import { COMMISSION_ROWS } from './commission.ts';
import { computed, has, only, same, whole } from './mapping-row.ts';
import type { Context, MappingRow } from './mapping-row.ts';
import { PARKING_ROWS } from './parking.ts';
import { factorOf, periodOf, readMonthly } from './periods.ts';

type Rents = Pick<
  Partial<AnyFields>,
  'baseRent' | 'additionalCosts' | 'additionalCostsIncludeHeatingCosts' | 'heatingCosts'
>;
const COSTS = ['additionalCosts', 'additionalCostsIncludeHeatingCosts', 'heatingCosts'] as const;

export const inCents = (amount: number) => Math.round(amount * 100) / 100;

/** True when the additional costs contain an unknown part of heating, which the format wants apart. */
export function isHeatingInseparable(rents: Rents): boolean {
  const { additionalCosts, additionalCostsIncludeHeatingCosts, heatingCosts = Infinity } = rents;
  if (additionalCosts === undefined || !additionalCostsIncludeHeatingCosts) return false;
  return heatingCosts > additionalCosts;
}

/** Running costs, without heating where that is known. */
export function runningCosts(rents: Rents): number | undefined {
  const { baseRent, additionalCosts, additionalCostsIncludeHeatingCosts, heatingCosts } = rents;
  if (additionalCosts === undefined || heatingCosts === undefined) return additionalCosts;
  // Without a cold rent beside them, readers take the costs as the flag describes them.
  if (baseRent === undefined) return additionalCosts;
  if (!additionalCostsIncludeHeatingCosts || isHeatingInseparable(rents)) return additionalCosts;
  return inCents(additionalCosts - heatingCosts);
}

/** The schema defines `kaltmiete` as the rent with running costs and without heating. */
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
export const MAX_AMOUNT = 1e9;

/** The amount of a text that is nothing else, such as `1500` or `1.500,00 EUR`. */
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

/** The first value that is filled in. */
const filledIn = (place: Place, path: string): Found | undefined =>
  place.findAll(path).find(({ text }) => numberIn(text) !== 0);

/** A price of zero, and a text that says so, stand for one on request, unless there is a price with tax. */
function readPurchasePrice(prices: Place, draft: Draft): void {
  const place = prices.inside('kaufpreis');
  const net = filledIn(place, '');
  const price = net ?? filledIn(prices, 'kaufpreisbrutto') ?? place.find('');
  const flag = place.find('@auf_anfrage');
  const isFlagged = flag === undefined ? undefined : flagIn(flag.text);
  if (isFlagged !== undefined) flag?.claim();
  if (isFlagged === true) draft.assume('purchasePriceOnRequest', true);
  if (price === undefined) return;
  if (numberIn(price.text) === 0) {
    if (isFlagged !== true) draft.warn(price, { reason: 'price_on_request' });
    price.claim();
    draft.assume('purchasePriceOnRequest', true);
  } else if (ON_REQUEST.test(price.text)) {
    price.claim();
    draft.assume('purchasePriceOnRequest', true);
  } else draft.read('purchasePrice', price);
}

/** Nothing else may stand in for an amount that is not understood. */
const isUnsaid = ({ text }: Found): boolean =>
  (numberIn(text) ?? 1) <= 0 || ON_REQUEST.test(text) || /^[-–.]+$/.test(text);

/** Where it is the only rent that is filled in, most software means the base rent. */
function readColdRent(found: Found, draft: Draft): void {
  const net = found.within.findAll('nettokaltmiete');
  if (net.every(isUnsaid)) readMonthly('baseRent')(found, draft);
  // Beside a base rent it repeats what the costs say.
  else if (draft.get('baseRent') !== undefined && numberIn(found.text) !== undefined) found.claim();
}

/** The costs exclude heating when a rent with running costs is given, too. */
function readRunningCosts(found: Found, draft: Draft): void {
  const { within } = found;
  const includes = flagIn(within.find('heizkosten_enthalten')?.text ?? '') === true;
  const isSeparated =
    draft.has('heatingCosts') &&
    includes &&
    draft.peek('baseRent', within.find('kaltmiete')?.text) !== undefined;
  const heating = isSeparated ? draft.peek('heatingCosts', within.find('heizkosten')?.text) : undefined;
  readMonthly('additionalCosts', (costs) => {
    const sum = heating === undefined ? Infinity : inCents(costs + heating);
    return sum > MAX_AMOUNT ? costs : sum;
  })(found, draft);
}

/** A lease is paid by the year unless the document says otherwise. */
function readYearlyRent(found: Found, draft: Draft): void {
  if (!draft.has('yearlyRent')) return;
  const period = periodOf(found.within);
  const factor = factorOf(period, 'JAHR', 'JAHR');
  const rent = factor === undefined ? undefined : draft.numberOf('yearlyRent', found);
  if (rent === undefined || factor === undefined) return;
  period?.claim();
  draft.setConverted('yearlyRent', found, { value: rent, factor, period });
}

/** A deposit of zero is one that is not filled in, also as a text. */
const depositTextIn = (prices: Place): Found | undefined => filledIn(prices, 'kaution_text');

type Income = 'monthlyRentalIncome' | 'actualYearlyRentalIncome' | 'targetYearlyRentalIncome';

/** An income is one of a year unless the document names another period. */
function readIncome(place: Place, draft: Draft, field: Income): void {
  const found = place.find('');
  if (found === undefined || !draft.has(field)) return;
  const period = place.find('@periode');
  const factor = factorOf(period, 'JAHR', field === 'monthlyRentalIncome' ? 'MONAT' : 'JAHR');
  // Without its period the amount says nothing.
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
    const found = filledIn(place, path) ?? place.find(path);
    if (found !== undefined) readMonthly(field)(found, draft);
  },
});

const runningCostsRow = (fields: readonly (keyof Rents)[]): MappingRow =>
  computed('nebenkosten', { fields, write: runningCosts, read: readRunningCosts });

/** Amounts in EUR. */
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
    read(found, draft) {
      const text = depositTextIn(found.within);
      if (numberIn(found.text) === 0) found.claim();
      else if (text === undefined) draft.read('deposit', found);
      else if (plainAmount(text.text) === numberIn(found.text)) found.claim();
    },
  }),
  {
    ...same('kaution_text', 'deposit'),
    read(place, draft) {
      for (const found of place.findAll('kaution_text')) if (numberIn(found.text) === 0) found.claim();
      const text = depositTextIn(place);
      if (text !== undefined) draft.read('deposit', text);
    },
  },
  ...PARKING_ROWS,
];
