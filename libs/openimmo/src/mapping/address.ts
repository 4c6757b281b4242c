import { isUnsaid } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import { countryOf } from '../read/country-names.ts';
import type { Place } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';
import { flagIn } from '../read/values.ts';
import { CATEGORIES } from './categories.ts';
import { partOf } from './mapping-row.ts';
import type { ReadBack } from './mapping-row.ts';
import { isLeftOut } from './unsaid.ts';

/** A number behind a street: `12 a` of `Lindenweg 12 a`, `3-5` of `Hauptstr. 3-5`. */
const NUMBER = /(?:,\s{0,3}|\s{1,3})(\d{1,4}(?:\s?[a-z])?(?:\s{0,2}[-–/+]\s?\d{1,4}(?:\s?[a-z])?){0,9})$/i;

/** The street and the number behind it; land often has none, so that the whole is the street. */
export function splitStreet(type: PropertyType, text: string): { street: string; streetNumber?: string } {
  const behind = CATEGORIES[type].object === 'grundstueck' ? null : NUMBER.exec(text);
  const street = text.slice(0, behind?.index).trimEnd();
  const [, streetNumber] = behind ?? [];
  // Streets such as the squares of Mannheim have no letters before their number.
  return streetNumber === undefined || !/\p{L}/u.test(street) ? { street: text } : { street, streetNumber };
}

/** Software that knows no number of its own writes it behind the street. */
export const readStreet: ReadBack = (found, draft) => {
  if (isLeftOut(found, draft)) return;
  const text = draft.textOf('address.street', found);
  const hasOwn = found.within
    .findAll('hausnummer')
    .some(({ text: number }) => !isUnfilled(number) && !isUnsaid(plainText(number)));
  const { street, streetNumber } = hasOwn ? { street: text } : splitStreet(draft.type, text);
  draft.setPart('address.street', found, street);
  if (streetNumber !== undefined) draft.setPart('address.streetNumber', found, streetNumber);
};

export const readNumber: ReadBack = partOf('address.streetNumber', (found, draft) => {
  if (isUnfilled(found.text)) found.claim();
  else if (!isLeftOut(found, draft)) return draft.textOf('address.streetNumber', found);
  return undefined;
});

/** No house has the number zero. */
const isUnfilled = (text: string): boolean => /^0+$/.test(text);

/** Without a country that is understood, nobody knows where the object is. */
export function readCountry(place: Place, draft: Draft): void {
  const given = [place.find('@iso_land'), place.find('')].filter((found) => found !== undefined);
  for (const found of given) {
    const country = countryOf(found.text);
    if (country !== undefined) draft.setPart('address.country', found, country);
  }
  const [first] = given;
  if (first !== undefined && draft.part('country') === undefined)
    draft.fail(first, { reason: 'country_unknown' });
}

/** An address is shown only if the document says so in a way that is understood, and nowhere says otherwise. */
export const readRelease: ReadBack = (first, draft) => {
  const all = first.within.findAll('objektadresse_freigeben');
  const isReleased = all.every(({ text }) => flagIn(text) === true);
  for (const found of all) {
    if (flagIn(found.text) === undefined) draft.warn(found, { reason: 'release_unknown' });
    else found.claim();
  }
  draft.setPart('address.publish', first, isReleased);
};
