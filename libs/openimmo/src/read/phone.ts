import { ContactFields } from '@estate/contracts';
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { fitsCountry, signedCode } from '../mapping/postal-codes.ts';
import { countryOf, twoLettersOf } from './country-names.ts';
import type { Place } from './found.ts';
import { plainText } from './plain-text.ts';

export interface PhoneReading {
  phone: string;
  /** The reason why another number may be meant. */
  doubt?: 'phone_first' | 'phone_country_assumed';
}

/** The possible countries of numbers without a country code. */
export interface PhoneCountries {
  /** The most likely first. */
  codes: readonly CountryCode[];
  /** True if the person is in the first one. */
  isSaid: boolean;
}

const HOME_OF_FORMAT = 'DEU';
const unique = (codes: readonly string[]): string[] => [...new Set(codes)];

/** The country of the person, by the address or the form of its postal code, then those of the object and of the source. */
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

/** Two parts of a text, and the separator between them. */
interface Cut {
  head: string;
  separator: string;
  rest: string;
}

/** The first phone number of a text, with country and area code, as `+49 89 1234567`; fax numbers are left out. */
export function phoneIn(text: string, countries: PhoneCountries): PhoneReading | undefined {
  if (text.length > LONGEST_PHONE) return undefined;
  const trimmed = text.trim().replace(EXTENSION, '-');
  for (const cut of cutsOf(trimmed)) {
    if (FAX.test(cut.head) && isWhole(cut, countries)) return phoneIn(cut.rest, countries);
    const first = numberIn(cut.head.replace(LABEL, ''), countries);
    if (first === undefined) continue;
    if (isWhole(cut, countries) || isOtherEnd(cut, first)) return { ...first, doubt: 'phone_first' };
  }
  return FAX.test(trimmed) ? undefined : numberIn(trimmed.replace(LABEL, ''), countries);
}

const SEPARATORS =
  /[/,;|\n]|\s[-–]\s|(?<![\p{L}.])(?:oder|und|or|and|bzw\.?|[uo]\.|od\.?)(?!\p{L})|(?<=\d)\s(?=(?:tel|fax|mob|handy))/giu;
const LABEL =
  /^(?:(?:tel|telefon|fax|telefax|phone|fon|mob|mobil|mobile|mobiltelefon|handy|festnetz|büro|privat|zentrale|[tfm])(?:-?(?:nr|nummer))?(?!\p{L})[-.:/\s]{0,4}){1,3}/iu;
