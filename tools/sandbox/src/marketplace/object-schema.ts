import {
  amount,
  area,
  choice,
  count,
  date,
  flag,
  needed,
  needing,
  number,
  text,
  yes,
  yesNo,
} from './field-rules.ts';
import type { FieldRule } from './field-rules.ts';
import {
  CERTIFICATE, COMM, CONDITION, CONSTRUCTION_YEAR, COURTAGE, DEAL, deals, FLAT, HEAD, HOUSE, INCOMES,
  LAST_REFURBISHMENT, LIVING, PRICE, RENTED, RENTS, SITE,
} from './object-blocks.ts'; // oxfmt-ignore

const APARTMENT_TYPE = choice('apartmentType', 'NO_INFORMATION', 'APARTMENT', 'ROOF_STOREY', 'MAISONETTE', 'PENTHOUSE',
  'LOFT', 'TERRACED_FLAT', 'HALF_BASEMENT', 'GROUND_FLOOR', 'RAISED_GROUND_FLOOR', 'OTHER'); // oxfmt-ignore
const BUILDING_TYPE = needed(choice('buildingType', 'NO_INFORMATION', 'SINGLE_FAMILY_HOUSE', 'MID_TERRACE_HOUSE',
  'END_TERRACE_HOUSE', 'MULTI_FAMILY_HOUSE', 'BUNGALOW', 'SEMIDETACHED_HOUSE', 'FARMHOUSE', 'VILLA', 'OTHER')); // oxfmt-ignore
const FLOORING = choice('flooringType', 'CONCRETE', 'EPOXY_RESIN', 'TILES', 'PLANKS', 'LAMINATE', 'PARQUET', 'PVC',
  'CARPET', 'OFFICE_CARPET', 'ANTISTATIC_FLOOR', 'STONE', 'CUSTOMIZABLE', 'WITHOUT'); // oxfmt-ignore
const INVESTMENT_TYPE = needed(choice('investmentType', 'SHOPPING_CENTRE', 'SUPERMARKET', 'COMMERCIAL_BUILDING',
  'OFFICE_BUILDING', 'INDUSTRIAL_PROPERTY', 'MULTI_FAMILY_HOUSE', 'LIVING_BUSINESS_HOUSE', 'HOUSING_ESTATE',
  'SINGLE_FAMILY_HOUSE', 'FREEHOLD_FLAT', 'OTHER')); // oxfmt-ignore

const DEPOSIT = text('deposit', 50);
const FLAT_HEAD = [APARTMENT_TYPE, count('floor', 999, -1), flag('lift'), flag('assistedLiving')];
const GARAGE = [
  needed(
    choice('garageType', 'GARAGE', 'UNDERGROUND_GARAGE', 'CARPORT', 'STREET_PARKING', 'CAR_PARK', 'DUPLEX'),
  ),
  CONSTRUCTION_YEAR,
  amount('lengthGarage'),
  amount('widthGarage'),
  amount('heightGarage'),
  CONDITION,
  LAST_REFURBISHMENT,
];
const GARAGE_AREA = number('usableFloorSpace', 0, 99.99);
const TENANCY = count('tenancy', 999, 1);

