import type { PropertyType } from '@estate/contracts';
import { CATEGORIES } from './categories.ts';

/**
 * The house number at the end of a street: `12 a` of `Lindenweg 12 a`, `3-5` of `Hauptstr. 3-5`, `12a-c` of `Haupt-Str.12a-c`, `12` of
 * `Lindenweg Nr. 12`.
 */
const NUMBER =
  /(?:,[ \t\u00A0]{0,3}|[ \t\u00A0]{1,3}|(?<=str\.|stra(?:ß|ss)e|weg|platz|allee|gasse))(?:(?:haus[- ]?)?(?:nr\.?|nummer)[ \t\u00A0]{0,3})?(\d{1,4}(?:[ \t\u00A0]?[a-z])?(?:[ \t\u00A0]{0,2}[-–/+][ \t\u00A0]?(?:\d{1,4}(?:[ \t\u00A0]?[a-z])?|[a-z])){0,9})$/i;
/** The flat after a house number: `Top 4` of `Hauptstraße 12 Top 4`. */
const FLAT =
  /[ \t\u00A0,;/–-]{0,4}(?:top|tür|tuer|stiege|stg|we|whg|wohnung|wohneinheit|einheit|apartment|appartement|apt|app|haus|block|eingang|aufgang)\.?[ \t\u00A0]{0,2}\d{1,4}(?:[ \t\u00A0]?[a-z])?$/i;
/** The floor after a house number: `3. OG links` of `Lindenweg 12, 3. OG links`. */
const FLOOR =
  /[ \t\u00A0,;/–-]{1,4}(?:(?:\d{1,2}\.[ \t\u00A0]?)?(?:og|obergescho(?:ß|ss)|etage|stock|stockwerk|ug|untergescho(?:ß|ss))|eg|erdgescho(?:ß|ss)|dg|dachgescho(?:ß|ss)|hochparterre|parterre|souterrain|links|rechts|mitte|vorderhaus|hinterhaus|seitenflügel)$/i;
const MOST_PLACES = 3;
/** The maximum length of a number with its flat or floor; if it is longer, the whole text is the street. */
const LONGEST_NUMBER = 30;

/** Numbers that belong to a street's name: `17.` of `Straße des 17. Juni`. */
const ORDINAL =
  /\d{1,3}\.(?=\s{0,3}\p{L})|\d{1,2}(?=\s{1,3}(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L}))/giu;
/** A square of Mannheim, whose name also ends with a number. */
const SQUARE = /^\p{L} ?\d{1,2}$/u;

/** True if the rest may be a street; with another number in it, the house number is ambiguous. */
const isStreet = (text: string): boolean =>
  /\p{L}/u.test(text) && (SQUARE.test(text) || !/\d/.test(text.replaceAll(ORDINAL, '')));

function withoutPlaces(text: string): string {
  let rest = text;
  for (let count = 0; count < MOST_PLACES; count += 1) rest = rest.replace(FLAT, '').replace(FLOOR, '');
  return rest;
}

function split(text: string): StreetParts {
  const short = withoutPlaces(text);
  const behind = SQUARE.test(short) ? null : (NUMBER.exec(short) ?? NUMBER.exec(text));
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
 * Splits a street and its house number. Land often has no number, so the whole text is the street. If an element has the number, the same
 * number behind the street is removed.
 */
export function partsOfStreet(type: PropertyType, text: string, own: string | undefined): StreetParts {
  if (own === undefined && CATEGORIES[type].object === 'grundstueck') return { street: text };
  const parts = split(text);
  if (own === undefined) return parts;
  return { street: comparable(parts.streetNumber ?? '') === comparable(own) ? parts.street : text };
}
