import type { Language } from '../text/messages.ts';
import { isGrouped } from './field-kind.ts';
import type { Described } from './field-kind.ts';
import { isMoney } from './field-text.ts';

type Signs = readonly [thousands: string, decimal: string];
const SIGNS: Readonly<Record<Language, Signs>> = { de: ['.', ','], en: [',', '.'] };

/** Converts a number typed in a language, such as `1.240,50`, to the format of the API; other texts stay as they are. */
export function numberTyped(text: string, field: Described, language: Language): string {
  const typed = text.replaceAll(/[\s€]/g, '').replace('−', '-');
  const [thousands, decimal] = SIGNS[language];
  const own = withThousands(typed, [thousands, decimal]);
  if (own && (own.hasDecimals || isGrouped(field))) return own.digits;
  // With both separators, a number of the other language can be read, too.
  const foreign = withThousands(typed, [decimal, thousands]);
  if (foreign?.hasDecimals === true) return foreign.digits;
  // A single separator that separates no thousands is the decimal separator, whichever it is.
  const isPlain = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(typed);
  return isPlain ? typed.replace(',', '.').replace(/\.$/, '') : text.trim();
}

/** The digits of a number with thousands separators. */
function withThousands(typed: string, [thousands, decimal]: Signs) {
  const form = new RegExp(String.raw`^(-?[1-9]\d{0,2}(?:[${thousands}]\d{3})+)(?:[${decimal}](\d*))?$`);
  const [, whole, decimals] = form.exec(typed) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(thousands, '');
  return {
    digits: decimals === undefined || decimals === '' ? digits : `${digits}.${decimals}`,
    hasDecimals: decimals !== undefined,
  };
}

/** Formats a number of the API in the language; other texts stay as they are. */
export function numberShown(value: string, field: Described, language: Language): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const cents = isMoney(field.unit ?? '') && !Number.isInteger(number) ? 2 : 0;
  return new Intl.NumberFormat(language, {
    useGrouping: isGrouped(field),
    minimumFractionDigits: cents,
    maximumFractionDigits: 20,
  }).format(number);
}