/** The elements of an object by its root, in order. */
export const OBJECTS = {
  apartmentBuy: [...HEAD, ...FLAT_HEAD, ...LIVING, ...RENTED, PRICE, ...FLAT, amount('serviceCharge')],
  apartmentRent: [...HEAD, ...FLAT_HEAD, ...LIVING, ...RENTS, ...FLAT],
  houseBuy: [...HEAD, yes('lodgerFlat'), BUILDING_TYPE, ...LIVING, ...RENTED, PRICE, ...HOUSE],
  houseRent: [...HEAD, ...HOUSE, BUILDING_TYPE, ...LIVING, ...RENTS, flag('builtInKitchen')],
  livingBuySite: [...HEAD, deals('BUY', 'LEASEHOLD'), TENANCY, ...SITE],
  livingRentSite: [...HEAD, deals('RENT', 'LEASE'), TENANCY, ...SITE],
  tradeSite: [
    ...HEAD,
    deals('BUY', 'RENT', 'LEASE', 'LEASEHOLD'),
    needed(choice('utilizationTradeSite', 'LEISURE', 'TRADE', 'AGRICULTURE_FORESTRY')),
    TENANCY,
    ...SITE,
  ],
  office: [
    ...HEAD,
    needed(choice('officeType', 'LOFT', 'STUDIO', 'OFFICE', 'OFFICE_BUILDING', 'SURGERY', 'SURGERY_BUILDING')),
    yes('lift'),
    yes('cellar'),
    yes('handicappedAccessible'),
    FLOORING,
    DEPOSIT,
    yes('hasCanteen'),
    yesNo('lanCables'),
    yes('kitchenComplete'),
    yes('listed'),
    yesNo('airConditioning'),
    CERTIFICATE,
    ...COMM,
    ...needing(DEAL, 'netFloorSpace'),
  ],
  store: [
    ...HEAD,
    choice('storeType', 'STORE', 'SHOPPING_CENTRE', 'DEPARTMENT_STORE', 'KIOSK', 'SHOWROOM_SPACE', 'SALES_AREA'),
    yes('listed'),
    yes('lift'),
    yes('ramp'),
    yes('cellar'),
    FLOORING,
    DEPOSIT,
    CERTIFICATE,
    ...needing(DEAL, 'netFloorSpace'),
    ...COMM,
  ],
  gastronomy: [
    ...HEAD,
    needed(
      choice('gastronomyType', 'RESTAURANT', 'GUESTS_HOUSE', 'HOTEL', 'BAR_LOUNGE', 'CAFE', 'CLUB_DISCO', 'TAVERN'),
    ),
    yes('listed'),
    yes('lift'),
    yes('terrace'),
    count('numberSeats', 99_999),
    count('numberBeds', 99_999),
    yes('cellar'),
    DEPOSIT,
    CERTIFICATE,
    ...needing(DEAL, 'totalFloorSpace'),
    ...COMM,
  ],
  industry: [
    ...HEAD,
    needed(choice('industryType', 'HALL', 'INDUSTRY_HALL', 'STORAGE_AREA', 'STORAGE_HALL', 'COLD_STORAGE',
      'HIGH_LACK_STORAGE', 'SHIPPING_STORAGE', 'REPAIR_SHOP', 'SERVICE_AREA')),
    area('plotArea'),
    number('hallHeight', 0.01, 999),
    FLOORING,
    yes('ramp'),
    yes('lift'),
    DEPOSIT,
    CERTIFICATE,
    ...needing(DEAL, 'totalFloorSpace', 'netFloorSpace'),
    ...COMM,
  ],
  specialPurpose: [
    ...HEAD,
    needed(choice('specialPurposePropertyType', 'SPECIAL_ESTATE')),
    area('plotArea'),
    yes('listed'),
    yes('lift'),
    yes('basement'),
    FLOORING,
    DEPOSIT,
    CERTIFICATE,
    ...needing(DEAL, 'totalFloorSpace'),
    ...COMM,
  ],
  garageBuy: [...HEAD, PRICE, GARAGE_AREA, COURTAGE, ...GARAGE],
  garageRent: [...HEAD, PRICE, GARAGE_AREA, COURTAGE, date('freeFrom'), date('freeUntil'), ...GARAGE],
  investment: [
    ...HEAD,
    PRICE,
    amount('industrialArea'),
    area('plotArea'),
    needed(area('netFloorSpace')),
    INVESTMENT_TYPE,
    flag('energyPerformanceCertificate'),
    COURTAGE,
    area('totalFloorSpace'),
    area('livingSpace'),
    amount('pricePerSQM'),
    amount('priceMultiplier'),
    ...INCOMES,
    yes('listed'),
    yes('lift'),
    CERTIFICATE,
    ...needing(COMM, 'constructionYear'),
  ],
} as const satisfies Record<string, readonly FieldRule[]>; // oxfmt-ignore

export type Root = keyof typeof OBJECTS;
export const isRoot = (name: string): name is Root => Object.hasOwn(OBJECTS, name);

/** The fields of contacts. */
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
