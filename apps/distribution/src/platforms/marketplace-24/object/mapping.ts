import type { PropertyType } from '@estate/contracts';
import { rounded } from './amounts.ts';
import {
  CERTIFICATE_OF_COMMERCE,
  CERTIFICATE_OF_HOMES,
  COMM_FOR_RENT,
  COMM_FOR_SALE,
  COMM_OF_HOMES,
  CONDITION,
  CONSTRUCTION_YEAR,
  FLAT,
  FLAT_HEAD,
  HEAD,
  HEAD_OF_SITE,
  HOUSE,
  LAST_REFURBISHMENT,
  LIVING,
} from './blocks.ts';
import { COURTAGE } from './courtage.ts';
import {
  DEAL_FOR_RENT,
  DEAL_FOR_SALE,
  MONTHLY_PRICE,
  PURCHASE_PRICE,
  RENTAL_INCOMES,
  RENTED,
  RENTS,
  SITE_FOR_LEASE,
  SITE_FOR_SALE,
  TO_BUY,
  TO_LEASE,
} from './prices.ts';
import {
  amount,
  choice,
  constant,
  element,
  flag,
  measure,
  needed,
  NOT_ZERO,
  oneLine,
  requiring,
  yes,
  yesNo,
} from './row.ts';
import type { MappingRow, ValueRow } from './row.ts';
import * as names from './value-names.ts';

/** The mapping of a type to the marketplace. */
export interface TypeMapping {
  /** The element `realestates.<root>`; types that differ in the deal only may share one. */
  root: string;
  /** All sent elements, in the order of the schema, which refuses any other. */
  rows: readonly MappingRow[];
}

const BUILDING_TYPE = choice('buildingType', 'houseType', [names.HOUSE_TYPES, 'NO_INFORMATION']);
/** A commercial plot is for trade, according to its type. */
const TRADE_SITE_USE = choice('utilizationTradeSite', 'commercialPlotType', [names.TRADE_SITE_USES, 'TRADE']);

const OFFICE: readonly MappingRow[] = [
  // An office is an office, according to its type.
  choice('officeType', 'officeType', [names.OFFICE_TYPES, 'OFFICE']),
  yes('lift', 'hasLift'),
  yes('cellar', 'hasCellar'),
  choice('flooringType', 'flooringType', [names.FLOORINGS]),
  oneLine('deposit', 'deposit'),
  yes('hasCanteen', 'hasCanteen'),
  yesNo('lanCables', 'hasNetworkCables'),
  yes('kitchenComplete', 'hasKitchen'),
  yes('listed', 'isListed'),
  yesNo('airConditioning', 'hasAirConditioning'),
  CERTIFICATE_OF_COMMERCE,
];

const STORE: readonly MappingRow[] = [
  choice('storeType', 'retailType', [names.STORE_TYPES]),
  yes('listed', 'isListed'),
  yes('ramp', 'hasRamp'),
  yes('cellar', 'hasCellar'),
  oneLine('deposit', 'deposit'),
  CERTIFICATE_OF_COMMERCE,
];

const GASTRONOMY: readonly MappingRow[] = [
  // Every kind of the marketplace is more specific than the type.
  needed(choice('gastronomyType', 'gastronomyType', [names.GASTRONOMY_TYPES])),
  yes('listed', 'isListed'),
  yes('terrace', 'hasTerrace'),
  amount('numberSeats', 'numberOfSeats'),
  amount('numberBeds', 'numberOfBeds'),
  yes('cellar', 'hasCellar'),
  oneLine('deposit', 'deposit'),
  CERTIFICATE_OF_COMMERCE,
];

const INDUSTRY: readonly MappingRow[] = [
  // Every kind of the marketplace is more specific than the type.
  needed(choice('industryType', 'industrialType', [names.INDUSTRY_TYPES])),
  measure('plotArea', 'plotArea'),
  measure('hallHeight', 'hallHeight'),
  oneLine('deposit', 'deposit'),
  CERTIFICATE_OF_COMMERCE,
];

