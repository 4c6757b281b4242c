import { COUNTRIES } from '@estate/contracts';
import countries from 'i18n-iso-countries';
import { formatCountryOf } from '../mapping/countries.ts';
import { plainText } from './plain-text.ts';

/** Vehicle and sports codes that are not in ISO 3166 and that software writes for the countries around Germany. */
const SIGNS: Readonly<Record<string, string>> = {
  D: 'DEU', GER: 'DEU', BRD: 'DEU', A: 'AUT', SUI: 'CHE', FL: 'LIE', L: 'LUX', F: 'FRA', I: 'ITA', E: 'ESP', B: 'BEL', UK: 'GBR', EL: 'GRC', SLO: 'SVN', VAE: 'ARE',
}; // oxfmt-ignore

/** Languages by precedence, for a name that means different countries in two languages. */
const FIRST_LANGUAGES = ['de', 'en'];
/** Names that the library has in none of its languages. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  holland: 'NLD',
  england: 'GBR',
  schottland: 'GBR',
  tschechei: 'CZE',
  slowakischerepublik: 'SVK',
  mazedonien: 'MKD',
  weissrussland: 'BLR',
  bosnien: 'BIH',
  moldau: 'MDA',
};

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
const spelled = (name: string): string =>
  lettersOf(name.normalize('NFC').toLowerCase().replace(/[äöüß]/g, (sign) => UMLAUTS[sign] ?? sign)); // oxfmt-ignore

/** Every name in every language of the library with its country; ambiguous names are left out. */
function namesOfAll(): ReadonlyMap<string, string> {
  const names = new Map<string, string>(Object.entries(FURTHER_NAMES));
  const others = countries.getSupportedLanguages().filter((language) => !FIRST_LANGUAGES.includes(language));
  for (const language of FIRST_LANGUAGES)
    for (const [name, code] of namesIn(language)) names.set(name, names.get(name) ?? code);
  const further = new Map<string, Set<string>>();
  for (const language of others) {
    for (const [name, code] of namesIn(language))
      further.set(name, (further.get(name) ?? new Set()).add(code));
  }
  for (const [name, [code, ...rest]] of further) {
    if (code !== undefined && rest.length === 0) names.set(name, names.get(name) ?? code);
  }
  return names;
}

function namesIn(language: string): [name: string, code: string][] {
  const all = countries.getNames(language, { select: 'all' });
  return Object.entries(all).flatMap(([alpha2, given]) => {
    const code = countries.alpha2ToAlpha3(alpha2);
    if (code === undefined) return [];
    return given.flatMap((name): [string, string][] => [[lettersOf(name), code], [spelled(name), code]]);
  }); // oxfmt-ignore
}

let known: ReadonlyMap<string, string> | undefined;

/**
 * The ISO 3166-1 alpha-3 code of a country by a code of two or three letters, a number, or its name in German, English or a language of its
 * own; undefined if it is unknown.
 */
export function countryOf(given: string): string | undefined {
  const text = plainText(given).trim();
  return (
    countryIn(text) ??
    countryOfEach(
      text
        .replace(/\)$/, '')
        .split(/ [-–] |\/| \(/)
        .slice(0, LARGEST_PAIR + 1),
    )
  );
}

/** A sign beside a name, such as `A - Österreich` or `Österreich (A)`, or a name in two languages. */
const LARGEST_PAIR = 2;

function countryOfEach(parts: readonly string[]): string | undefined {
  if (parts.length !== LARGEST_PAIR) return undefined;
  const [country, ...others] = new Set(parts.map((part) => countryIn(part.trim())));
  return others.length === 0 ? country : undefined;
}

function countryIn(text: string): string | undefined {
  const upper = text.toUpperCase();
  const code = SIGNS[upper] ?? formatCountryOf(upper) ?? isoCountryOf(upper) ?? countryNamed(text);
  return code !== undefined && COUNTRIES.includes(code) ? code : undefined;
}

function countryNamed(text: string): string | undefined {
  known ??= namesOfAll();
  const name = text.replace(/^\s*(?:bundes)?republik\s+/i, '');
  return known.get(lettersOf(text)) ?? known.get(lettersOf(name));
}

function isoCountryOf(code: string): string | undefined {
  if (/^[A-Z]{2}$/.test(code)) return countries.alpha2ToAlpha3(code);
  if (/^\d{1,3}$/.test(code)) return countries.numericToAlpha3(code.padStart(3, '0'));
  return COUNTRIES.includes(code) ? code : undefined;
}

/** The ISO 3166-1 alpha-2 code for an alpha-3 code. */
export const twoLettersOf = (country: string): string | undefined => countries.alpha3ToAlpha2(country);
