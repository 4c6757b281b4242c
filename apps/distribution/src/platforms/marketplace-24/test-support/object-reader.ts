import type { PropertyType } from '@estate/contracts';

/** Reads an object of the marketplace as somebody does who knows its documentation, and nothing of what wrote it. */

type Values = Record<string, unknown>;
type Entry = readonly [field: string, path: string, read?: (value: unknown) => unknown];

const isYes = (value: unknown): boolean => value === 'YES';
const oneOf = (names: Readonly<Record<string, string>>) => (value: unknown) => names[String(value)];
const isoDay = (value: unknown): string => String(value).split('.').reverse().join('-');
const isZero = (value: unknown): true | undefined => (value === 0 ? true : undefined);
const paid = (value: unknown): unknown => (value === 0 ? undefined : value);

const CONDITION = oneOf({
  FIRST_TIME_USE: 'firstTimeUse', MINT_CONDITION: 'mint', REFURBISHED: 'refurbished', FULLY_RENOVATED: 'renovated',
  MODERNIZED: 'modernised', WELL_KEPT: 'wellKept', NEED_OF_RENOVATION: 'requiresRefurbishment',
  RIPE_FOR_DEMOLITION: 'demolitionReady', NEGOTIABLE: 'negotiable',
}); // oxfmt-ignore
const HEATING = oneOf({
  STOVE_HEATING: 'stove', SELF_CONTAINED_CENTRAL_HEATING: 'floor', CENTRAL_HEATING: 'central',
  DISTRICT_HEATING: 'district', FLOOR_HEATING: 'underfloor', HEAT_PUMP: 'heatPump',
}); // oxfmt-ignore
const PARKING = {
  GARAGE: 'garage', UNDERGROUND_GARAGE: 'undergroundGarage', CARPORT: 'carport', OUTSIDE: 'outdoor',
  CAR_PARK: 'carPark', DUPLEX: 'duplex',
}; // oxfmt-ignore
const QUALITY = oneOf({ NORMAL: 'standard', SOPHISTICATED: 'high', LUXURY: 'luxury' });
const APARTMENT = oneOf({
  APARTMENT: 'apartment', ROOF_STOREY: 'attic', MAISONETTE: 'maisonette', PENTHOUSE: 'penthouse', LOFT: 'loft',
  TERRACED_FLAT: 'terrace', HALF_BASEMENT: 'lowerGroundFloor', GROUND_FLOOR: 'groundFloor',
  RAISED_GROUND_FLOOR: 'upperGroundFloor', OTHER: 'other',
}); // oxfmt-ignore
const BUILDING = oneOf({
  SINGLE_FAMILY_HOUSE: 'singleFamily', MID_TERRACE_HOUSE: 'midTerrace', END_TERRACE_HOUSE: 'endTerrace',
  MULTI_FAMILY_HOUSE: 'multiFamily', BUNGALOW: 'bungalow', SEMIDETACHED_HOUSE: 'semiDetached', FARMHOUSE: 'farm',
  VILLA: 'villa', OTHER: 'other',
}); // oxfmt-ignore
const FLOORING = oneOf({
  CONCRETE: 'concrete', EPOXY_RESIN: 'epoxyResin', TILES: 'tiles', PLANKS: 'planks', LAMINATE: 'laminate',
  PARQUET: 'parquet', PVC: 'pvc', CARPET: 'carpet', OFFICE_CARPET: 'officeCarpet', ANTISTATIC_FLOOR: 'antistatic',
  STONE: 'stone', CUSTOMIZABLE: 'customizable', WITHOUT: 'none',
}); // oxfmt-ignore
const INVESTMENT = oneOf({
  SHOPPING_CENTRE: 'mall', SUPERMARKET: 'supermarket', COMMERCIAL_BUILDING: 'commercialBuilding',
  OFFICE_BUILDING: 'officeBuilding', INDUSTRIAL_PROPERTY: 'industrial', MULTI_FAMILY_HOUSE: 'multiFamily',
  LIVING_BUSINESS_HOUSE: 'residentialAndCommercial', HOUSING_ESTATE: 'housingEstate',
  SINGLE_FAMILY_HOUSE: 'singleFamily', FREEHOLD_FLAT: 'apartment', OTHER: 'other',
}); // oxfmt-ignore