const SPECIAL_PURPOSE: readonly MappingRow[] = [
  constant('specialPurposePropertyType', 'type', 'SPECIAL_ESTATE'),
  measure('plotArea', 'plotArea'),
  yes('listed', 'isListed'),
  yes('basement', 'hasCellar'),
  oneLine('deposit', 'deposit'),
  CERTIFICATE_OF_COMMERCE,
];

const LARGEST_GARAGE_M2 = 99.99;
const GARAGE_AREA: ValueRow = {
  ...element('usableFloorSpace', 'usableArea', ({ fields }) => {
    const area = rounded(fields.usableArea);
    return area === undefined || area > LARGEST_GARAGE_M2 ? undefined : area;
  }),
  limits: NOT_ZERO,
  leftOut: { reason: 'parking_area_too_large', parameters: { limit: LARGEST_GARAGE_M2 } },
};
/** A date and no text, unlike elsewhere; XML Schema has no year 0. */
const FREE_FROM_DAY: ValueRow = {
  ...element('freeFrom', 'availableFrom', ({ fields: { availableFrom } }) =>
    availableFrom?.startsWith('0000') ? undefined : availableFrom,
  ),
  leftOut: { reason: 'date_of_year_zero' },
};
const GARAGE: readonly MappingRow[] = [
  needed(choice('garageType', 'parkingSpaceType', [names.GARAGE_TYPES])),
  CONSTRUCTION_YEAR,
  CONDITION,
  LAST_REFURBISHMENT,
];

/** The area that can be let; investors pay for nothing else. */
const RENTABLE_AREA = needed({
  ...element('netFloorSpace', 'rentableArea', ({ fields }) =>
    rounded(fields.rentableArea ?? fields.usableArea ?? fields.totalArea),
  ),
  from: ['rentableArea', 'usableArea'],
  limits: NOT_ZERO,
});
const INVESTMENT_AREAS = [measure('totalFloorSpace', 'totalArea'), measure('livingSpace', 'livingArea')];
const INVESTMENT_FEATURES = [yes('listed', 'isListed'), yes('lift', 'hasLift')];

