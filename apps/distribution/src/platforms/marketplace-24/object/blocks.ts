import { germanDate } from './amounts.ts';
import type { EnergyElement } from './certificate-energy.ts';
import {
  amount,
  choice,
  constant,
  element,
  filled,
  flag,
  group,
  measure,
  needed,
  oneLine,
  text,
  yes,
} from './row.ts';
import type { MappingRow, Source, ValueRow } from './row.ts';
import { COURTAGE } from './courtage.ts';
import { houseNumberOf } from './house-number.ts';
import { line } from './text.ts';
import * as names from './value-names.ts';

const BLANK = 'only_spaces';
export const isAbroad = ({ fields }: Pick<Source, 'fields'>): boolean => fields.address.country !== 'DEU';

const addressPart = (name: string, api: 'street' | 'streetNumber' | 'postalCode' | 'city') =>
  element(name, `address.${api}`, ({ fields }) => filled(line(fields.address[api] ?? '')));
const HOUSE_NUMBER = element('houseNumber', 'address.streetNumber', ({ fields }) =>
  filled(houseNumberOf(fields.address.streetNumber ?? '')),
);

/** A row that is only required in Germany, where the marketplace checks addresses. */
const atHome = (row: ValueRow): ValueRow => ({ ...row, neededWhen: (source) => !isAbroad(source) });

const COUNTRY_AND_REGION: MappingRow = {
  ...group('internationalCountryRegion', 'address.country', [
    element('country', 'address.country', ({ fields }) => fields.address.country),
    needed(
      element('region', 'address.region', ({ fields }) => filled(line(fields.address.region ?? ''))),
      'region_required',
    ),
  ]),
  when: isAbroad,
};

const head = (houseNumber: ValueRow): readonly MappingRow[] => [
  {
    name: 'externalId',
    api: 'externalId',
    from: [],
    value: ({ externalId }) => filled(externalId),
    needed: BLANK,
  },
  needed(oneLine('title', 'title'), BLANK),
  group('address', 'address', [
    atHome(needed(addressPart('street', 'street'), BLANK)),
    houseNumber,
    needed(addressPart('postcode', 'postalCode'), BLANK),
    needed(addressPart('city', 'city'), BLANK),
    COUNTRY_AND_REGION,
  ]),
  text('descriptionNote', 'description'),
  text('furnishingNote', 'furnishingDescription'),
  text('locationNote', 'locationDescription'),
  text('otherNote', 'miscellaneousDescription'),
  element('showAddress', 'address.publish', ({ fields }) => fields.address.publish),
  {
    name: 'contact',
    api: 'contactId',
    rows: [{ name: '@id', api: 'contactId', from: [], value: ({ contact }) => contact }],
  },
];

export const HEAD = head(atHome(needed(HOUSE_NUMBER, BLANK)));
/** The head of building land, which often has no number yet. */
export const HEAD_OF_SITE = head(HOUSE_NUMBER);

type CertificateField = 'residentialEnergyCertificate' | 'commercialEnergyCertificate';

const availability = element(
  'energyCertificateAvailability',
  'energyCertificateStatus',
  ({ energy }) => energy.availability,
);
const creationDate = (certificate: CertificateField) =>
  element('energyCertificateCreationDate', `${certificate}.prior2014`, ({ energy }) => energy.creationDate);
function energyValue(name: EnergyElement, certificate: CertificateField, part: string): ValueRow {
  const sent = ({ energy }: Source) => energy.values?.find((one) => one.element === name);
  return {
    ...element(name, `${certificate}.${part}`, (source) => sent(source)?.value),
    apiOf: (source) => sent(source)?.field,
  };
}

export const CERTIFICATE_OF_HOMES = group('energyCertificate', 'residentialEnergyCertificate', [
  availability,
  creationDate('residentialEnergyCertificate'),
  element(
    'energyEfficiencyClass',
    'residentialEnergyCertificate.energyClass',
    ({ energy }) => energy.efficiencyClass,
  ),
]);

const ofCommerce = (name: EnergyElement, part: string) =>
  energyValue(name, 'commercialEnergyCertificate', part);

export const CERTIFICATE_OF_COMMERCE = group('energyCertificate', 'commercialEnergyCertificate', [
  availability,
  creationDate('commercialEnergyCertificate'),
  ofCommerce('thermalCharacteristicElectricity', 'powerNeed'),
  ofCommerce('thermalCharacteristicHeating', 'heatNeed'),
  ofCommerce('electricityConsumption', 'powerConsumption'),
  ofCommerce('heatingConsumption', 'heatConsumption'),
  ofCommerce('energyConsumptionElectricity', 'powerConsumption'),
  ofCommerce('energyConsumptionHeating', 'heatConsumption'),
]);

const energySources = (certificate: CertificateField) =>
  group('energySourcesEnev2014', `${certificate}.energySources`, [
    element('energySourceEnev2014', `${certificate}.energySources`, ({ energy: { sources } }) =>
      sources.length > 0 ? sources : undefined,
    ),
  ]);
const ratingType = (certificate: CertificateField) =>
  element('buildingEnergyRatingType', `${certificate}.type`, ({ energy }) => energy.ratingType);
const WARM_WATER = element(
  'energyConsumptionContainsWarmWater',
  'residentialEnergyCertificate.warmWaterIncluded',
  ({ energy }) => energy.containsWarmWater,
);