const HEAD: readonly Entry[] = [
  ['title', 'title'],
  ['address.street', 'address.street'],
  ['address.streetNumber', 'address.houseNumber'],
  ['address.postalCode', 'address.postcode'],
  ['address.city', 'address.city'],
  ['address.country', 'address.internationalCountryRegion.country'],
  ['address.region', 'address.internationalCountryRegion.region'],
  ['address.publish', 'showAddress'],
  ['description', 'descriptionNote'],
  ['furnishingDescription', 'furnishingNote'],
  ['locationDescription', 'locationNote'],
  ['miscellaneousDescription', 'otherNote'],
  [
    'hasCommission',
    'courtage.hasCourtage',
    (value) => (value === 'NOT_APPLICABLE' ? undefined : isYes(value)),
  ],
  ['commission', 'courtage.courtage'],
  ['commissionDescription', 'courtage.courtageNote'],
];
const BUILT: readonly Entry[] = [
  ['constructionYear', 'constructionYear'],
  ['condition', 'condition', CONDITION],
  ['lastRefurbished', 'lastRefurbishment'],
];
const INSIDE: readonly Entry[] = [
  ...BUILT,
  ['availableFrom', 'freeFrom', isoDay],
  ['interiorQuality', 'interiorQuality', QUALITY],
  ['heatingType', 'heatingTypeEnev2014', HEATING],
  ['numberOfFloors', 'numberOfFloors', Number],
  ['numberOfParkingSpaces', 'numberOfParkingSpaces'],
];
const PRICE: readonly Entry[] = [
  ['purchasePrice', 'price.value', paid],
  ['purchasePriceOnRequest', 'price.value', isZero],
];
const HOME: readonly Entry[] = [
  ...HEAD,
  ...INSIDE,
  ['hasCellar', 'cellar', isYes],
  ['isAccessible', 'handicappedAccessible', isYes],
  ['usableArea', 'usableFloorSpace'],
  ['livingArea', 'livingSpace'],
  ['numberOfRooms', 'numberOfRooms'],
  ['numberOfBedrooms', 'numberOfBedRooms'],
  ['numberOfBathrooms', 'numberOfBathRooms'],
  ['hasGuestToilet', 'guestToilet', isYes],
  ['parkingSpaceType', 'parkingSpaceType', oneOf(PARKING)],
];
const HOME_SALE: readonly Entry[] = [
  ...PRICE,
  ['isRented', 'rented', isYes],
  ['monthlyRentalIncome', 'rentalIncome'],
  ['isListed', 'listed', isYes],
  ['parkingSpacePurchasePrice', 'parkingSpacePrice'],
  ['isSuitableAsHolidayHome', 'summerResidencePractical', isYes],
];
const HOME_RENT: readonly Entry[] = [
  ['baseRent', 'baseRent'],
  ['totalRent', 'totalRent'],
  ['additionalCosts', 'serviceCharge'],
  ['deposit', 'deposit'],
  ['heatingCosts', 'heatingCosts'],
  ['additionalCostsIncludeHeatingCosts', 'heatingCostsInServiceCharge', isYes],
  ['petsAllowed', 'petsAllowed', (value) => String(value).toLowerCase()],
  ['parkingSpaceRent', 'parkingSpacePrice'],
  ['isSuitableAsSharedFlat', 'useAsFlatshareRoom', isYes],
];
const APARTMENT_ONLY: readonly Entry[] = [
  ['apartmentType', 'apartmentType', APARTMENT],
  ['floor', 'floor'],
  ['hasLift', 'lift'],
  ['hasBuiltInKitchen', 'builtInKitchen'],
  ['hasBalcony', 'balcony'],
  ['requiresWBS', 'certificateOfEligibilityNeeded'],
  ['hasGarden', 'garden'],
];
const HOUSE_ONLY: readonly Entry[] = [
  ['houseType', 'buildingType', BUILDING],
  ['plotArea', 'plotArea'],
];
const SITE: readonly Entry[] = [
  ...HEAD,
  ['availableFrom', 'freeFrom', isoDay],
  ['plotArea', 'plotArea'],
  ['divisibleFrom', 'minDivisible'],
  ['siteCoverageIndex', 'grz'],
  ['floorSpaceIndex', 'gfz'],
  ['development', 'siteDevelopmentType', oneOf({ DEVELOPED: 'developed', DEVELOPED_PARTIALLY: 'partiallyDeveloped', NOT_DEVELOPED: 'undeveloped' })],
  ['buildingRegulation', 'siteConstructibleType', oneOf({ CONSTRUCTIONPLAN: 'developmentPlan', NEIGHBOURCONSTRUCTION: 'neighbouringDevelopment', EXTERNALAREA: 'outlyingArea' })],
]; // oxfmt-ignore
const REACH: readonly Entry[] = [
  ['drivingTimeToTrainStation', 'distanceToMRS'],
  ['drivingTimeToFreeway', 'distanceToFM'],
  ['walkingTimeToPublicTransit', 'distanceToPT'],
  ['drivingTimeToAirport', 'distanceToAirport'],
];
const COMMERCE: readonly Entry[] = [
  ...HEAD,
  ...INSIDE,
  ...REACH,
  ['totalArea', 'totalFloorSpace'],
  ['usableArea', 'netFloorSpace'],
  ['divisibleFrom', 'minDivisible'],
];
const COMMERCE_SALE: readonly Entry[] = [...PRICE, ['parkingSpacePurchasePrice', 'parkingSpacePrice']];
const COMMERCE_RENT: readonly Entry[] = [
  ['baseRent', 'price.value'],
  ['additionalCosts', 'additionalCosts.value'],
  ['deposit', 'deposit'],
  ['parkingSpaceRent', 'parkingSpacePrice'],
];
const OFFICE: readonly Entry[] = [
  ['officeType', 'officeType', oneOf({ LOFT: 'loft', STUDIO: 'studio', OFFICE: 'office', OFFICE_BUILDING: 'officeBuilding', SURGERY: 'doctorsOffice', SURGERY_BUILDING: 'doctorsOfficeBuilding' })],
  ['hasLift', 'lift', isYes],
  ['hasCellar', 'cellar', isYes],
  ['flooringType', 'flooringType', FLOORING],
  ['hasCanteen', 'hasCanteen', isYes],
  ['hasNetworkCables', 'lanCables', isYes],
  ['hasKitchen', 'kitchenComplete', isYes],
  ['isListed', 'listed', isYes],
  ['hasAirConditioning', 'airConditioning', isYes],
]; // oxfmt-ignore
const STORE: readonly Entry[] = [
  ['retailType', 'storeType', oneOf({ STORE: 'store', SHOPPING_CENTRE: 'mall', DEPARTMENT_STORE: 'departmentStore', KIOSK: 'kiosk', SHOWROOM_SPACE: 'exhibitionSpace', SALES_AREA: 'salesArea' })],
  ['isListed', 'listed', isYes],
  ['hasRamp', 'ramp', isYes],
  ['hasCellar', 'cellar', isYes],
]; // oxfmt-ignore
const GASTRONOMY: readonly Entry[] = [
  ['gastronomyType', 'gastronomyType', oneOf({ RESTAURANT: 'restaurant', GUESTS_HOUSE: 'guestHouse', HOTEL: 'hotel', BAR_LOUNGE: 'bar', CAFE: 'cafe', CLUB_DISCO: 'club' })],
  ['isListed', 'listed', isYes],
  ['hasTerrace', 'terrace', isYes],
  ['numberOfSeats', 'numberSeats'],
  ['numberOfBeds', 'numberBeds'],
  ['hasCellar', 'cellar', isYes],
]; // oxfmt-ignore
const INDUSTRY: readonly Entry[] = [
  ['industrialType', 'industryType', oneOf({ HALL: 'hall', INDUSTRY_HALL: 'industrialHall', STORAGE_AREA: 'storage', COLD_STORAGE: 'coldStorage', HIGH_LACK_STORAGE: 'highBayStorage', SHIPPING_STORAGE: 'shippingStorage', REPAIR_SHOP: 'shop', SERVICE_AREA: 'service' })],
  ['plotArea', 'plotArea'],
  ['hallHeight', 'hallHeight'],
]; // oxfmt-ignore
const SPECIAL: readonly Entry[] = [
  ['plotArea', 'plotArea'],
  ['isListed', 'listed', isYes],
  ['hasCellar', 'basement', isYes],
];
const GARAGE: readonly Entry[] = [
  ...HEAD,
  ...BUILT,
  ['usableArea', 'usableFloorSpace'],
  ['parkingSpaceType', 'garageType', oneOf({ ...PARKING, STREET_PARKING: 'outdoor' })],
];
const INVESTED: readonly Entry[] = [
  ...[...HEAD, ...INSIDE, ...REACH, ...PRICE],
  ['plotArea', 'plotArea'],
  ['rentableArea', 'netFloorSpace'],
  ['totalArea', 'totalFloorSpace'],
  ['livingArea', 'livingSpace'],
  ['actualYearlyRentalIncome', 'rentalIncomeActual.value'],
  ['targetYearlyRentalIncome', 'rentalIncomeTarget.value'],
  ['additionalCosts', 'additionalCosts.value'],
  ['isListed', 'listed', isYes],
  ['hasLift', 'lift', isYes],
];

