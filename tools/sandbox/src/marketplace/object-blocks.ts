import { amount, area, choice, count, flag, group, needed, number, text, yes } from './field-rules.ts';
import type { FieldRule } from './field-rules.ts';

/** Energy sources that need a parameter of the query, also to be read back. */
export const NEW_ENERGY_SOURCES = [
  'BIO_ENERGY', 'WIND_ENERGY', 'HYDRO_ENERGY', 'ENVIRONMENTAL_THERMAL_ENERGY',
  'COMBINED_HEAT_AND_POWER_FOSSIL_FUELS', 'COMBINED_HEAT_AND_POWER_RENEWABLE_ENERGY',
  'COMBINED_HEAT_AND_POWER_REGENERATIVE_ENERGY', 'COMBINED_HEAT_AND_POWER_BIO_ENERGY',
]; // oxfmt-ignore

const ENERGY_SOURCES = [
  'NO_INFORMATION', 'OIL', 'GAS', 'ELECTRICITY', 'SOLAR_HEATING', 'GEOTHERMAL', 'DISTRICT_HEATING', 'PELLET_HEATING',
  'COAL', 'WOOD', 'LIQUID_GAS', 'STEAM_DISTRICT_HEATING', 'WOOD_CHIPS', 'COAL_COKE', 'LOCAL_HEATING', 'HEAT_SUPPLY',
  ...NEW_ENERGY_SOURCES,
]; // oxfmt-ignore

/** The first fields of every object. */
export const HEAD: readonly FieldRule[] = [
  text('externalId', 50),
  needed(text('title', 100)),
  needed(
    group(
      'address',
      text('street', 100),
      text('houseNumber', 10),
      text('postcode', 20),
      text('city', 50),
      group('internationalCountryRegion', needed(text('country', 3)), needed(text('region', 100))),
      group('wgs84Coordinate', number('latitude', -90, 90), number('longitude', -180, 180)),
    ),
  ),
  text('descriptionNote', 3999),
  text('furnishingNote', 3999),
  text('locationNote', 3999),
  text('otherNote', 3999),
  needed(flag('showAddress')),
  group('contact', text('@id', 30)),
];

