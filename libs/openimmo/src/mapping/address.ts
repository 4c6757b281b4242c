import { isUnsaid } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import { countryOf } from '../read/country-names.ts';
import type { Found, Place } from '../read/found.ts';
import { plainText } from '../read/plain-text.ts';
import { flagIn } from '../read/values.ts';
import { partOf } from './mapping-row.ts';
import type { ReadBack } from './mapping-row.ts';
import { signedCode } from './postal-codes.ts';
import { partsOfStreet } from './street.ts';
import { isLeftOut } from './unsaid.ts';

/** Reads the street; software without a field for the number writes it behind the street. */
export const readStreet: ReadBack = (found, draft) => {
  if (isLeftOut(found, draft)) return;
  const text = draft.textOf('address.street', found);
  const own = found.within
    .findAll('hausnummer')
    .map(({ text: number }) => plainText(number))
    .find((number) => !isUnfilled(number) && !isUnsaid(number));
  const { street, streetNumber } = partsOfStreet(draft.type, text, own);
  draft.setPart('address.street', found, street);
  if (streetNumber !== undefined) draft.setPart('address.streetNumber', found, streetNumber);
};

export const readNumber: ReadBack = partOf('address.streetNumber', (found, draft) => {
  if (isUnfilled(found.text)) found.claim();
  else if (!isLeftOut(found, draft)) return draft.textOf('address.streetNumber', found);
  return undefined;
});

/** True for a number of zeros, which no house has. */
const isUnfilled = (text: string): boolean => /^0+$/.test(text);

/** Reads the postal code without the country prefix of the object's country. An object without a country gets that of the prefix. */
export const readPostalCode: ReadBack = partOf('address.postalCode', (found, draft) => {
  if (isLeftOut(found, draft)) return undefined;
  const text = draft.textOf('address.postalCode', found);
  const signed = signedCode(text);
  if (signed === undefined) return text;
  const given = countriesIn(found.within.inside('land'));
  if (given.length === 0) draft.setPart('address.country', found, signed.country);
  const fits = given.length === 0 || given.some((one) => countryOf(one.text) === signed.country);
  return fits ? signed.code : text;
});

const countriesIn = (land: Place): Found[] =>
  ['@iso_land', ''].flatMap((path) => land.find(path) ?? []).filter((found) => !isUnsaidCountry(found));

/** A dash or a zero; words may be those of the software, which its settings name. */
const isUnsaidCountry = ({ text }: Found): boolean => /^(?:[^\p{L}\p{N}]*|0+)$/u.test(text);

/** The country that an object names, itself or before its postal code; empty if it is not understood. */
export function namedCountry(geo: Place): string[] {
  const given = countriesIn(geo.inside('land'));
  if (given.length > 0) return given.flatMap(({ text }) => countryOf(text) ?? []).slice(0, 1);
  const signed = signedCode(plainText(geo.find('plz')?.text ?? '').trim());
  return signed === undefined ? [] : [signed.country];
}

/** Reads the country. Without one that is understood, the location of the object is unknown. */
export function readCountry(place: Place, draft: Draft): void {
  const given = countriesIn(place);
  for (const found of ['@iso_land', ''].flatMap((path) => place.findAll(path)))
    if (isUnsaidCountry(found)) found.claim();
  for (const found of given) {
    const country = countryOf(found.text);
    if (country !== undefined) draft.setPart('address.country', found, country);
  }
  const [first] = given;
  if (first !== undefined && draft.part('country') === undefined)
    draft.fail(first, { reason: 'country_unknown' });
}

/** Reads whether the address may be shown: only if the document says so unambiguously. Empty elements alone do not say so. */
export function readRelease(place: Place, draft: Draft): void {
  const filled = place.findAll('objektadresse_freigeben');
  const all = filled.length > 0 ? filled : place.textsOf('objektadresse_freigeben');
  const [first] = all;
  if (first === undefined) return;
  for (const found of all) {
    if (flagIn(found.text) === undefined) draft.warn(found, { reason: 'release_unknown' });
    else found.claim();
  }
  draft.setPart(
    'address.publish',
    first,
    all.every(({ text }) => flagIn(text) === true),
  );
}
