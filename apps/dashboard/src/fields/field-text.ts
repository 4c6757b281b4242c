import type { Language, MessageKey } from '../text/messages.ts';
import { knownKey } from '../text/messages.ts';
import { kindOf } from './field-kind.ts';
import type { Described } from './field-kind.ts';

export interface Words {
  language: Language;
  t: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
}

const EUR = 'EUR';

/** The texts of fields in one language. */
export const fieldTexts = (words: Words) => ({
  labelOf: ({ label }: Pick<Described, 'label'>): string => label[words.language],
  /** A short hint below the input. */
  hintOf: ({ hint }: Pick<Described, 'hint'>): string | undefined => hint?.[words.language],
  labelOfValue: (field: Described, value: unknown) => labelOfValue(field, value, words),
  numberText: (value: number, unit?: string) => numberText(value, unit, words),
  /** The value of a field that is no group. */
  valueText: (field: Described, value: unknown) => valueText(field, value, words),
  /** The unit beside an input. */
  unitText: (unit: string) => (isMoney(unit) ? `€${period(unit, words)}` : unit),
});

export type FieldTexts = ReturnType<typeof fieldTexts>;

export const isMoney = (unit: string): boolean => unit.split('/')[0] === EUR;

function period(unit: string, { t }: Words): string {
  const key = knownKey(`per.${unit.split('/')[1] ?? ''}`);
  return key ? ` / ${t(key)}` : '';
}

/** A number with its unit, such as `1.240 € / Monat` or `96,4 m²`. */
function numberText(value: number, unit: string | undefined, words: Words): string {
  const { language } = words;
  if (unit === undefined) return new Intl.NumberFormat(language, { useGrouping: false }).format(value);
  if (!isMoney(unit)) return `${new Intl.NumberFormat(language).format(value)} ${unit}`;
  const digits = Number.isInteger(value) ? 0 : 2;
  const amount = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: EUR,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return amount.format(value) + period(unit, words);
}

function labelOfValue({ values }: Described, value: unknown, { language }: Words): string {
  const known = values?.find((one) => one.value === value);
  return known ? known.label[language] : plain(value);
}

function valueText(field: Described, value: unknown, words: Words): string {
  switch (kindOf(field)) {
    case 'flag':
      return words.t(value === true ? 'common.yes' : 'common.no');
    case 'number':
      return typeof value === 'number' ? numberText(value, field.unit, words) : plain(value);
    case 'choice':
      return labelOfValue(field, value, words);
    case 'choices':
      return Array.isArray(value)
        ? value.map((one) => labelOfValue(field, one, words)).join(', ')
        : plain(value);
    case 'date':
      return dateText(plain(value), words.language);
    default:
      return plain(value);
  }
}

/** An unformatted value. */
export const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');

/** A date without a time has no time zone. */
function dateText(text: string, language: Language): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return text;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
