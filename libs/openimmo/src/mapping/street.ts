import type { PropertyType } from '@estate/contracts';
import { CATEGORIES } from './categories.ts';

/** A number behind a street: `12 a` of `Lindenweg 12 a`, `3-5` of `Hauptstr. 3-5`. */
const NUMBER = /(?:,\s{0,3}|\s{1,3})(\d{1,4}(?:\s?[a-z])?(?:\s{0,2}[-–/+]\s?\d{1,4}(?:\s?[a-z])?){0,9})$/i;
/** What may stand behind it: `Top 4` of `Hauptstraße 12 Top 4`. */
const FLAT =
  /[\s,;/–-]{0,4}(?:top|tür|tuer|stiege|stg|we|whg|wohnung|wohneinheit|einheit|apartment|appartement|apt|app|haus|block|eingang|aufgang)\.?\s{0,2}\d{1,4}(?:\s?[a-z])?$/i;
const MOST_FLATS = 3;
/** The most characters of a number; with more behind it, the whole is the street. */
const LONGEST_NUMBER = 30;

/** Numbers that belong to a name: `17.` of `Straße des 17. Juni`. */
const ORDINAL =
  /\d{1,3}\.(?=\s{0,3}\p{L})|\d{1,2}(?=\s{1,3}(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L}))/giu;
/** A square of Mannheim is such a name, too. */
const SQUARE = /^\p{L} ?\d{1,2}$/u;

/** A street with another number may have its house number anywhere. */
const isStreet = (text: string): boolean =>
  /\p{L}/u.test(text) && (SQUARE.test(text) || !/\d/.test(text.replaceAll(ORDINAL, '')));

function withoutFlats(text: string): string {
  let rest = text;
  for (let count = 0; count < MOST_FLATS; count += 1) rest = rest.replace(FLAT, '');
  return rest;
}

function split(text: string): StreetParts {
  const behind = NUMBER.exec(withoutFlats(text)) ?? NUMBER.exec(text);
  if (behind === null) return { street: text };
  const [whole, number = ''] = behind;
  const street = text.slice(0, behind.index).trimEnd();
  const streetNumber = text.slice(behind.index + whole.length - number.length);
  return isStreet(street) && streetNumber.length <= LONGEST_NUMBER
    ? { street, streetNumber }
    : { street: text };
}

interface StreetParts {
  street: string;
  streetNumber?: string;
}

const comparable = (number: string): string => number.replaceAll(/\s/g, '').toLowerCase();

/**
 * The street and the number behind it; land often has none, so that the whole is the street. Beside an element with the number, a number
 * behind the street is left out if it is the same.
 */
export function partsOfStreet(type: PropertyType, text: string, own: string | undefined): StreetParts {
  if (own === undefined && CATEGORIES[type].object === 'grundstueck') return { street: text };
  const parts = split(text);
  if (own === undefined) return parts;
  return { street: comparable(parts.streetNumber ?? '') === comparable(own) ? parts.street : text };
}
