import { rounded } from './amounts.ts';
import { FREE_FROM } from './blocks.ts';
import { COURTAGE } from './courtage.ts';
import { amount, choice, constant, element, group, measure, needed, oneLine, yes, yesNo } from './row.ts';
import type { GroupRow, MappingRow } from './row.ts';
import * as names from './value-names.ts';

type PriceField = 'purchasePrice' | 'baseRent' | 'yearlyRent';

const price = (api: PriceField, value: MappingRow, [marketing, interval]: readonly [string, string]) =>
  group('price', api, [
    value,
    constant('currency', `fields.${api}`, 'EUR'),
    constant('marketingType', `fields.${api}`, marketing),
    constant('priceIntervalType', `fields.${api}`, interval),
  ]);

/** The price; a price on request is 0 on the marketplace. */
const PURCHASE_VALUE = needed({
  ...element('value', 'purchasePrice', ({ fields }) =>
    fields.purchasePriceOnRequest === true ? 0 : rounded(fields.purchasePrice),
  ),
  from: ['purchasePrice', 'purchasePriceOnRequest'],
});

export const PURCHASE_PRICE = price('purchasePrice', PURCHASE_VALUE, ['PURCHASE', 'ONE_TIME_CHARGE']);
export const MONTHLY_PRICE = price('baseRent', needed(amount('value', 'baseRent')), ['RENT', 'MONTH']);
export const YEARLY_PRICE = price('yearlyRent', needed(amount('value', 'yearlyRent')), ['LEASE', 'YEAR']);

/** The deal, which must agree with the price. */
export const TO_BUY = constant('commercializationType', 'fields.purchasePrice', 'BUY');
export const TO_RENT = constant('commercializationType', 'fields.baseRent', 'RENT');
export const TO_LEASE = constant('commercializationType', 'fields.yearlyRent', 'LEASE');

const SPACES: readonly MappingRow[] = [
  measure('totalFloorSpace', 'totalArea'),
  measure('netFloorSpace', 'usableArea'),
  amount('minDivisible', 'divisibleFrom'),
];

export const DEAL_FOR_SALE: readonly MappingRow[] = [TO_BUY, PURCHASE_PRICE, ...SPACES, COURTAGE];
export const DEAL_FOR_RENT: readonly MappingRow[] = [TO_RENT, MONTHLY_PRICE, ...SPACES, COURTAGE];

const site = (priceOfSite: GroupRow): readonly MappingRow[] => [
  priceOfSite,
  needed(measure('plotArea', 'plotArea')),
  amount('minDivisible', 'divisibleFrom'),
  COURTAGE,
  FREE_FROM,
  choice('siteDevelopmentType', 'development', [names.DEVELOPMENTS]),
  choice('siteConstructibleType', 'buildingRegulation', [names.BUILDING_REGULATIONS]),
  amount('grz', 'siteCoverageIndex'),
  amount('gfz', 'floorSpaceIndex'),
];
export const SITE_FOR_SALE = site(PURCHASE_PRICE);
export const SITE_FOR_LEASE = site(YEARLY_PRICE);

/** The elements of a home that is for sale and may be let already. */
export const RENTED: readonly MappingRow[] = [
  yes('rented', 'isRented'),
  amount('rentalIncome', 'monthlyRentalIncome'),
  yes('listed', 'isListed'),
  amount('parkingSpacePrice', 'parkingSpacePurchasePrice'),
  yes('summerResidencePractical', 'isSuitableAsHolidayHome'),
];

/** The heating costs, which require YES or NO even if neither is known. */
const HEATING_COSTS: MappingRow = {
  ...element(
    'heatingCosts',
    'heatingCosts',
    ({ fields: { additionalCostsIncludeHeatingCosts, heatingCosts } }) =>
      additionalCostsIncludeHeatingCosts === undefined ? undefined : rounded(heatingCosts),
  ),
  leftOut: {
    reason: 'only_with_field',
    parameters: { otherField: 'fields.additionalCostsIncludeHeatingCosts' },
  },
};

/** The rents of homes, plain numbers in euros per month. */
export const RENTS: readonly MappingRow[] = [
  needed(amount('baseRent', 'baseRent', { least: 0.01 })),
  amount('totalRent', 'totalRent'),
  amount('serviceCharge', 'additionalCosts'),
  oneLine('deposit', 'deposit'),
  HEATING_COSTS,
  yesNo('heatingCostsInServiceCharge', 'additionalCostsIncludeHeatingCosts'),
  choice('petsAllowed', 'petsAllowed', [names.PETS_ALLOWED]),
  amount('parkingSpacePrice', 'parkingSpaceRent'),
  yes('useAsFlatshareRoom', 'isSuitableAsSharedFlat'),
];

const yearlyIncome = (name: string, api: 'actualYearlyRentalIncome' | 'targetYearlyRentalIncome') => ({
  ...group(name, api, [
    amount('value', api),
    constant('currency', `fields.${api}`, 'EUR'),
    constant('priceIntervalType', `fields.${api}`, 'YEAR'),
  ]),
  when: ({ fields }: { fields: Partial<Record<typeof api, number | undefined>> }) =>
    fields[api] !== undefined,
});
export const RENTAL_INCOMES: readonly MappingRow[] = [
  yearlyIncome('rentalIncomeActual', 'actualYearlyRentalIncome'),
  yearlyIncome('rentalIncomeTarget', 'targetYearlyRentalIncome'),
];
