import { ContactFields } from '@estate/contracts';
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { fitsCountry, signedCode } from '../mapping/postal-codes.ts';
import { countryOf, twoLettersOf } from './country-names.ts';
import type { Place } from './found.ts';
import { plainText } from './plain-text.ts';

export interface PhoneReading {
  phone: string;
  /** Why it may be another one than was meant. */
  doubt?: 'phone_first' | 'phone_country_assumed';
}

/** The countries that numbers without a country code may belong to. */
export interface PhoneCountries {
  /** The most likely first. */
  codes: readonly CountryCode[];
  /** The person is in the first one. */
  isSaid: boolean;
}

const HOME_OF_FORMAT = 'DEU';
const unique = (codes: readonly string[]): string[] => [...new Set(codes)];

/** The country of the person, as the address or the form of its postal code says it, then those of the object and of the source. */
export function phoneCountriesOf(person: Place, ofOthers: readonly string[]): PhoneCountries {
  const said = saidCountry(person) ?? countryByCode(person, ofOthers);
  const all = unique(said === undefined ? ofOthers : [said, ...ofOthers]);
  const codes = all.flatMap((code) => twoLettersOf(code) ?? []).filter((code) => isSupportedCountry(code));
  return { codes, isSaid: said !== undefined || all.length === 1 };
}

function saidCountry(person: Place): string | undefined {
  const [country] = ['land/@iso_land', 'land']
    .flatMap((path) => person.findAll(path))
    .flatMap(({ text }) => countryOf(text) ?? []);
  return country ?? signedCode(codeOf(person))?.country;
}

const codeOf = (person: Place): string => plainText(person.find('plz')?.text ?? '').trim();

/** The only country whose postal codes have the form of this one. */
function countryByCode(person: Place, ofOthers: readonly string[]): string | undefined {
  const code = codeOf(person);
  const [country, ...others] = unique([...ofOthers, HOME_OF_FORMAT]).filter(
    (one) => fitsCountry(code, one) === true,
  );
  return others.length === 0 ? country : undefined;
}

const LONGEST_PHONE = 60;

/** The first number of a text, with country and area code, as `+49 89 1234567`. */
export function phoneIn(text: string, countries: PhoneCountries): PhoneReading | undefined {
  if (text.length > LONGEST_PHONE) return undefined;
  const trimmed = text.trim();
  for (const { index, 0: separator } of trimmed.matchAll(SEPARATORS)) {
    const head = trimmed.slice(0, index).trim();
    if (!isFurther(head, trimmed.slice(index + separator.length).trim())) continue;
    const first = numberIn(head, countries);
    if (first !== undefined) return { ...first, doubt: 'phone_first' };
  }
  return numberIn(trimmed, countries);
}

const SEPARATORS = /[/,;|\n]|(?<![\p{L}.])(?:oder|und|or|and|bzw\.?|[uo]\.)(?!\p{L})/giu;
const LEAST_DIGITS = 6;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** A whole number, or another end of the one before: `-56/57`. */
function isFurther(head: string, rest: string): boolean {
  if (/^[+(]{0,2}[0+]/.test(rest) && digitsOf(rest).length >= LEAST_DIGITS) return true;
  const last = /(?<!\d)\d+$/.exec(head);
  const end = last?.[0] ?? '';
  const [other = ''] = /^-?\d{1,3}(?!\d)/.exec(rest) ?? [];
  const { length } = digitsOf(other);
  const isExtension = head.slice(0, last?.index).trimEnd().endsWith('-');
  return length > 0 && length <= end.length && (isExtension || (length < 3 && end.length >= 3));
}

function numberIn(text: string, countries: PhoneCountries): PhoneReading | undefined {
  return /^(?:\+|00)/.test(text) ? international(text) : national(text, countries);
}

const isAccepted = (phone: string): boolean => ContactFields.shape.phone.safeParse(phone).success;
const accepted = (phone: string): PhoneReading | undefined => (isAccepted(phone) ? { phone } : undefined);

/** Stays as it is written, without the zero that is dialled within the country only. */
function international(text: string): PhoneReading | undefined {
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'));
  const isWhole = number?.isValid() !== true || number.number === `+${digitsOf(text)}`;
  if (isWhole && isAccepted(text)) return { phone: text };
  return number?.isPossible() === true ? accepted(number.formatInternational()) : undefined;
}

interface NationalReading {
  country: CountryCode;
  phone: string;
  /** It is written with what is dialled before the area code, where there is such a thing. */
  isComplete: boolean;
  /** The first digits that stand together are the area code. */
  isGrouped: boolean;
}

const firstGroup = (text: string): string | undefined => /\d+/.exec(text)?.[0];

function nationalIn(text: string, country: CountryCode): NationalReading[] {
  const number: PhoneNumber | undefined = parsePhoneNumberFromString(text, country);
  if (number?.isValid() !== true || !isAccepted(number.formatInternational())) return [];
  const written = number.formatNational();
  return [
    {
      country,
      phone: number.formatInternational(),
      isComplete: digitsOf(written) === digitsOf(text),
      isGrouped: firstGroup(written) === firstGroup(text),
    },
  ];
}

/** The country code without the sign before it: `49 171 1234567`. */
function withoutSign(text: string, { codes }: PhoneCountries): PhoneReading | undefined {
  const digits = digitsOf(text);
  if (!codes.some((country) => digits.startsWith(getCountryCallingCode(country)))) return undefined;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.isValid() === true ? accepted(number.formatInternational()) : undefined;
}

/** A number is one of the country where it is valid; where it is in several, its own groups decide, unless the person is in one. */
function national(text: string, countries: PhoneCountries): PhoneReading | undefined {
  const all = countries.codes.flatMap((country) => nationalIn(text, country));
  const complete = all.filter(({ isComplete }) => isComplete);
  if (complete.length === 0) {
    const international = withoutSign(text, countries);
    if (international !== undefined) return international;
  }
  const possible = complete.length > 0 ? complete : all;
  const [first, ...others] = possible;
  if (first === undefined) return undefined;
  const isSaid = countries.isSaid && first.country === countries.codes[0];
  if (isSaid || others.length === 0) return { phone: first.phone };
  const [grouped, ...further] = possible.filter(({ isGrouped }) => isGrouped);
  return grouped !== undefined && further.length === 0
    ? { phone: grouped.phone }
    : { phone: first.phone, doubt: 'phone_country_assumed' };
}