/** The root of each type, and the location of its fields. */
export const TYPES: Readonly<Record<PropertyType, readonly [root: string, entries: readonly Entry[]]>> = {
  apartmentBuy: ['apartmentBuy', [...HOME, ...HOME_SALE, ...APARTMENT_ONLY, ['condoFee', 'serviceCharge']]],
  apartmentRent: ['apartmentRent', [...HOME, ...HOME_RENT, ...APARTMENT_ONLY]],
  houseBuy: ['houseBuy', [...HOME, ...HOME_SALE, ...HOUSE_ONLY, ['hasLodgerFlat', 'lodgerFlat', isYes]]],
  houseRent: ['houseRent', [...HOME, ...HOME_RENT, ...HOUSE_ONLY, ['hasBuiltInKitchen', 'builtInKitchen']]],
  plotBuy: ['livingBuySite', [...SITE, ...PRICE]],
  plotRent: ['livingRentSite', [...SITE, ['yearlyRent', 'price.value']]],
  commercialPlotBuy: ['tradeSite', [...SITE, ...PRICE, ['commercialPlotType', 'utilizationTradeSite', oneOf({ LEISURE: 'recreation', TRADE: 'commercial', AGRICULTURE_FORESTRY: 'agriculture' })]]],
  officeBuy: ['office', [...COMMERCE, ...COMMERCE_SALE, ...OFFICE]],
  officeRent: ['office', [...COMMERCE, ...COMMERCE_RENT, ...OFFICE]],
  retailBuy: ['store', [...COMMERCE, ...COMMERCE_SALE, ...STORE]],
  retailRent: ['store', [...COMMERCE, ...COMMERCE_RENT, ...STORE]],
  gastronomyBuy: ['gastronomy', [...COMMERCE, ...COMMERCE_SALE, ...GASTRONOMY]],
  gastronomyRent: ['gastronomy', [...COMMERCE, ...COMMERCE_RENT, ...GASTRONOMY]],
  industrialBuy: ['industry', [...COMMERCE, ...COMMERCE_SALE, ...INDUSTRY]],
  industrialRent: ['industry', [...COMMERCE, ...COMMERCE_RENT, ...INDUSTRY]],
  otherCommercialBuy: ['specialPurpose', [...COMMERCE, ...COMMERCE_SALE, ...SPECIAL]],
  otherCommercialRent: ['specialPurpose', [...COMMERCE, ...COMMERCE_RENT, ...SPECIAL]],
  parkingSpaceBuy: ['garageBuy', [...GARAGE, ...PRICE]],
  parkingSpaceRent: ['garageRent', [...GARAGE, ['baseRent', 'price.value'], ['availableFrom', 'freeFrom']]],
  residentialInvestmentBuy: ['investment', [...INVESTED, ['residentialInvestmentType', 'investmentType', INVESTMENT]]],
  commercialInvestmentBuy: ['investment', [...INVESTED, ['commercialInvestmentType', 'investmentType', INVESTMENT]]],
}; // oxfmt-ignore

