import { line } from './text.ts';

export const MAX_HOUSE_NUMBER = 10;
const ONE = String.raw`\d{1,4}(?:\s?[a-z](?![a-z]))?`;
/** One number, or the first and the last one of a range or a pair. */
const NUMBERS = new RegExp(`^(${ONE})(?:\\s?([/–-])\\s?(${ONE}))?(?=[\\s,;/–-]|$)`, 'i');

/** The floor within the house, which is no part of its number: `3. OG links` of `12, 3. OG links`. */
const FLOOR =
  /[ ,;/–-]{1,4}(?:(?:\d{1,2}\. ?)?(?:og|obergescho(?:ß|ss)|etage|stock|stockwerk|ug|untergescho(?:ß|ss))|eg|erdgescho(?:ß|ss)|dg|dachgescho(?:ß|ss)|hochparterre|parterre|souterrain)(?: (?:links|rechts|mitte))?$/i;

/** The number that is sent, without the floor; if it is too long, also without an addition such as `Wohnung 3`. */
export function houseNumberOf(streetNumber: string): string {
  const whole = line(streetNumber).replace(FLOOR, '');
  if (whole.length <= MAX_HOUSE_NUMBER) return whole;
  const [numbers, first, sign, last] = NUMBERS.exec(whole) ?? [];
  if (numbers === undefined || numbers.length <= MAX_HOUSE_NUMBER) return numbers ?? whole;
  const short = [first, sign, last].join('').replace(/\s/g, '');
  return short.length <= MAX_HOUSE_NUMBER ? short : (first ?? whole);
}
