import type { PropertySnapshot } from '@estate/contracts';
import { germanDate, rounded } from './amounts.ts';
import { energyOf } from './energy.ts';
import type { Energy } from './energy.ts';
import { cut, line, MAX_COURTAGE_NOTE, note } from './text.ts';
import * as names from './value-names.ts';

/** What a body is made of. */
export interface Source {
  externalId: string;
  fields: PropertySnapshot['fields'];
  energy: Energy;
  /** What the marketplace calls the contact; absent: its default contact. */
  contact?: string | undefined;
}

export type Value = string | number | boolean | readonly string[];

/** One field of the marketplace's schema, and the field of the API that it comes from. */
export type MappingRow = { name: string; api: string } & (
  | { value: (source: Source) => Value | undefined }
  | { rows: readonly MappingRow[] }
);

export const sourceOf = ({ externalId, fields }: PropertySnapshot, contact?: string): Source => ({
  externalId,
  fields,
  energy: energyOf(fields),
  contact,
});

const field = (name: string, api: string, value: (source: Source) => Value | undefined): MappingRow => ({
  name,
  api,
  value,
});
const group = (name: string, api: string, rows: readonly MappingRow[]): MappingRow => ({ name, api, rows });

type Fields = Source['fields'];
type Flag = { [K in keyof Fields]-?: NonNullable<Fields[K]> extends boolean ? K : never }[keyof Fields];
type Amount = { [K in keyof Fields]-?: NonNullable<Fields[K]> extends number ? K : never }[keyof Fields];

const from = (api: keyof Fields) => `fields.${api}`;
const flag = (name: string, api: Flag) => field(name, from(api), ({ fields }) => fields[api]);
/** The marketplace knows no NO here. */
const yes = (name: string, api: Flag) =>
  field(name, from(api), ({ fields: { [api]: is } }) =>
    is === undefined ? undefined : is ? 'YES' : 'NOT_APPLICABLE',
  );
const amount = (name: string, api: Amount) => field(name, from(api), ({ fields }) => rounded(fields[api]));
const text = (
  name: string,
  api: 'description' | 'furnishingDescription' | 'locationDescription' | 'miscellaneousDescription',
) => field(name, from(api), ({ fields: { [api]: given } }) => filled(given && note(given)));

const filled = (given: string | undefined): string | undefined => (given?.trim() === '' ? undefined : given);
const isAbroad = ({ fields }: Source): boolean => fields.address.country !== 'DEU';
const certificate = (part: string) => `fields.residentialEnergyCertificate${part}`;

const ADDRESS: readonly MappingRow[] = [
  field('street', 'fields.address.street', ({ fields }) => line(fields.address.street)),
  field('houseNumber', 'fields.address.streetNumber', ({ fields }) => line(fields.address.streetNumber)),
  field('postcode', 'fields.address.postalCode', ({ fields }) => line(fields.address.postalCode)),
  field('city', 'fields.address.city', ({ fields }) => line(fields.address.city)),
  group('internationalCountryRegion', 'fields.address.country', [
    field('country', 'fields.address.country', (source) =>
      isAbroad(source) ? source.fields.address.country : undefined,
    ),
    field('region', 'fields.address.region', (source) =>
      isAbroad(source) ? filled(line(source.fields.address.region ?? '')) : undefined,
    ),
  ]),
];

const hasCommission = ({ fields }: Source): boolean => line(fields.commission ?? '') !== '';

