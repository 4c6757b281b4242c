import { isUnsaid } from '@estate/contracts';
import { isUnsaidAmount, PRICE_PATHS } from '../mapping/prices.ts';
import type { Found, Place } from './found.ts';
import { plainText } from './plain-text.ts';
import { numberIn } from './values.ts';

const EURO = /^(?:EUR|Euros?|€)$/i;
const PARKING = /^stp_/;
/** A larger number alone is no percentage. */
const PERCENT_MAX = 100;
const PARKING_AMOUNTS = ['@stellplatzmiete', '@stellplatzkaufpreis'];

/** The currency of the prices, if one is filled in. */
export const saidCurrency = (prices: Place): Found[] =>
  ['waehrung/@iso_waehrung', 'waehrung']
    .flatMap((path) => prices.findAll(path))
    .filter(({ text }) => !isUnsaid(plainText(text)) && !/^0+$/.test(text.trim()));

/** A currency in which an object has amounts and that is not the euro. Without an amount there is nothing in it. */
export const foreignCurrency = (prices: Place): Found | undefined =>
  hasAmount(prices) ? saidCurrency(prices).find(({ text }) => !EURO.test(plainText(text).trim())) : undefined;

function hasAmount(prices: Place): boolean {
  const parking = prices.elements
    .flatMap(({ children }) => children.map(({ name }) => name))
    .filter((name) => PARKING.test(name));
  const isAmount = ({ text }: Found) => (numberIn(text.trim()) ?? 0) > PERCENT_MAX;
  if (prices.findAll('aussen_courtage').some(isAmount)) return true;
  return [
    ...PRICE_PATHS.flatMap((path) => prices.findAll(path)),
    ...parking.flatMap((name) => PARKING_AMOUNTS.flatMap((path) => prices.inside(name).findAll(path))),
  ].some((found) => !isUnsaidAmount(found));
}