const FAX = /^(?:fax|telefax|f)(?:-?(?:nr|nummer))?[-.:\s]{0,4}(?=[+(\d])/i;
/** The words before an extension in Austria: `DW 12`. */
const EXTENSION = /(?<=\d)\s{0,3}(?:dw|durchwahl|klappe|kl)(?!\p{L})[.:]?\s{0,3}(?=\d)/giu;
const LEAST_DIGITS = 6;

const cutsOf = (text: string): Cut[] =>
  [...text.matchAll(SEPARATORS)].map(({ index, 0: separator }) => ({
    head: text.slice(0, index).trim(),
    separator: separator.trim(),
    rest: text.slice(index + separator.length).trim(),
  }));

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** True if a whole number follows: it begins with a zero or a plus sign, or needs neither in the most likely country. */
function isWhole({ rest }: Cut, { codes: [country] }: PhoneCountries): boolean {
  const number = rest.replace(LABEL, '');
  if (/^[+(]{0,2}[0+]/.test(number) && digitsOf(number).length >= LEAST_DIGITS) return true;
  const [next = ''] = number.split(/[/,;|]|\s[-–]\s/, 1);
  if (country === undefined || digitsOf(next).length < LEAST_DIGITS) return false;
  return nationalIn(next, country).some(({ isComplete }) => isComplete);
}

/** True if an alternative ending follows: `-56/57`. */
function isOtherEnd(cut: Cut, first: PhoneReading): boolean {
  if (/^[-–]$/.test(cut.separator)) return false;
  const [other = ''] = /^-?\d{1,3}(?!\d)/.exec(cut.rest) ?? [];
  const { length } = digitsOf(other);
  return length > 0 && (isOtherExtension(cut, length) || (length < 3 && isOtherSubscriber(cut, first)));
}

const lastGroup = (text: string): string => /(?<!\d)\d+$/.exec(text)?.[0] ?? '';

function isOtherExtension({ head }: Cut, length: number): boolean {
  const extension = lastGroup(head);
  const before = head.slice(0, head.length - extension.length).trimEnd();
  return length <= extension.length && before.endsWith('-');
}

/** True if another subscriber number follows; a zero alone is the extension of the number. */
function isOtherSubscriber({ head, rest }: Cut, first: PhoneReading): boolean {
  if (digitsOf(rest) === '0') return false;
  if (lastGroup(head).length >= 3) return true;
  return /^\d+\s*(?:$|[/,;|])/.test(rest) && subscriberIn(head, first).length >= 3;
}

/** The digits after the area code; empty if they contain a separator, as in `08031/12/34`. */
function subscriberIn(head: string, { phone }: PhoneReading): string {
  const [, , ...groups] = phone.split(' ');
  const { length } = groups.join('');
  const digits = [...head.matchAll(/\d/g)];
  const from = digits[digits.length - length]?.index ?? head.length;
  const written = head.slice(from);
  return /[/,;|]/.test(written) ? '' : digitsOf(written);
}

function numberIn(text: string, countries: PhoneCountries): PhoneReading | undefined {
  return /^(?:\+|00)/.test(text) ? international(text) : national(text, countries);
}

const isAccepted = (phone: string): boolean => ContactFields.shape.phone.safeParse(phone).success;
const accepted = (phone: string): PhoneReading | undefined => (isAccepted(phone) ? { phone } : undefined);

/** Parses a number with a country code; its grouping stays, without the zero for domestic calls. */
function international(text: string): PhoneReading | undefined {
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'));
  const isWhole = number?.isValid() !== true || number.number === `+${digitsOf(text)}`;
  if (isWhole && isAccepted(text)) return { phone: text };
  return number?.isPossible() === true ? accepted(number.formatInternational()) : undefined;
}

interface NationalReading {
  country: CountryCode;
  phone: string;
  /** True if it has the trunk prefix, where there is one. */
  isComplete: boolean;
  /** True if the first group of digits is the area code. */
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

/** Parses a country code without the plus sign: `49 171 1234567`. */
function withoutSign(text: string, { codes }: PhoneCountries): PhoneReading | undefined {
  const digits = digitsOf(text);
  if (!codes.some((country) => digits.startsWith(getCountryCallingCode(country)))) return undefined;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.isValid() === true ? accepted(number.formatInternational()) : undefined;
}

/**
 * Parses a number without a country code for the country where it is valid; if it is valid in several, its grouping decides, unless the
 * country of the person is known. In other countries than the most likely one, the trunk prefix is required.
 */
function national(text: string, countries: PhoneCountries): PhoneReading | undefined {
  const [likely] = countries.codes;
  const all = countries.codes
    .flatMap((country) => nationalIn(text, country))
    .filter(({ country, isComplete }) => isComplete || country === likely);
  const complete = all.filter(({ isComplete }) => isComplete);
  if (complete.length === 0) {
    const international = withoutSign(text, countries);
    if (international !== undefined) return international;
  }
  return likeliest(complete.length > 0 ? complete : all, countries);
}

function likeliest(
  possible: readonly NationalReading[],
  { codes: [likely], isSaid }: PhoneCountries,
): PhoneReading | undefined {
  const [first, ...others] = possible;
  if (first === undefined) return undefined;
  const { country, phone } = first;
  if (isSaid) return country === likely ? { phone } : { phone, doubt: 'phone_country_assumed' };
  if (others.length === 0) return { phone };
  const [grouped, ...further] = possible.filter(({ isGrouped }) => isGrouped);
  return grouped !== undefined && further.length === 0
    ? { phone: grouped.phone }
    : { phone, doubt: 'phone_country_assumed' };
}
