import { FIELDS, isUnsaid, NUMBER_RULES, PROPERTY_TYPES, unitOf } from '@estate/contracts';
import type { FieldInfo, FieldName, NumberName } from '@estate/contracts';
import { CATEGORIES } from '../mapping/categories.ts';
import type { Draft } from './draft.ts';
import type { Place } from './found.ts';
import { plainText } from './plain-text.ts';

/** What follows from the whole of an object, when its elements have been read. */
export function conclude(object: Place, draft: Draft): void {
  const price = object.inside('preise').find('kaufpreis');
  const isSaid = draft.get('purchasePrice') !== undefined || draft.get('purchasePriceOnRequest') === true;
  if (price === undefined && draft.has('purchasePrice') && !isSaid) {
    draft.assume('purchasePriceOnRequest', true);
    draft.note('preise/kaufpreis', { reason: 'price_on_request' });
  }
  titled(draft);
  checkCurrency(object, draft);
  checkPostalCode(object, draft);
}

/** Kind and town of an object without a title. */
function titled(draft: Draft): void {
  const city = draft.part('city');
  if (draft.get('title') !== undefined || city === undefined) return;
  const title = `${nounOf(draft)} in ${city}`;
  draft.assume('title', title);
  draft.note('freitexte/objekttitel', { reason: 'title_made', parameters: { title } });
}

/** `Etagenwohnung`, or `Wohnung` of an object of no certain kind. */
function nounOf(draft: Draft): string {
  const field = CATEGORIES[draft.type].kind?.field;
  const value = field === undefined ? undefined : draft.get(field);
  const info: FieldInfo | undefined = field && FIELDS[field];
  const ofKind = typeof value !== 'string' || value === 'other' ? undefined : info?.values?.[value]?.de;
  return ofKind ?? PROPERTY_TYPES[draft.type].label.de.replace(/ zu[mr] .*/, '');
}

const FOUR_DIGITS = /^\d{4}$/;
const FIVE_DIGITS = /^\d{5}$/;
/** Of countries from which software sends objects. */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  DEU: FIVE_DIGITS, ESP: FIVE_DIGITS, FRA: FIVE_DIGITS, ITA: FIVE_DIGITS, TUR: FIVE_DIGITS, HRV: FIVE_DIGITS, AUT: FOUR_DIGITS, CHE: FOUR_DIGITS,
  LIE: FOUR_DIGITS, LUX: FOUR_DIGITS, BEL: FOUR_DIGITS, DNK: FOUR_DIGITS, HUN: FOUR_DIGITS, BGR: FOUR_DIGITS, SVN: FOUR_DIGITS,
  NLD: /^\d{4} ?[A-Z]{2}$/i, POL: /^\d{2}-?\d{3}$/, PRT: /^\d{4}(-\d{3})?$/, CZE: /^\d{3} ?\d{2}$/,
}; // oxfmt-ignore
const COUNTRY_SIGN = /^[A-Z]{1,3}[- ]/i;

/** A postal code of another form is a sign of a wrong country. */
function checkPostalCode(object: Place, draft: Draft): void {
  const found = object.inside('geo').find('plz');
  const { country } = draft;
  if (found === undefined || POSTAL_CODES[country]?.test(found.text.replace(COUNTRY_SIGN, '')) !== false)
    return;
  draft.warn(found, { reason: 'postal_code_doubtful', parameters: { country } });
}

/** Countries and territories that pay in euros. */
const WITH_EURO: ReadonlySet<string> = new Set(
  (
    'AND AUT BEL BGR BLM CYP DEU ESP EST FIN FRA GLP GRC GUF HRV IRL ITA LTU LUX LVA MAF MCO MLT MNE MTQ MYT NLD PRT REU SMR SPM SVK SVN ' +
    'VAT XKX'
  ).split(' '),
);

const AMOUNTS = Object.keys(FIELDS).filter(
  (field) => field in NUMBER_RULES && unitOf(field as NumberName)?.startsWith('EUR') === true,
) as FieldName[];

const hasMoney = (draft: Draft): boolean => AMOUNTS.some((field) => draft.get(field) !== undefined);

/** Without a currency, prices elsewhere are often in that of the country. */
function checkCurrency(object: Place, draft: Draft): void {
  const prices = object.inside('preise');
  const isSaid = ['waehrung/@iso_waehrung', 'waehrung'].some((path) =>
    prices.findAll(path).some(({ text }) => !isUnsaid(plainText(text))),
  );
  const { country } = draft;
  if (isSaid || WITH_EURO.has(country) || !hasMoney(draft)) return;
  draft.note('preise/waehrung', { reason: 'currency_assumed', parameters: { country } });
}