/** Every field of an apartment for sale in the order of the marketplace's schema, which refuses any other. */
export const APARTMENT_BUY: readonly MappingRow[] = [
  field('externalId', 'externalId', ({ externalId }) => externalId),
  field('title', 'fields.title', ({ fields }) => line(fields.title)),
  group('address', 'fields.address', ADDRESS),
  text('descriptionNote', 'description'),
  text('furnishingNote', 'furnishingDescription'),
  text('locationNote', 'locationDescription'),
  text('otherNote', 'miscellaneousDescription'),
  field('showAddress', 'fields.address.publish', ({ fields }) => fields.address.publish),
  group('contact', 'contactId', [field('@id', 'contactId', ({ contact }) => contact)]),
  field('apartmentType', 'fields.apartmentType', ({ fields }) => names.APARTMENT_TYPES[fields.apartmentType]),
  field('floor', 'fields.floor', ({ fields: { floor } }) =>
    floor === undefined ? undefined : Math.max(floor, LOWEST_FLOOR),
  ),
  flag('lift', 'hasLift'),
  group('energyCertificate', certificate(''), [
    field(
      'energyCertificateAvailability',
      'fields.energyCertificateStatus',
      ({ energy }) => energy.availability,
    ),
    field('energyCertificateCreationDate', certificate('.prior2014'), ({ energy }) => energy.creationDate),
    field('energyEfficiencyClass', certificate('.energyClass'), ({ energy }) => energy.efficiencyClass),
  ]),
  yes('cellar', 'hasCellar'),
  yes('handicappedAccessible', 'isAccessible'),
  amount('numberOfParkingSpaces', 'numberOfParkingSpaces'),
  field(
    'condition',
    'fields.condition',
    ({ fields: { condition } }) => condition && names.CONDITIONS[condition],
  ),
  amount('lastRefurbishment', 'lastRefurbished'),
  field(
    'interiorQuality',
    'fields.interiorQuality',
    ({ fields: { interiorQuality } }) => interiorQuality && names.INTERIOR_QUALITIES[interiorQuality],
  ),
  amount('constructionYear', 'constructionYear'),
  field(
    'freeFrom',
    'fields.availableFrom',
    ({ fields: { availableFrom } }) => availableFrom && germanDate(availableFrom),
  ),
  field(
    'heatingTypeEnev2014',
    'fields.heatingType',
    ({ fields: { heatingType } }) => heatingType && names.HEATING_TYPES[heatingType],
  ),
  group('energySourcesEnev2014', certificate('.energySources'), [
    field('energySourceEnev2014', certificate('.energySources'), ({ energy: { sources } }) =>
      sources.length > 0 ? sources : undefined,
    ),
  ]),
  field('buildingEnergyRatingType', certificate('.type'), ({ energy }) => energy.ratingType),
  field('thermalCharacteristic', certificate('.energyConsumption'), ({ energy }) => energy.value),
  field(
    'energyConsumptionContainsWarmWater',
    certificate('.warmWaterIncluded'),
    ({ energy }) => energy.containsWarmWater,
  ),
  amount('numberOfFloors', 'numberOfFloors'),
  amount('usableFloorSpace', 'usableArea'),
  amount('numberOfBedRooms', 'numberOfBedrooms'),
  amount('numberOfBathRooms', 'numberOfBathrooms'),
  yes('guestToilet', 'hasGuestToilet'),
  field(
    'parkingSpaceType',
    'fields.parkingSpaceType',
    ({ fields: { parkingSpaceType } }) => parkingSpaceType && names.PARKING_SPACE_TYPES[parkingSpaceType],
  ),
  yes('rented', 'isRented'),
  amount('rentalIncome', 'monthlyRentalIncome'),
  yes('listed', 'isListed'),
  amount('parkingSpacePrice', 'parkingSpacePurchasePrice'),
  yes('summerResidencePractical', 'isSuitableAsHolidayHome'),
  group('price', 'fields.purchasePrice', [
    field('value', 'fields.purchasePrice', ({ fields }) =>
      fields.purchasePriceOnRequest === true ? 0 : rounded(fields.purchasePrice),
    ),
    field('currency', 'fields.purchasePrice', () => 'EUR'),
    field('marketingType', 'fields.purchasePrice', () => 'PURCHASE'),
    field('priceIntervalType', 'fields.purchasePrice', () => 'ONE_TIME_CHARGE'),
  ]),
  amount('livingSpace', 'livingArea'),
  amount('numberOfRooms', 'numberOfRooms'),
  flag('builtInKitchen', 'hasBuiltInKitchen'),
  flag('balcony', 'hasBalcony'),
  flag('certificateOfEligibilityNeeded', 'requiresWBS'),
  flag('garden', 'hasGarden'),
  group('courtage', 'fields.commission', [
    field('hasCourtage', 'fields.commission', (source) => (hasCommission(source) ? 'YES' : 'NO')),
    field('courtage', 'fields.commission', (source) =>
      hasCommission(source) ? line(source.fields.commission ?? '') : undefined,
    ),
    field('courtageNote', 'fields.commissionDescription', ({ fields: { commissionDescription } }) =>
      filled(cut(line(commissionDescription ?? ''), MAX_COURTAGE_NOTE)),
    ),
  ]),
  amount('serviceCharge', 'condoFee'),
];

export const LOWEST_FLOOR = -1;
