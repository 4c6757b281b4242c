/** A field of the schema; what a body names must be here, and in this order. */
export type FieldRule = { name: string; required?: true } & (
  | { kind: 'text'; max: number }
  | { kind: 'number'; min?: number; max?: number; decimals?: 0 }
  | { kind: 'boolean' }
  | { kind: 'choice'; values: readonly string[]; list?: true }
  | { kind: 'group'; fields: readonly FieldRule[] }
);

const text = (name: string, max: number): FieldRule => ({ name, kind: 'text', max });
const count = (name: string, max: number, min = 0): FieldRule => ({
  name,
  kind: 'number',
  min,
  max,
  decimals: 0,
});
const amount = (name: string): FieldRule => ({ name, kind: 'number', min: 0 });
const flag = (name: string): FieldRule => ({ name, kind: 'boolean' });
const choice = (name: string, ...values: string[]): FieldRule => ({ name, kind: 'choice', values });
const yes = (name: string): FieldRule => choice(name, 'YES', 'NOT_APPLICABLE');
const group = (name: string, ...fields: FieldRule[]): FieldRule => ({ name, kind: 'group', fields });
const needed = (rule: FieldRule): FieldRule => ({ ...rule, required: true });

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

/** An apartment for sale. */
export const APARTMENT_BUY: readonly FieldRule[] = [
  text('externalId', 50),
  needed(text('title', 100)),
  needed(
    group(
      'address',
      text('street', 100),
      text('houseNumber', 10),
      text('postcode', 20),
      text('city', 50),
      group('internationalCountryRegion', text('country', 3), text('region', 100)),
      group('wgs84Coordinate', amount('latitude'), amount('longitude')),
    ),
  ),
  text('descriptionNote', 3999),
  text('furnishingNote', 3999),
  text('locationNote', 3999),
  text('otherNote', 3999),
  needed(flag('showAddress')),
  group('contact', text('@id', 30)),
  choice('apartmentType', 'NO_INFORMATION', 'APARTMENT', 'ROOF_STOREY', 'MAISONETTE', 'PENTHOUSE', 'LOFT',
    'TERRACED_FLAT', 'HALF_BASEMENT', 'GROUND_FLOOR', 'RAISED_GROUND_FLOOR', 'OTHER'), // oxfmt-ignore
  count('floor', 999, -1),
  flag('lift'),
  group(
    'energyCertificate',
    choice('energyCertificateAvailability', 'AVAILABLE', 'NOT_AVAILABLE_YET', 'NOT_REQUIRED'),
    choice('energyCertificateCreationDate', 'BEFORE_01_MAY_2014', 'FROM_01_MAY_2014'),
    choice('energyEfficiencyClass', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'),
  ),
  yes('cellar'),
  yes('handicappedAccessible'),
  count('numberOfParkingSpaces', 99_999),
  choice('condition', 'NO_INFORMATION', 'FIRST_TIME_USE', 'FIRST_TIME_USE_AFTER_REFURBISHMENT', 'MINT_CONDITION',
    'REFURBISHED', 'FULLY_RENOVATED', 'MODERNIZED', 'WELL_KEPT', 'NEED_OF_RENOVATION', 'RIPE_FOR_DEMOLITION',
    'NEGOTIABLE'), // oxfmt-ignore
  count('lastRefurbishment', 9999, 1000),
  choice('interiorQuality', 'NO_INFORMATION', 'SIMPLE', 'NORMAL', 'SOPHISTICATED', 'LUXURY'),
  count('constructionYear', 9999, 1000),
  flag('constructionYearUnknown'),
  text('freeFrom', 50),
  choice('heatingTypeEnev2014', 'NO_INFORMATION', 'STOVE_HEATING', 'SELF_CONTAINED_CENTRAL_HEATING',
    'CENTRAL_HEATING', 'DISTRICT_HEATING', 'FLOOR_HEATING', 'HEAT_PUMP'), // oxfmt-ignore
  group('energySourcesEnev2014', {
    name: 'energySourceEnev2014',
    kind: 'choice',
    values: ENERGY_SOURCES,
    list: true,
  }),
  choice('buildingEnergyRatingType', 'ENERGY_REQUIRED', 'ENERGY_CONSUMPTION'),
  amount('thermalCharacteristic'),
  yes('energyConsumptionContainsWarmWater'),
  count('numberOfFloors', 999),
  amount('usableFloorSpace'),
  count('numberOfBedRooms', 99),
  count('numberOfBathRooms', 99),
  yes('guestToilet'),
  choice('parkingSpaceType', 'NO_INFORMATION', 'GARAGE', 'OUTSIDE', 'CARPORT', 'DUPLEX', 'CAR_PARK',
    'UNDERGROUND_GARAGE'), // oxfmt-ignore
  yes('rented'),
  amount('rentalIncome'),
  yes('listed'),
  amount('parkingSpacePrice'),
  yes('summerResidencePractical'),
  needed(
    group(
      'price',
      needed(amount('value')),
      needed(choice('currency', 'EUR')),
      needed(choice('marketingType', 'PURCHASE')),
      needed(choice('priceIntervalType', 'ONE_TIME_CHARGE')),
    ),
  ),
  needed({ name: 'livingSpace', kind: 'number', min: 0.01 }),
  needed({ name: 'numberOfRooms', kind: 'number', min: 0.5, max: 999.9 }),
  flag('energyPerformanceCertificate'),
  flag('builtInKitchen'),
  flag('balcony'),
  flag('certificateOfEligibilityNeeded'),
  flag('garden'),
  needed(
    group(
      'courtage',
      needed(choice('hasCourtage', 'YES', 'NO')),
      text('courtage', 100),
      text('courtageNote', 1800),
    ),
  ),
  amount('serviceCharge'),
];

/** Contacts as the marketplace keeps them. */
export const CONTACT: readonly FieldRule[] = [
  needed(text('email', 254)),
  choice('salutation', 'NO_SALUTATION', 'FEMALE', 'MALE'),
  text('firstname', 30),
  needed(text('lastname', 50)),
  text('phoneNumber', 60),
  text('cellPhoneNumber', 60),
  text('title', 15),
  text('homepageUrl', 300),
  text('externalId', 50),
  text('secondaryEmail', 254),
];

/** The values of fields that were left out. */
export const DEFAULTS: Readonly<Record<string, unknown>> = {
  lift: 'false',
  cellar: 'NOT_APPLICABLE',
  handicappedAccessible: 'NOT_APPLICABLE',
  condition: 'NO_INFORMATION',
  interiorQuality: 'NO_INFORMATION',
  heatingTypeEnev2014: 'NO_INFORMATION',
  guestToilet: 'NOT_APPLICABLE',
  rented: 'NOT_APPLICABLE',
  listed: 'NOT_APPLICABLE',
};