const at = (values: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | undefined)?.[name], values);

/** The fields of the API by their paths, as in `address.city`; energy is read by `readEnergy`. */
export function readFields(type: PropertyType, object: { type: string; fields: Values }): Values {
  const [root, entries] = TYPES[type];
  if (object.type !== root) throw new Error(`${type} is an object of ${object.type}`);
  const read = entries.map(([field, path, decode = (value: unknown) => value]): [string, unknown] => {
    const value = at(object.fields, path);
    return [field, value === undefined ? undefined : decode(value)];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

const ENERGY = [
  'energyCertificate', 'buildingEnergyRatingType', 'energyConsumptionContainsWarmWater', 'energySourcesEnev2014',
  'thermalCharacteristic',
]; // oxfmt-ignore
const ONCE = { marketingType: 'PURCHASE', priceIntervalType: 'ONE_TIME_CHARGE' };
const MONTHLY = { marketingType: 'RENT', priceIntervalType: 'MONTH' };
const YEARLY = { marketingType: 'LEASE', priceIntervalType: 'YEAR' };

/** The values of an object of a type besides its fields. */
function framesOf(type: PropertyType): Values {
  const deal = type === 'plotRent' ? YEARLY : type.endsWith('Buy') ? ONCE : MONTHLY;
  return {
    'price.currency': 'EUR',
    'price.marketingType': deal.marketingType,
    'price.priceIntervalType': deal.priceIntervalType,
    'commercializationType': { PURCHASE: 'BUY', RENT: 'RENT', LEASE: 'LEASE' }[deal.marketingType],
    'specialPurposePropertyType': 'SPECIAL_ESTATE',
    'additionalCosts.currency': 'EUR',
    'additionalCosts.priceIntervalType': 'MONTH',
    'rentalIncomeActual.currency': 'EUR',
    'rentalIncomeActual.priceIntervalType': 'YEAR',
    'rentalIncomeTarget.currency': 'EUR',
    'rentalIncomeTarget.priceIntervalType': 'YEAR',
  };
} // oxfmt-ignore

function valuesIn(values: Values, above = ''): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? valuesIn(value as Values, `${above}${name}.`)
      : [[`${above}${name}`, value]],
  );
}

/** The paths of an object's values that no reader knows, or that are invalid. */
export function unreadIn(type: PropertyType, { fields }: { fields: Values }): string[] {
  const known = TYPES[type][1].map(([, path]) => path);
  const frames = framesOf(type);
  return valuesIn(fields)
    .filter(([path]) => !known.includes(path) && !ENERGY.includes(path.split('.')[0] ?? ''))
    .filter(([path]) => !['externalId', 'contact.@id'].includes(path))
    .filter(([path, value]) => value !== frames[path])
    .map(([path]) => path);
}
