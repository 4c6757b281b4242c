import { countryOf } from '../read/country-names.ts';

const FOUR_DIGITS = /^\d{4}$/;
const FIVE_DIGITS = /^\d{5}$/;
/** The postal codes of common countries without a prefix. */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  DEU: FIVE_DIGITS, ESP: FIVE_DIGITS, FRA: FIVE_DIGITS, ITA: FIVE_DIGITS, TUR: FIVE_DIGITS, HRV: FIVE_DIGITS, AUT: FOUR_DIGITS, CHE: FOUR_DIGITS,
  LIE: FOUR_DIGITS, LUX: FOUR_DIGITS, BEL: FOUR_DIGITS, DNK: FOUR_DIGITS, HUN: FOUR_DIGITS, BGR: FOUR_DIGITS, SVN: FOUR_DIGITS,
  NLD: /^\d{4} ?[A-Z]{2}$/i, POL: /^\d{2}-?\d{3}$/, PRT: /^\d{4}(-\d{3})?$/, CZE: /^\d{3} ?\d{2}$/,
}; // oxfmt-ignore
const SIGNED = /^([A-Z]{1,3})(?: ?[-–] ?| )?(\d.*)$/i;

/** True if a code has the form of a country's codes; undefined for a country whose form is not known. */
export const fitsCountry = (code: string, country: string): boolean | undefined =>
  POSTAL_CODES[country]?.test(code);

/** Parses a code with a country prefix, such as `D-50667`, if the code has the form of the country's codes. */
export function signedCode(text: string): { code: string; country: string } | undefined {
  const [, sign, code = ''] = SIGNED.exec(text) ?? [];
  const country = sign === undefined ? undefined : countryOf(sign);
  return country !== undefined && fitsCountry(code, country) === true ? { code, country } : undefined;
}
