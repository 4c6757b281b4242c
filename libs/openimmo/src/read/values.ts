const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Amounts as people write them: `1.234,56`, `1,234.56`, `96,5`. */
const FORMS = [
  { pattern: /^-?\d+,\d+$/, grouping: '' },
  { pattern: /^-?\d{1,3}(?:[.' ]\d{3})+(?:,\d+)?$/, grouping: /[.' ]/g },
  { pattern: /^-?\d{1,3}(?:,\d{3})+\.\d+$/, grouping: /,/g },
  { pattern: /^-?\d{1,3}(?:,\d{3}){2,}$/, grouping: /,/g },
];
const UNIT = /(?:EUR|€|,-+|m²|m2|qm|m|%|kWh(?:\s*(?:\/\s*)?\(?m²\s*(?:[*·/]\s*)?a\)?)?)$/iu;
const LONGEST_NUMBER = 60;

/** A number as the format writes it, or as software does that follows the habits of its country. */
export function numberIn(text: string): number | undefined {
  if (text.length > LONGEST_NUMBER) return undefined;
  const digits = text.trim().replace(UNIT, '').trim();
  if (DECIMAL.test(digits)) return Number(digits);
  const form = FORMS.find(({ pattern }) => pattern.test(digits));
  if (form === undefined) return undefined;
  return Number(digits.replaceAll(form.grouping, '').replace(',', '.'));
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true, 1: true, ja: true, j: true, yes: true,
  false: false, 0: false, nein: false, n: false, no: false,
}; // oxfmt-ignore

export const flagIn = (text: string): boolean | undefined =>
  text.length > 5 ? undefined : FLAGS[text.toLowerCase()];

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ][\d:.]*)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/;
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** A day as `2027-03-01`; a time and a time zone beside it are left out. */
export function dayIn(text: string): string | undefined {
  const [, ...iso] = ISO_DAY.exec(text) ?? [];
  const [, ...german] = GERMAN_DAY.exec(text) ?? [];
  const [year = '', month = '', day = ''] = iso.length > 0 ? iso : german.reverse();
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written ? undefined : written;
}