export const CONDITION = choice('condition', 'condition', [names.CONDITIONS]);
export const LAST_REFURBISHMENT = amount('lastRefurbishment', 'lastRefurbished');
export const CONSTRUCTION_YEAR = amount('constructionYear', 'constructionYear');
const PARKING_SPACES = amount('numberOfParkingSpaces', 'numberOfParkingSpaces');
const INTERIOR_QUALITY = choice('interiorQuality', 'interiorQuality', [names.INTERIOR_QUALITIES]);
const HEATING_TYPE = choice('heatingTypeEnev2014', 'heatingType', [names.HEATING_TYPES]);
export const FREE_FROM = element(
  'freeFrom',
  'availableFrom',
  ({ fields: { availableFrom } }) => availableFrom && germanDate(availableFrom),
);

/** The elements of all homes. */
export const LIVING: readonly MappingRow[] = [
  CERTIFICATE_OF_HOMES,
  yes('cellar', 'hasCellar'),
  yes('handicappedAccessible', 'isAccessible'),
  PARKING_SPACES,
  CONDITION,
  LAST_REFURBISHMENT,
  INTERIOR_QUALITY,
  CONSTRUCTION_YEAR,
  FREE_FROM,
  HEATING_TYPE,
  energySources('residentialEnergyCertificate'),
  ratingType('residentialEnergyCertificate'),
  energyValue('thermalCharacteristic', 'residentialEnergyCertificate', 'energyConsumption'),
  WARM_WATER,
  amount('numberOfFloors', 'numberOfFloors', { most: 999 }),
  measure('usableFloorSpace', 'usableArea'),
  amount('numberOfBedRooms', 'numberOfBedrooms', { most: 99 }),
  amount('numberOfBathRooms', 'numberOfBathrooms', { most: 99 }),
  yes('guestToilet', 'hasGuestToilet'),
  choice('parkingSpaceType', 'parkingSpaceType', [names.PARKING_SPACE_TYPES]),
];

interface Commerce {
  certificate: CertificateField;
  energy: readonly MappingRow[];
  parkingPrice: 'parkingSpacePurchasePrice' | 'parkingSpaceRent';
}

/** The elements of all commercial buildings and investments. Energy is in another order than for homes. */
const commerce = ({ certificate, energy, parkingPrice }: Commerce): readonly MappingRow[] => [
  amount('distanceToMRS', 'drivingTimeToTrainStation'),
  amount('distanceToFM', 'drivingTimeToFreeway'),
  amount('distanceToPT', 'walkingTimeToPublicTransit'),
  amount('distanceToAirport', 'drivingTimeToAirport'),
  CONDITION,
  PARKING_SPACES,
  amount('parkingSpacePrice', parkingPrice),
  LAST_REFURBISHMENT,
  INTERIOR_QUALITY,
  CONSTRUCTION_YEAR,
  FREE_FROM,
  HEATING_TYPE,
  ...energy,
  ratingType(certificate),
  element('numberOfFloors', 'numberOfFloors', ({ fields: { numberOfFloors } }) =>
    numberOfFloors === undefined ? undefined : String(numberOfFloors),
  ),
  {
    ...group('additionalCosts', 'additionalCosts', [
      amount('value', 'additionalCosts'),
      constant('currency', 'fields.additionalCosts', 'EUR'),
      constant('priceIntervalType', 'fields.additionalCosts', 'MONTH'),
    ]),
    when: ({ fields }) => fields.additionalCosts !== undefined,
  },
];

const COMMERCIAL_ENERGY: readonly MappingRow[] = [
  energySources('commercialEnergyCertificate'),
  ofCommerce('thermalCharacteristic', 'energyNeed'),
];

export const COMM_FOR_SALE = commerce({
  certificate: 'commercialEnergyCertificate',
  energy: COMMERCIAL_ENERGY,
  parkingPrice: 'parkingSpacePurchasePrice',
});
export const COMM_FOR_RENT = commerce({
  certificate: 'commercialEnergyCertificate',
  energy: COMMERCIAL_ENERGY,
  parkingPrice: 'parkingSpaceRent',
});
export const COMM_OF_HOMES = commerce({
  certificate: 'residentialEnergyCertificate',
  energy: [
    energySources('residentialEnergyCertificate'),
    energyValue('thermalCharacteristic', 'residentialEnergyCertificate', 'energyConsumption'),
    WARM_WATER,
  ],
  parkingPrice: 'parkingSpacePurchasePrice',
});

export const LOWEST_FLOOR = -1;

export const FLAT_HEAD: readonly MappingRow[] = [
  choice('apartmentType', 'apartmentType', [names.APARTMENT_TYPES]),
  element('floor', 'floor', ({ fields: { floor } }) =>
    floor === undefined ? undefined : Math.max(floor, LOWEST_FLOOR),
  ),
  flag('lift', 'hasLift'),
];

/** The rooms and features of flats; houses have `HOUSE`. */
export const FLAT: readonly MappingRow[] = [
  needed(measure('livingSpace', 'livingArea')),
  needed(amount('numberOfRooms', 'numberOfRooms', { least: 1 })),
  flag('builtInKitchen', 'hasBuiltInKitchen'),
  flag('balcony', 'hasBalcony'),
  flag('certificateOfEligibilityNeeded', 'requiresWBS'),
  flag('garden', 'hasGarden'),
  COURTAGE,
];

export const HOUSE: readonly MappingRow[] = [
  needed(measure('livingSpace', 'livingArea')),
  needed(measure('plotArea', 'plotArea')),
  needed(amount('numberOfRooms', 'numberOfRooms', { least: 1 })),
  COURTAGE,
];
