import { FIELDS, NUMBER_RULES, PROPERTY_TYPES, unitOf } from '@estate/contracts';
import type { FieldInfo, FieldName, NumberName } from '@estate/contracts';
import { CATEGORIES } from '../mapping/categories.ts';
import { DECIDING_AMOUNTS, FILLED_DECIDERS } from '../mapping/deciders.ts';
import { fitsCountry } from '../mapping/postal-codes.ts';
import { concludePurchasePrice, concludeRent, readOnRequest } from '../mapping/prices.ts';
import { saidCurrency } from './currency.ts';
import type { Draft } from './draft.ts';
import { isUnset, isZero } from './found.ts';
import type { Found, Place } from './found.ts';
import { plainText } from './plain-text.ts';
import { numberIn } from './values.ts';

/** Draws the conclusions that need all elements of an object. */
export function conclude(object: Place, draft: Draft): void {
  const prices = object.inside('preise');
  concludePurchasePrice(prices, draft);
  concludeRent(prices, draft);
  checkFreeText(prices, draft);
  checkCommission(prices, draft);
  checkDeciders(object, draft);
  titled(draft);
  checkCurrency(object, draft);
  checkPostalCode(object, draft);
}

/** The same for an object whose prices are in a foreign currency: only that they are on request can be said. */
export function concludeWithoutPrices(object: Place, draft: Draft): void {
  readOnRequest(object.inside('preise'), draft);
  checkDeciders(object, draft);
  titled(draft);
  checkPostalCode(object, draft);
}

const PRICES = ['purchasePrice', 'baseRent', 'totalRent', 'yearlyRent'] as const;
/** An amount has at least three digits, so that it is no date and no share. */
const AMOUNT_IN_TEXT = /(?<![\d.,])\d{1,3}(?:[.,'’ ]\d{3})+(?!\d)|(?<![\d.,])\d{3,}/u;

/** A text that the price is on request, alone or within a longer text. */
const ON_REQUEST =
  /^(?:nur )?auf (?:an|nach)frage[.!]?$|(?:preis|miete|pacht)e?:? (?:nur )?auf (?:an|nach)frage|price (?:up)?on (?:request|application)/iu;

/** Checks the free text for a price, or a price on request, that no element has. */
function checkFreeText(prices: Place, draft: Draft): void {
  const field = PRICES.find((one) => draft.get(one) !== undefined);
  for (const found of prices.findAll('freitext_preis')) {
    const text = plainText(found.text).replaceAll(/\s+/g, ' ').trim();
    if (field === undefined) {
      if (AMOUNT_IN_TEXT.test(text)) draft.warn(found, { reason: 'decider_unknown' });
    } else if (ON_REQUEST.test(text)) {
      draft.warn(found, { reason: 'price_contradicts', parameters: { field } });
    }
  }
}

/** Checks the amount of a commission, which means that it is due. */
function checkCommission(prices: Place, draft: Draft): void {
  if (draft.get('hasCommission') !== undefined || draft.get('commission') !== undefined) return;
  for (const found of ['provisionnetto', 'provisionbrutto'].flatMap((path) => prices.findAll(path)))
    if (!isZero(found)) draft.warn(found, { reason: 'decider_unknown' });
}

/**
 * Reports deciding values that were not understood; zeros and empty dates are not filled in, and an amount beside the one that was read is
 * left out.
 */
function checkDeciders(object: Place, draft: Draft): void {
  for (const path of FILLED_DECIDERS)
    for (const found of object.below(path)) if (isUnset(found)) found.claim();
  const origins = new Map([...draft.origins.values()].map(({ path, text }) => [path, text]));
  for (const path of DECIDING_AMOUNTS) {
    const imported = origins.get(path);
    if (imported !== undefined) checkOthers(object.below(path), imported, draft);
  }
}

function checkOthers(all: readonly Found[], imported: string, draft: Draft): void {
  for (const found of all) {
    const amount = numberIn(found.text);
    if (amount === undefined) continue;
    if (amount === 0 || amount === numberIn(imported)) found.claim();
    else draft.warn(found, { reason: 'value_repeated', parameters: { imported } });
  }
}

/** Makes a title from kind and town for an object without one. */
function titled(draft: Draft): void {
  const city = draft.part('city');
  if (draft.get('title') !== undefined || city === undefined) return;
  const title = `${nounOf(draft)} in ${city}`;
  draft.assume('title', title);
  draft.note('freitexte/objekttitel', { reason: 'title_made', parameters: { title } });
}

/** The noun for the kind, such as `Etagenwohnung`, or `Wohnung` for an object of unknown kind. */
function nounOf(draft: Draft): string {
  const field = CATEGORIES[draft.type].kind?.field;
  const value = field === undefined ? undefined : draft.get(field);
  const info: FieldInfo | undefined = field && FIELDS[field];
  const ofKind = typeof value !== 'string' || value === 'other' ? undefined : info?.values?.[value]?.de;
  return ofKind ?? PROPERTY_TYPES[draft.type].label.de.replace(/ zu[mr] .*/, '');
}

/** Warns of a postal code of another form, which may indicate a wrong country. */
function checkPostalCode(object: Place, draft: Draft): void {
  const code = draft.part('postalCode');
  const found = object.inside('geo').find('plz');
  const { country } = draft;
  if (code === undefined || found === undefined || fitsCountry(code, country) !== false) return;
  draft.warn(found, { reason: 'postal_code_doubtful', parameters: { country } });
}

/** Countries and territories with the euro. */
const WITH_EURO: ReadonlySet<string> = new Set(
  (
    'AND AUT BEL BGR BLM CYP DEU ESP EST FIN FRA GLP GRC GUF HRV IRL ITA LTU LUX LVA MAF MCO MLT MNE MTQ MYT NLD PRT REU SMR SPM SVK SVN ' +
    'VAT'
  ).split(' '),
);

const AMOUNTS = Object.keys(FIELDS).filter(
  (field) => field in NUMBER_RULES && unitOf(field as NumberName)?.startsWith('EUR') === true,
) as FieldName[];

const hasMoney = (draft: Draft): boolean => AMOUNTS.some((field) => draft.get(field) !== undefined);

/** Warns of prices without a currency outside of the euro countries: they are often in the country's own. */
function checkCurrency(object: Place, draft: Draft): void {
  const prices = object.inside('preise');
  const isSaid = saidCurrency(prices).length > 0;
  const { country } = draft;
  if (isSaid || WITH_EURO.has(country) || !hasMoney(draft)) return;
  draft.note('preise/waehrung', { reason: 'currency_assumed', parameters: { country } });
}
