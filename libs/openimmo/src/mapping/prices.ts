import { PROPERTY_TYPES } from '@estate/contracts';
import type { AnyFields, FieldName, PropertyType } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn, numberIn } from '../read/values.ts';
import { leaf } from '../write/xml.ts';
import { isForSale } from './categories.ts';
import { computed, only, same, whole } from './mapping-row.ts';
import type { Context, MappingRow } from './mapping-row.ts';

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
function runningCosts(rents: Rents): number | undefined {
  const { additionalCosts, additionalCostsIncludeHeatingCosts, heatingCosts } = rents;
  if (additionalCosts === undefined || heatingCosts === undefined) return additionalCosts;
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

const has =
  (...fields: readonly FieldName[]) =>
  (type: PropertyType) =>
    fields.some((field) => field in PROPERTY_TYPES[type].schema.shape);

/** Elements of prices of parking spaces, in the order of the schema. */
const PARKING: Record<string, NonNullable<AnyFields['parkingSpaceType']>> = {
  stp_carport: 'carport',
  stp_duplex: 'duplex',
  stp_freiplatz: 'outdoor',
  stp_garage: 'garage',
  stp_parkhaus: 'carPark',
  stp_tiefgarage: 'undergroundGarage',
};

const PARKING_PRICES = {
  parkingSpaceRent: '/@stellplatzmiete',
  parkingSpacePurchasePrice: '/@stellplatzkaufpreis',
  numberOfParkingSpaces: '/@anzahl',
};

interface ParkingPrices {
  parkingSpaceRent?: number | undefined;
  parkingSpacePurchasePrice?: number | undefined;
  numberOfParkingSpaces?: number | undefined;
}

const parkingAttributes = (prices: ParkingPrices) => ({
  stellplatzmiete: prices.parkingSpaceRent,
  stellplatzkaufpreis: prices.parkingSpacePurchasePrice,
  anzahl: prices.numberOfParkingSpaces || undefined,
});

const PARKING_FIELDS = {
  '@stellplatzmiete': 'parkingSpaceRent',
  '@stellplatzkaufpreis': 'parkingSpacePurchasePrice',
  '@anzahl': 'numberOfParkingSpaces',
} as const;

/** Takes the prices of one kind of parking space; those of further kinds stay unmapped. */
function readParking(place: Place, draft: Draft, type: AnyFields['parkingSpaceType']): void {
  const values = Object.entries(PARKING_FIELDS).flatMap(([path, field]) => {
    const found = place.find(path);
    const saysNothing = path === '@anzahl' && numberIn(found?.text ?? '') === 0;
    return found === undefined || saysNothing ? [] : [[field, found] as const];
  });
  const [, first] = values[0] ?? [];
  if (first === undefined) return;
  if (type !== undefined && (draft.get('parkingSpaceType') ?? type) !== type) return;
  if (type !== undefined) draft.assume('parkingSpaceType', type);
  for (const [field, found] of values) draft.read(field, found);
}

const knownParking = Object.entries(PARKING).map(([name, type]): MappingRow => {
  const row = whole(name, {
    paths: { parkingSpaceType: '', ...PARKING_PRICES },
    write(given) {
      const attributes = parkingAttributes(given);
      const isEmpty = Object.values(attributes).every((value) => value === undefined);
      return isEmpty || given.parkingSpaceType !== type ? undefined : { attributes };
    },
    read: (place, draft) => {
      readParking(place, draft, draft.has('parkingSpaceType') ? type : undefined);
    },
  });
  // Others say of which kind the space of any property is.
  return { ...only(has('parkingSpaceType'), row), read: row.read };
});

/** The price of a parking space of which the type is not known. */
const otherParking = only(
  has('parkingSpaceRent', 'parkingSpacePurchasePrice'),
  whole('stp_sonstige', {
    paths: { parkingSpaceType: '', ...PARKING_PRICES },
    write(given) {
      if (given.parkingSpaceType !== undefined) return undefined;
      const { anzahl, ...amounts } = parkingAttributes(given);
      if (Object.values(amounts).every((amount) => amount === undefined)) return undefined;
      return { attributes: { platzart: 'SONSTIGES', ...amounts, anzahl } };
    },
    read(place, draft) {
      place.find('@platzart')?.claim();
      readParking(place, draft, undefined);
    },
  }),
);

function readPurchasePrice(place: Place, draft: Draft): void {
  const price = place.find('');
  const onRequest = place.find('@auf_anfrage');
  const isOnRequest = onRequest !== undefined && flagIn(onRequest.text) === true;
  onRequest?.claim();
  if (isOnRequest) draft.assume('purchasePriceOnRequest', true);
  if (price === undefined) return;
  if (isOnRequest && numberIn(price.text) === 0) price.claim();
  else draft.read('purchasePrice', price);
}

/** Where it is the only rent that is given, most software means the base rent. */
function readColdRent(found: Found, draft: Draft): void {
  if (draft.get('baseRent') === undefined) draft.read('baseRent', found);
  else found.claim();
}

/** The costs exclude heating when a rent with running costs is given, too. */
function readRunningCosts(found: Found, draft: Draft): void {
  const { within } = found;
  const includes = flagIn(within.find('heizkosten_enthalten')?.text ?? '') === true;
  const heating = numberIn(within.find('heizkosten')?.text ?? '');
  const costs = numberIn(found.text);
  const isSeparated = draft.has('heatingCosts') && includes && within.find('kaltmiete') !== undefined;
  const sum =
    isSeparated && costs !== undefined && heating !== undefined ? inCents(costs + heating) : Infinity;
  if (sum > MAX_AMOUNT) draft.read('additionalCosts', found);
  else draft.set('additionalCosts', found, sum);
}

const MONTHS = 12;

function readYearlyRent(found: Found, draft: Draft): void {
  const isMonthly = found.within.find('preis_zeiteinheit/@zeiteinheit')?.text === 'MONAT';
  const rent = numberIn(found.text);
  if (!isMonthly || rent === undefined) draft.read('yearlyRent', found);
  else draft.set('yearlyRent', found, inCents(rent * MONTHS));
}

type Income = 'monthlyRentalIncome' | 'actualYearlyRentalIncome' | 'targetYearlyRentalIncome';

/** An income of another period is converted. */
function readIncome(place: Place, draft: Draft, field: Income): void {
  const found = place.find('');
  if (found === undefined || !draft.has(field)) return;
  const period = place.find('@periode');
  const income = numberIn(found.text);
  const isMonthly = field === 'monthlyRentalIncome';
  const factors: Readonly<Record<string, number>> = isMonthly ? { JAHR: 1 / MONTHS } : { MONAT: MONTHS };
  const factor = factors[period?.text ?? ''];
  period?.claim();
  if (factor === undefined || income === undefined) draft.read(field, found);
  else draft.set(field, found, inCents(income * factor));
}

/** Amounts in EUR. */
export const PRICE_ROWS: readonly MappingRow[] = [
  only(
    isForSale,
    whole('kaufpreis', {
      paths: { purchasePrice: '', purchasePriceOnRequest: '' },
      write: ({ purchasePrice, purchasePriceOnRequest }) =>
        purchasePriceOnRequest || purchasePrice === undefined
          ? { attributes: { auf_anfrage: true }, content: 0 }
          : { attributes: { auf_anfrage: false }, content: purchasePrice },
      read: readPurchasePrice,
    }),
  ),
  same('nettokaltmiete', 'baseRent'),
  only(
    has('baseRent'),
    computed('kaltmiete', { fields: ['baseRent', ...COSTS], write: coldRent, read: readColdRent }),
  ),
  same('warmmiete', 'totalRent'),
  computed('nebenkosten', { fields: COSTS, write: runningCosts, read: readRunningCosts }),
  same('heizkosten_enthalten', 'additionalCostsIncludeHeatingCosts'),
  same('heizkosten', 'heatingCosts'),
  computed('pacht', { fields: ['yearlyRent'], write: ({ yearlyRent }) => yearlyRent, read: readYearlyRent }),
  same('hausgeld', 'condoFee'),
  computed('preis_zeiteinheit/@zeiteinheit', {
    fields: ['yearlyRent'],
    write: ({ yearlyRent }) => (yearlyRent === undefined ? undefined : 'JAHR'),
    read(found, draft) {
      if (draft.has('yearlyRent') || found.text === 'MONAT') found.claim();
    },
  }),
  computed('provisionspflichtig', {
    fields: ['commission'],
    write: ({ commission }) => leaf('aussen_courtage', commission) !== undefined,
    read(found) {
      const isDue = flagIn(found.text);
      if (isDue === (found.within.find('aussen_courtage') !== undefined)) found.claim();
    },
  }),
  same('aussen_courtage', 'commission'),
  same('courtage_hinweis', 'commissionDescription'),
  whole('waehrung', {
    paths: {},
    write: () => ({ attributes: { iso_waehrung: 'EUR' } }),
    read(place) {
      for (const found of place.findAll('@iso_waehrung')) found.claim();
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
      const text = found.within.find('kaution_text');
      if (text === undefined) draft.read('deposit', found);
      else if (plainAmount(text.text) === numberIn(found.text)) found.claim();
    },
  }),
  same('kaution_text', 'deposit'),
  ...knownParking,
  otherParking,
];