/** The mapping of each type to the marketplace. */
export const MAPPINGS: Readonly<Record<PropertyType, TypeMapping>> = {
  apartmentBuy: {
    root: 'apartmentBuy',
    rows: [
      ...[...HEAD, ...FLAT_HEAD, ...LIVING, ...RENTED, PURCHASE_PRICE, ...FLAT],
      amount('serviceCharge', 'condoFee'),
    ],
  },
  apartmentRent: { root: 'apartmentRent', rows: [...HEAD, ...FLAT_HEAD, ...LIVING, ...RENTS, ...FLAT] },
  houseBuy: {
    root: 'houseBuy',
    rows: [
      ...[...HEAD, yes('lodgerFlat', 'hasLodgerFlat'), BUILDING_TYPE],
      ...[...LIVING, ...RENTED, PURCHASE_PRICE, ...HOUSE],
    ],
  },
  houseRent: {
    root: 'houseRent',
    rows: [
      ...[...HEAD, ...HOUSE, BUILDING_TYPE, ...LIVING, ...RENTS],
      flag('builtInKitchen', 'hasBuiltInKitchen'),
    ],
  },
  plotBuy: { root: 'livingBuySite', rows: [...HEAD_OF_SITE, TO_BUY, ...SITE_FOR_SALE] },
  plotRent: { root: 'livingRentSite', rows: [...HEAD_OF_SITE, TO_LEASE, ...SITE_FOR_LEASE] },
  commercialPlotBuy: {
    root: 'tradeSite',
    rows: [...HEAD_OF_SITE, TO_BUY, TRADE_SITE_USE, ...SITE_FOR_SALE],
  },
  officeBuy: {
    root: 'office',
    rows: [...HEAD, ...OFFICE, ...COMM_FOR_SALE, ...requiring(DEAL_FOR_SALE, 'netFloorSpace')],
  },
  officeRent: {
    root: 'office',
    rows: [...HEAD, ...OFFICE, ...COMM_FOR_RENT, ...requiring(DEAL_FOR_RENT, 'netFloorSpace')],
  },
  retailBuy: {
    root: 'store',
    rows: [...HEAD, ...STORE, ...requiring(DEAL_FOR_SALE, 'netFloorSpace'), ...COMM_FOR_SALE],
  },
  retailRent: {
    root: 'store',
    rows: [...HEAD, ...STORE, ...requiring(DEAL_FOR_RENT, 'netFloorSpace'), ...COMM_FOR_RENT],
  },
  gastronomyBuy: {
    root: 'gastronomy',
    rows: [...HEAD, ...GASTRONOMY, ...requiring(DEAL_FOR_SALE, 'totalFloorSpace'), ...COMM_FOR_SALE],
  },
  gastronomyRent: {
    root: 'gastronomy',
    rows: [...HEAD, ...GASTRONOMY, ...requiring(DEAL_FOR_RENT, 'totalFloorSpace'), ...COMM_FOR_RENT],
  },
  industrialBuy: {
    root: 'industry',
    rows: [
      ...[...HEAD, ...INDUSTRY, ...requiring(DEAL_FOR_SALE, 'totalFloorSpace', 'netFloorSpace')],
      ...COMM_FOR_SALE,
    ],
  },
  industrialRent: {
    root: 'industry',
    rows: [
      ...[...HEAD, ...INDUSTRY, ...requiring(DEAL_FOR_RENT, 'totalFloorSpace', 'netFloorSpace')],
      ...COMM_FOR_RENT,
    ],
  },
  otherCommercialBuy: {
    root: 'specialPurpose',
    rows: [...HEAD, ...SPECIAL_PURPOSE, ...requiring(DEAL_FOR_SALE, 'totalFloorSpace'), ...COMM_FOR_SALE],
  },
  otherCommercialRent: {
    root: 'specialPurpose',
    rows: [...HEAD, ...SPECIAL_PURPOSE, ...requiring(DEAL_FOR_RENT, 'totalFloorSpace'), ...COMM_FOR_RENT],
  },
  parkingSpaceBuy: {
    root: 'garageBuy',
    rows: [...HEAD, PURCHASE_PRICE, GARAGE_AREA, COURTAGE, ...GARAGE],
  },
  parkingSpaceRent: {
    root: 'garageRent',
    rows: [...[...HEAD, MONTHLY_PRICE, GARAGE_AREA, COURTAGE], FREE_FROM_DAY, ...GARAGE],
  },
  residentialInvestmentBuy: {
    root: 'investment',
    rows: [
      ...[...HEAD, PURCHASE_PRICE, measure('plotArea', 'plotArea'), RENTABLE_AREA],
      // OTHER claims no kind.
      choice('investmentType', 'residentialInvestmentType', [names.RESIDENTIAL_INVESTMENT_TYPES, 'OTHER']),
      ...[COURTAGE, ...INVESTMENT_AREAS, ...RENTAL_INCOMES, ...INVESTMENT_FEATURES, CERTIFICATE_OF_HOMES],
      ...requiring(COMM_OF_HOMES, 'constructionYear'),
    ],
  },
  commercialInvestmentBuy: {
    root: 'investment',
    rows: [
      ...[...HEAD, PURCHASE_PRICE, measure('plotArea', 'plotArea'), RENTABLE_AREA],
      // OTHER claims no kind.
      choice('investmentType', 'commercialInvestmentType', [names.COMMERCIAL_INVESTMENT_TYPES, 'OTHER']),
      ...[COURTAGE, ...INVESTMENT_AREAS, ...RENTAL_INCOMES, ...INVESTMENT_FEATURES, CERTIFICATE_OF_COMMERCE],
      ...requiring(COMM_FOR_SALE, 'constructionYear'),
    ],
  },
};
