import { PUBLICATION_REASONS } from '@estate/contracts';
import type {
  AnyFields,
  FieldName,
  PropertySnapshot,
  PropertyType,
  PublicationProblem,
} from '@estate/contracts';
import { error, warning } from '../problems.ts';
import { rounded } from './object/amounts.ts';
import { LOWEST_FLOOR } from './object/blocks.ts';
import { hasCourtageNote } from './object/courtage.ts';
import { objectionsTo } from './object/body.ts';
import { carries } from './object/carries.ts';
import { energyOf } from './object/energy.ts';
import { houseNumberOf, MAX_HOUSE_NUMBER } from './object/house-number.ts';
import { isNoteTooLong, line, MAX_COURTAGE_NOTE, note } from './object/text.ts';

/** The fields of a property that the marketplace would refuse, or would not show unchanged. */
export const fieldProblems = (snapshot: PropertySnapshot): PublicationProblem[] => [
  ...objections(snapshot),
  ...address(snapshot.fields.address),
  ...adjusted(snapshot),
  ...texts(snapshot),
  ...notCarried(snapshot),
  ...energy(snapshot),
];

const objections = (snapshot: PropertySnapshot): PublicationProblem[] =>
  objectionsTo(snapshot).map(({ field, reason, parameters }) =>
    PUBLICATION_REASONS[reason][0] === 'value_left_out'
      ? warning(reason, field, parameters)
      : error(reason, field, parameters),
  );

/** ISO 3166-1 codes that the marketplace lacks. */
const UNKNOWN_COUNTRIES = 'ALA ATF BES BLM BVT CUW GGY IOT JEY MAF PSE SGS SSD SXM TLS UMI'.split(' ');

function address({ country, ...given }: AnyFields['address']): PublicationProblem[] {
  const at = (name: string) => `fields.address.${name}`;
  const sentNumber = houseNumberOf(given.streetNumber ?? '');
  const isTooLong = sentNumber.length > MAX_HOUSE_NUMBER;
  const isCut = sentNumber !== line(given.streetNumber ?? '');
  const isGerman = country === 'DEU' && line(given.postalCode) !== '';
  const isWrongCode = isGerman && !/^\d{5}$/.test(line(given.postalCode));
  return [
    ...(isTooLong ? [error('too_many_characters', at('streetNumber'), { limit: MAX_HOUSE_NUMBER })] : []),
    ...(isCut ? [warning('end_cut_off', at('streetNumber'))] : []),
    ...(isWrongCode ? [error('postal_code_digits', at('postalCode'))] : []),
    ...(UNKNOWN_COUNTRIES.includes(country)
      ? [error('country_not_on_marketplace', at('country'), { country })]
      : []),
    ...(country === 'DEU' && line(given.region ?? '') !== ''
      ? [warning('region_in_germany', at('region'))]
      : []),
  ];
}

const PRICES = ['purchasePrice', 'baseRent', 'yearlyRent'] as const;

function adjusted({ type, fields }: PropertySnapshot): PublicationProblem[] {
  const { floor, purchasePriceOnRequest } = fields;
  const free = PRICES.filter((name) => carries(type)[name]?.includes('price/value')).filter(
    (name) => rounded(fields[name]) === 0 && purchasePriceOnRequest !== true,
  );
  return [
    ...(floor !== undefined && floor < LOWEST_FLOOR
      ? [warning('floor_too_low', 'fields.floor', { limit: LOWEST_FLOOR })]
      : []),
    ...free.map((name) => warning('price_of_zero', `fields.${name}`)),
  ];
}

const NOTES = [
  'description',
  'furnishingDescription',
  'locationDescription',
  'miscellaneousDescription',
] as const;

function texts({ type, fields }: PropertySnapshot): PublicationProblem[] {
  const shortened = (name: string) => warning('end_cut_off', `fields.${name}`);
  const commissionNote = line(fields.commissionDescription ?? '');
  return [
    ...unshown(type, fields),
    ...NOTES.filter((name) => isNoteTooLong(fields[name] ?? '')).map(shortened),
    ...(hasCourtageNote({ fields }) && commissionNote.length > MAX_COURTAGE_NOTE
      ? [shortened('commissionDescription')]
      : []),
  ];
}

/** Texts without any character that can be shown. A blank text counts as missing, and a required one is an error. */
function unshown(type: PropertyType, { address, title: _, ...fields }: AnyFields): PublicationProblem[] {
  const { region = '', streetNumber = '' } = address;
  const optional = { ...fields, 'address.region': region, 'address.streetNumber': streetNumber };
  return Object.entries(optional)
    .filter(([name]) => name.startsWith('address.') || name in carries(type))
    .filter(([name, value]) => typeof value === 'string' && value.trim() !== '' && shown(name, value) === '')
    .map(([name]) => warning('characters_not_shown', `fields.${name}`));
}

const shown = (name: string, text: string): string =>
  ((NOTES as readonly string[]).includes(name) ? note(text) : line(text)).trim();

/** A listing is always for sale or for rent, so an open status adds nothing. */
const isUsual = (name: FieldName, { salesStatus }: AnyFields): boolean =>
  name === 'salesStatus' && salesStatus === 'open';

/** Fields that the marketplace lacks, or whose element another field has taken. */
function notCarried({ type, fields }: PropertySnapshot): PublicationProblem[] {
  const carried = carries(type);
  const never = (Object.keys(fields) as FieldName[])
    .filter((name) => fields[name] !== undefined && !(name in carried) && !isUsual(name, fields))
    .map((name) => warning('no_place_with_type', `fields.${name}`));
  const { rentableArea, usableArea } = fields;
  const isSamePlace = carried.usableArea?.join() === carried.rentableArea?.join();
  const isReplaced = isSamePlace && usableArea !== undefined && rentableArea !== undefined;
  const otherField = 'fields.rentableArea';
  return isReplaced ? [...never, warning('replaced_by_field', 'fields.usableArea', { otherField })] : never;
}

const CERTIFICATES = ['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const;
const MOST_ENERGY = 1999.99;

/** Commercial advertisements must name these values if there is a certificate (GEG, section 87). */
function energy({ type, fields }: PropertySnapshot): PublicationProblem[] {
  const kind = CERTIFICATES.find((name) => name in carries(type));
  if (kind === undefined) return [];
  const { energyCertificateStatus: status, isListed } = fields;
  const isExcused = status === 'notRequired' || status === 'notYetPresent' || isListed === true;
  const { values = [], leftOut: without } = energyOf(fields);
  return [
    ...(fields[kind] === undefined && !isExcused ? [warning('certificate_missing', `fields.${kind}`)] : []),
    ...without.map(({ field, reason, parameters }) => warning(reason, field, parameters)),
    ...values
      .filter(({ value }) => value > MOST_ENERGY)
      .map(({ field }) => error('at_most', field, { limit: MOST_ENERGY })),
  ];
}
