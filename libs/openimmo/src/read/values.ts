import { isPlausible, NUMBER_RULES, unitOf } from '@estate/contracts';
import type { NumberName } from '@estate/contracts';
import { germanMidnightIn } from './german-time.ts';
import { plainText } from './plain-text.ts';

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** The forms of amounts in texts: `1.234,56`, `1,234.56`, `96,5`. */
const FORMS = [
  { pattern: /^-?\d+,\d+$/, grouping: '' },
  { pattern: /^-?\d{1,3}(?:[.' ]\d{3})+(?:,\d+)?$/, grouping: /[.' ]/g },
  { pattern: /^-?\d{1,3}(?:,\d{3})+\.\d+$/, grouping: /,/g },
  { pattern: /^-?\d{1,3}(?:,\d{3}){2,}$/, grouping: /,/g },
];
const UNIT =
  /(?:EURO?S?|€|,-+|m²|m2|qm|m|%|kWh(?: {0,3}(?:\/|pro)? {0,3}\(? {0,3}(?:m²|m2|qm)(?: {0,3}(?:[*·⋅x×/]|p\.?|pro|und)? {0,3}(?:a|Jahr)\.?)? {0,3}\)?)?)$/iu;
const LONGEST_NUMBER = 60;

/** Removes blanks and apostrophes of any kind, also those that were escaped twice. */
const digitsIn = (text: string): string =>
  plainText(text)
    .replace(/[\s\u202f]/g, ' ')
    .replace(/[’‘´`]/g, "'")
    .trim()
    .replace(/^(?:EURO?|€)\s*/i, '')
    .replace(UNIT, '')
    .trim()
    // `349.000,- €` ends with two units.
    .replace(UNIT, '')
    .trim();

/** A number in the form of the format, or in the form of its country. */
export function numberIn(text: string): number | undefined {
  if (text.length > LONGEST_NUMBER) return undefined;
  const digits = digitsIn(text);
  if (DECIMAL.test(digits)) return Number(digits);
  const form = FORMS.find(({ pattern }) => pattern.test(digits));
  if (form === undefined) return undefined;
  return Number(digits.replaceAll(form.grouping, '').replace(',', '.'));
}

/** A number whose separator may be a decimal mark or group thousands. */
const AMBIGUOUS = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/;
/** Numbers that reveal the decimal mark. */
const SHOWING: readonly { pattern: RegExp; mark: DecimalMark }[] = [
  {
    pattern: /^-?\d+,\d{1,2}$|^-?\d{4,},\d{3}$|^-?\d{1,3}(?:[.' ]\d{3})+,\d+$|^-?\d{1,3}(?:\.\d{3}){2,}$/,
    mark: ',',
  },
  {
    pattern: /^-?\d+\.\d{1,2}$|^-?\d{4,}\.\d{3}$|^-?\d{1,3}(?:[,' ]\d{3})+\.\d+$|^-?\d{1,3}(?:,\d{3}){2,}$/,
    mark: '.',
  },
];

/** A number with three decimals: that many digits before a mark are no group of thousands. */
const THREE_DECIMALS = /^-?\d{4,}([.,])\d{3}$/;

export type DecimalMark = '.' | ',';

/** The marks in the numbers of a document; undefined if none is shown, or if they differ. */
export interface Marks {
  /** The mark before decimals. */
  decimal?: DecimalMark | undefined;
  /** The mark before the three decimals that amounts of money have. */
  threeDecimals?: DecimalMark | undefined;
}

/** True for a text whose separator may be a decimal mark or group thousands. */
export const isAmbiguousNumber = (text: string): boolean =>
  text.length <= LONGEST_NUMBER && AMBIGUOUS.test(digitsIn(text));

/** The decimal mark of these amounts, if some of them have three decimals. */
export function threeDecimalsIn(amounts: Iterable<string>): DecimalMark | undefined {
  const marks = new Set<string>();
  for (const digits of shortDigitsOf(amounts)) {
    const [, mark] = THREE_DECIMALS.exec(digits) ?? [];
    if (mark !== undefined) marks.add(mark);
  }
  const [mark, ...others] = marks;
  return others.length === 0 ? (mark as DecimalMark | undefined) : undefined;
}

/**
 * The decimal mark of these texts; undefined if they have no decimals, or use both marks. If no text has decimals, an amount of money
 * reveals it: money never has three decimals, so `349.000` is grouped.
 */
export function decimalMarkOf(
  texts: Iterable<string>,
  amounts: Iterable<string> = [],
): DecimalMark | undefined {
  const marks = new Set<DecimalMark>();
  for (const digits of shortDigitsOf(texts))
    for (const { pattern, mark } of SHOWING) if (pattern.test(digits)) marks.add(mark);
  if (marks.size === 0)
    for (const digits of shortDigitsOf(amounts)) {
      const [, , grouping] = AMBIGUOUS.exec(digits) ?? [];
      if (grouping !== undefined) marks.add(grouping === '.' ? ',' : '.');
    }
  const [mark, ...others] = marks;
  return others.length === 0 ? mark : undefined;
}

function* shortDigitsOf(texts: Iterable<string>): Generator<string> {
  for (const text of texts) if (text.length <= LONGEST_NUMBER) yield digitsIn(text);
}

export interface NumberReading {
  value: number;
  /** True if it is undecided whether the separator is a decimal mark or groups thousands. */
  isAmbiguous: boolean;
}

/**
 * A number of a field. One separator before three digits is interpreted by the plausible range of the field, then by the other numbers of
 * the document, then as the format defines it. Money has three decimals only in a document that shows some.
 */
export function numberFor(name: NumberName, text: string, marks: Marks = {}): NumberReading | undefined {
  const [, whole = '', separator, rest] = AMBIGUOUS.exec(digitsIn(text.slice(0, LONGEST_NUMBER))) ?? [];
  if (separator === undefined) {
    const value = numberIn(text);
    return value === undefined ? undefined : { value, isAmbiguous: false };
  }
  if (unitOf(name)?.startsWith('EUR') === true)
    return amountFor(name, { whole, rest, hasThreeDecimals: marks.threeDecimals === separator });
  return readSeparator(name, {
    whole,
    rest,
    isGrouped: marks.decimal !== undefined && marks.decimal !== separator,
    isKnown: marks.decimal !== undefined,
  });
}

interface Amount {
  whole: string;
  rest: string | undefined;
  /** True if other amounts of the document have three decimals. */
  hasThreeDecimals: boolean;
}

/** An amount is read as thousands, unless only the amount with three decimals is plausible and the document has others. */
function amountFor(name: NumberName, { whole, rest, hasThreeDecimals }: Amount): NumberReading {
  const [decimal, thousands] = [Number(`${whole}.${rest}`), Number(`${whole}${rest}`)];
  const isUsual = isPlausible(name, thousands);
  if (hasThreeDecimals && !isUsual && isPlausible(name, decimal))
    return { value: decimal, isAmbiguous: false };
  return { value: thousands, isAmbiguous: hasThreeDecimals && isUsual };
}

interface Separated {
  whole: string;
  rest: string | undefined;
  /** True if the document uses the other mark for decimals. */
  isGrouped: boolean;
  /** True if another number of the document has decimals. */
  isKnown: boolean;
}

function readSeparator(name: NumberName, { whole, rest, isGrouped, isKnown }: Separated): NumberReading {
  const [decimal, thousands] = [Number(`${whole}.${rest}`), Number(`${whole}${rest}`)];
  const isWhole = NUMBER_RULES[name].decimals === 0 && !Number.isInteger(decimal);
  if (isWhole) return { value: thousands, isAmbiguous: false };
  const [plausible, ...others] = [decimal, thousands].filter((value) => isPlausible(name, value));
  if (plausible !== undefined && others.length === 0) return { value: plausible, isAmbiguous: false };
  return { value: isGrouped ? thousands : decimal, isAmbiguous: !isKnown };
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true, 1: true, ja: true, j: true, yes: true,
  false: false, 0: false, nein: false, n: false, no: false,
}; // oxfmt-ignore

export const flagIn = (text: string): boolean | undefined =>
  text.length > 5 ? undefined : FLAGS[text.toLowerCase()];

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ][\d:.]*)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/;
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,? [\d:.]{1,12}(?: Uhr)?)?$/;

/** The zero dates that databases and programs write for an empty value. */
const ZERO_DAYS: ReadonlySet<string> = new Set([
  '0000-00-00',
  '0001-01-01',
  '1753-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1970-01-01',
]);

function writtenDay(text: string): string {
  const [, ...iso] = ISO_DAY.exec(germanMidnightIn(text) ?? text) ?? [];
  const [, ...german] = GERMAN_DAY.exec(text) ?? [];
  const [year = '', month = '', day = ''] = iso.length > 0 ? iso : german.reverse();
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** True for a date that is not filled in. */
export const isZeroDay = (text: string): boolean => ZERO_DAYS.has(writtenDay(text));

/** A day as `2027-03-01`; a time and a time zone are left out, but a midnight in Germany is the start of a day there. */
export function dayIn(text: string): string | undefined {
  const written = writtenDay(text);
  const date = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === written;
  return isDay && !ZERO_DAYS.has(written) ? written : undefined;
}