const certificate = (...values: FieldRule[]): FieldRule =>
  group(
    'energyCertificate',
    choice('energyCertificateAvailability', 'AVAILABLE', 'NOT_AVAILABLE_YET', 'NOT_REQUIRED'),
    choice('energyCertificateCreationDate', 'BEFORE_01_MAY_2014', 'FROM_01_MAY_2014'),
    choice('energyEfficiencyClass', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'),
    ...values,
  );
const energy = (name: string): FieldRule => number(name, 0, 1999.99);

/** The certificate of commercial objects, which have up to two values. */
export const CERTIFICATE: FieldRule = certificate(
  energy('thermalCharacteristicElectricity'),
  energy('thermalCharacteristicHeating'),
  energy('electricityConsumption'),
  energy('heatingConsumption'),
  energy('energyConsumptionElectricity'),
  energy('energyConsumptionHeating'),
);

export const CONDITION = choice('condition', 'NO_INFORMATION', 'FIRST_TIME_USE', 'FIRST_TIME_USE_AFTER_REFURBISHMENT',
  'MINT_CONDITION', 'REFURBISHED', 'FULLY_RENOVATED', 'MODERNIZED', 'WELL_KEPT', 'NEED_OF_RENOVATION',
  'RIPE_FOR_DEMOLITION', 'NEGOTIABLE'); // oxfmt-ignore
export const LAST_REFURBISHMENT = count('lastRefurbishment', 9999, 1000);
export const CONSTRUCTION_YEAR = count('constructionYear', 9999, 1000);
const PARKING_SPACES = count('numberOfParkingSpaces', 99_999);
const INTERIOR_QUALITY = choice(
  'interiorQuality',
  'NO_INFORMATION',
  'SIMPLE',
  'NORMAL',
  'SOPHISTICATED',
  'LUXURY',
);
export const FREE_FROM = text('freeFrom', 50);
const HEATING_TYPE = choice('heatingTypeEnev2014', 'NO_INFORMATION', 'STOVE_HEATING', 'SELF_CONTAINED_CENTRAL_HEATING',
  'CENTRAL_HEATING', 'DISTRICT_HEATING', 'FLOOR_HEATING', 'HEAT_PUMP', 'GAS_HEATING', 'OIL_HEATING', 'ELECTRIC_HEATING',
  'WOOD_PELLET_HEATING', 'NIGHT_STORAGE_HEATER', 'SOLAR_HEATING', 'COMBINED_HEAT_AND_POWER_PLANT'); // oxfmt-ignore
const SOURCES = group('energySourcesEnev2014', {
  name: 'energySourceEnev2014',
  required: true,
  kind: 'choice',
  values: ENERGY_SOURCES,
  list: true,
});
const RATING_TYPE = choice('buildingEnergyRatingType', 'ENERGY_REQUIRED', 'ENERGY_CONSUMPTION');
const WARM_WATER = yes('energyConsumptionContainsWarmWater');

/** The fields of all homes. */
export const LIVING: readonly FieldRule[] = [
  certificate(),
  yes('cellar'),
  yes('handicappedAccessible'),
  PARKING_SPACES,
  CONDITION,
  LAST_REFURBISHMENT,
  INTERIOR_QUALITY,
  CONSTRUCTION_YEAR,
  flag('constructionYearUnknown'),
  FREE_FROM,
  HEATING_TYPE,
  SOURCES,
  RATING_TYPE,
  energy('thermalCharacteristic'),
  WARM_WATER,
  count('numberOfFloors', 999),
  amount('usableFloorSpace'),
  count('numberOfBedRooms', 99),
  count('numberOfBathRooms', 99),
  yes('guestToilet'),
  choice('parkingSpaceType', 'NO_INFORMATION', 'GARAGE', 'OUTSIDE', 'CARPORT', 'DUPLEX', 'CAR_PARK',
    'UNDERGROUND_GARAGE'), // oxfmt-ignore
];

/** The fields of homes for sale. */
export const RENTED: readonly FieldRule[] = [
  yes('rented'),
  amount('rentalIncome'),
  yes('listed'),
  amount('parkingSpacePrice'),
  yes('summerResidencePractical'),
];

/** The fields of homes for rent. */
export const RENTS: readonly FieldRule[] = [
  needed(number('baseRent', 0.01, Infinity)),
  amount('totalRent'),
  amount('serviceCharge'),
  text('deposit', 50),
  amount('heatingCosts'),
  choice('heatingCostsInServiceCharge', 'YES', 'NO', 'NOT_APPLICABLE'),
  choice('petsAllowed', 'NO_INFORMATION', 'YES', 'NO', 'NEGOTIABLE'),
  amount('parkingSpacePrice'),
  yes('useAsFlatshareRoom'),
];

const INTERVALS = ['DAY', 'WEEK', 'MONTH', 'YEAR', 'ONE_TIME_CHARGE'] as const;
const sum = (name: string, ...fields: FieldRule[]): FieldRule =>
  group(name, needed(amount('value')), needed(choice('currency', 'EUR')), ...fields);

export const PRICE = needed(
  sum(
    'price',
    needed(choice('marketingType', 'PURCHASE', 'RENT', 'LEASE', 'LEASEHOLD')),
    needed(choice('priceIntervalType', ...INTERVALS)),
  ),
);
const yearly = (name: string): FieldRule => sum(name, needed(choice('priceIntervalType', ...INTERVALS)));
export const INCOMES: readonly FieldRule[] = [yearly('rentalIncomeActual'), yearly('rentalIncomeTarget')];

export const COURTAGE = needed(
  group(
    'courtage',
    needed(choice('hasCourtage', 'YES', 'NO', 'NOT_APPLICABLE')),
    text('courtage', 100),
    text('courtageNote', 1800),
  ),
);

const rooms = (most: number): FieldRule => needed(number('numberOfRooms', 1, most));

export const FLAT: readonly FieldRule[] = [
  needed(area('livingSpace')),
  rooms(999.99),
  flag('energyPerformanceCertificate'),
  flag('builtInKitchen'),
  flag('balcony'),
  flag('certificateOfEligibilityNeeded'),
  flag('garden'),
  COURTAGE,
];

export const HOUSE: readonly FieldRule[] = [
  needed(area('livingSpace')),
  needed(area('plotArea')),
  rooms(999),
  flag('energyPerformanceCertificate'),
  COURTAGE,
];

/** The fields of commercial objects and investments. The elements of energy are in another order than for homes. */
export const COMM: readonly FieldRule[] = [
  count('distanceToMRS', 999),
  count('distanceToFM', 999),
  count('distanceToPT', 999),
  count('distanceToAirport', 999),
  CONDITION,
  PARKING_SPACES,
  amount('parkingSpacePrice'),
  LAST_REFURBISHMENT,
  INTERIOR_QUALITY,
  CONSTRUCTION_YEAR,
  flag('constructionYearUnknown'),
  FREE_FROM,
  HEATING_TYPE,
  SOURCES,
  energy('thermalCharacteristic'),
  WARM_WATER,
  RATING_TYPE,
  amount('additionalArea'),
  text('numberOfFloors', 50),
  sum('additionalCosts', needed(choice('priceIntervalType', ...INTERVALS))),
];

const DIVISIBLE = number('minDivisible', 1, Infinity);
export const deals = (...values: string[]): FieldRule => needed(choice('commercializationType', ...values));

export const DEAL: readonly FieldRule[] = [
  deals('BUY', 'RENT'),
  PRICE,
  area('totalFloorSpace'),
  area('netFloorSpace'),
  DIVISIBLE,
  COURTAGE,
];

export const SITE: readonly FieldRule[] = [
  PRICE,
  needed(area('plotArea')),
  DIVISIBLE,
  COURTAGE,
  FREE_FROM,
  flag('shortTermConstructible'),
  flag('buildingPermission'),
  flag('demolition'),
  choice('siteDevelopmentType', 'NO_INFORMATION', 'DEVELOPED', 'DEVELOPED_PARTIALLY', 'NOT_DEVELOPED'),
  choice(
    'siteConstructibleType',
    'NO_INFORMATION',
    'CONSTRUCTIONPLAN',
    'NEIGHBOURCONSTRUCTION',
    'EXTERNALAREA',
  ),
  number('grz', 0, 9.99),
  number('gfz', 0, 9.99),
];
