import { describe, expect, it } from 'vitest';
import { readObject } from './check-object.ts';
import type { FieldRule } from './field-rules.ts';
import { OBJECTS } from './object-schema.ts';
import type { Root } from './object-schema.ts';
import { address, changed, SMALLEST } from './smallest-objects.fixture.ts';
import type { Json } from './smallest-objects.fixture.ts';

/**
 * The published schema, written down by hand: `!` marks an element that the schema or its validators require, brackets mark
 * one that exists and that this marketplace may leave out.
 */
const HEAD = `externalId title! address! descriptionNote furnishingNote locationNote otherNote showAddress! contact`;
const LIVING = `energyCertificate cellar handicappedAccessible numberOfParkingSpaces condition lastRefurbishment
  interiorQuality constructionYear (constructionYearUnknown) freeFrom (heatingType) heatingTypeEnev2014 (firingTypes)
  energySourcesEnev2014 buildingEnergyRatingType thermalCharacteristic energyConsumptionContainsWarmWater numberOfFloors
  usableFloorSpace numberOfBedRooms numberOfBathRooms guestToilet parkingSpaceType`;
const RENTED = 'rented rentalIncome listed parkingSpacePrice summerResidencePractical';
const RENTS = `baseRent! totalRent serviceCharge deposit heatingCosts heatingCostsInServiceCharge (calculatedTotalRent)
  (calculatedTotalRentScope) petsAllowed parkingSpacePrice useAsFlatshareRoom`;
const FLAT = `livingSpace! numberOfRooms! (energyPerformanceCertificate) (energyEfficiencyClass) builtInKitchen balcony
  certificateOfEligibilityNeeded garden courtage!`;
const FLAT_HEAD = 'apartmentType floor lift (assistedLiving)';
const HOUSE = `livingSpace! plotArea! numberOfRooms! (energyPerformanceCertificate) (energyEfficiencyClass) courtage!`;
const COMM = `distanceToMRS distanceToFM distanceToPT distanceToAirport condition numberOfParkingSpaces parkingSpacePrice
  lastRefurbishment interiorQuality constructionYear (constructionYearUnknown) freeFrom (heatingType)
  heatingTypeEnev2014 (firingTypes) energySourcesEnev2014 thermalCharacteristic energyConsumptionContainsWarmWater
  buildingEnergyRatingType (additionalArea) numberOfFloors additionalCosts`;
const DEAL = `commercializationType! price! (calculatedPrice) totalFloorSpace netFloorSpace minDivisible courtage!`;
const SITE = `price! plotArea! minDivisible courtage! freeFrom (shortTermConstructible) (buildingPermission) (demolition)
  siteDevelopmentType siteConstructibleType grz gfz`;
const GARAGE = `garageType! constructionYear (lengthGarage) (widthGarage) (heightGarage) condition lastRefurbishment`;

const requiring = (block: string, ...names: string[]) =>
  names.reduce((text, name) => text.replace(new RegExp(`\\b${name}\\b`), `${name}!`), block);

const SCHEMA: Readonly<Record<Root, string>> = {
  apartmentBuy: `${HEAD} ${FLAT_HEAD} ${LIVING} ${RENTED} price! ${FLAT} serviceCharge`,
  apartmentRent: `${HEAD} ${FLAT_HEAD} ${LIVING} ${RENTS} ${FLAT}`,
  houseBuy: `${HEAD} lodgerFlat (constructionPhase) buildingType! ${LIVING} ${RENTED} price! ${HOUSE}`,
  houseRent: `${HEAD} ${HOUSE} buildingType! ${LIVING} ${RENTS} builtInKitchen`,
  livingBuySite: `${HEAD} commercializationType! (recommendedUseTypes) (tenancy) ${SITE}`,
  livingRentSite: `${HEAD} commercializationType! (recommendedUseTypes) (tenancy) ${SITE}`,
  tradeSite: `${HEAD} commercializationType! (recommendedUseTypes) utilizationTradeSite! (tenancy) ${SITE}`,
  office: `${HEAD} officeType! lift cellar (handicappedAccessible) flooringType deposit hasCanteen lanCables (highVoltage)
    kitchenComplete listed airConditioning (officeRentDurations) energyCertificate (additionalServicesIncluded) ${COMM}
    ${requiring(DEAL, 'netFloorSpace')}`,
  store: `${HEAD} storeType (locationClassificationType) (areaDivisibleFrom) (shopWindowLength) listed (lift) (goodsLift)
    (goodsLiftLoad) (floorLoad) ramp cellar (supplyType) (flooringType) deposit energyCertificate
    ${requiring(DEAL, 'netFloorSpace')} ${COMM}`,
  gastronomy: `${HEAD} gastronomyType! listed (lift) terrace numberSeats numberBeds cellar deposit energyCertificate
    ${requiring(DEAL, 'totalFloorSpace')} ${COMM}`,
  industry: `${HEAD} industryType! (areaDivisibleFrom) plotArea hallHeight (flooringType) (ramp) (lift) (autoLift) (goodsLift)
    (goodsLiftLoad) (craneRunway) (craneRunwayLoad) (floorLoad) (connectedLoad) deposit energyCertificate
    ${requiring(DEAL, 'totalFloorSpace', 'netFloorSpace')} ${COMM}`,
  specialPurpose: `${HEAD} specialPurposePropertyType! (areaDivisibleFrom) plotArea listed (lift) basement (flooringType)
    deposit energyCertificate ${requiring(DEAL, 'totalFloorSpace')} ${COMM}`,
  garageBuy: `${HEAD} price! usableFloorSpace courtage! ${GARAGE}`,
  garageRent: `${HEAD} price! usableFloorSpace courtage! freeFrom (freeUntil) ${GARAGE}`,
  investment: `${HEAD} price! (industrialArea) plotArea netFloorSpace! investmentType! (energyPerformanceCertificate) courtage!
    totalFloorSpace livingSpace (pricePerSQM) (priceMultiplier) rentalIncomeActual rentalIncomeTarget (otherCosts) listed
    lift energyCertificate ${requiring(COMM, 'constructionYear')}`,
};
const ROOTS = Object.keys(SCHEMA) as Root[];

const elementsOf = (root: Root) =>
  SCHEMA[root].split(/\s+/).map((word) => ({
    name: word.replace(/[()!]/g, ''),
    isRequired: word.endsWith('!'),
    isOptional: word.startsWith('('),
  }));

function verdict(root: Root, changes: Json): string {
  try {
    readObject({ [`realestates.${root}`]: changed(root, changes) }, true);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Values that no element of a kind takes, and its limits passed by one step. */
function badValues(rule: FieldRule): unknown[] {
  switch (rule.kind) {
    case 'boolean':
      return ['true', 1, null];
    case 'choice':
      return ['NOT_A_VALUE', '', true, String(rule.values[0]).toLowerCase()];
    case 'date':
      return ['01.03.2027', '2027-02-30', '2027-3-1', '0000-01-01', 20_270_301];
    case 'text':
      return [1, true, '', ' ', 'x'.repeat(rule.max + 1)];
    case 'group':
      return ['text', 1, [], { unheardOf: 1 }];
    case 'number': {
      const { min, max, decimals } = rule;
      const past = [min !== undefined && min - 0.01, max !== undefined && Number.isFinite(max) && max + 0.01];
      const whole = [min !== undefined && min - 1, max !== undefined && max + 1, 1.5];
      const numbers = (decimals === 0 ? whole : past).filter((one) => one !== false);
      return ['1', true, Number.NaN, ...numbers];
    }
  }
}

describe.each(ROOTS)('the schema of the root %s', (root) => {
  const rules: readonly FieldRule[] = OBJECTS[root];

  it(`${root}: its elements and their order are those of the published schema`, () => {
    const elements = elementsOf(root);
    const here = new Set(rules.map(({ name }) => name));
    const known = elements.filter(({ name, isOptional }) => !isOptional || here.has(name));
    expect(rules.map(({ name }) => name)).toEqual(known.map(({ name }) => name));
  });

  it(`${root}: it requires what the published schema and its validators require`, () => {
    const required = rules.filter((rule) => rule.required).map(({ name }) => name);
    const published = elementsOf(root).filter(({ isRequired }) => isRequired);
    expect(required).toEqual(published.map(({ name }) => name));
  });

  it.each(rules.map((rule) => [rule.name, rule] as const))(
    `${root}: %s is refused with a value of another kind, or past its limits`,
    (name, rule) => {
      for (const value of badValues(rule)) {
        const said = verdict(root, { [name]: value });
        expect([value, said]).toEqual([value, expect.stringContaining(name)]);
      }
    },
  );

  it(`${root}: an element of another root or of none is refused`, () => {
    const own = new Set(rules.map(({ name }) => name));
    const others = ROOTS.flatMap((other) => OBJECTS[other].map(({ name }) => name));
    for (const name of new Set([...others, 'unheardOf', 'Title'])) {
      if (own.has(name)) continue;
      expect(verdict(root, { [name]: 1 })).toBe(`unexpected element ${name}`);
    }
  });

  it(`${root}: the elements inside of an address, a price and a commission have an order and no others beside them`, () => {
    for (const name of ['address', 'price', 'courtage']) {
      const inner = SMALLEST[root][name] as Json | undefined;
      if (inner === undefined) continue;
      expect(verdict(root, { [name]: { ...inner, unheardOf: 1 } })).toContain(`${name}.unheardOf`);
      const reversed = Object.fromEntries(Object.entries(inner).reverse());
      if (Object.keys(inner).length > 1)
        expect(verdict(root, { [name]: reversed })).toContain('stands behind');
    }
    const { city: _city, ...others } = address;
    expect(verdict(root, { address: others })).toContain("'address.city' is required");
  });
});

/** The values of elements that say what an object is; others are enumerated beside `object-blocks.ts`. */
const VALUES: readonly (readonly [root: Root, element: string, values: string])[] = [
  ['apartmentRent', 'apartmentType', `NO_INFORMATION APARTMENT ROOF_STOREY MAISONETTE PENTHOUSE LOFT TERRACED_FLAT
    HALF_BASEMENT GROUND_FLOOR RAISED_GROUND_FLOOR OTHER`],
  ['houseBuy', 'buildingType', `NO_INFORMATION SINGLE_FAMILY_HOUSE MID_TERRACE_HOUSE END_TERRACE_HOUSE MULTI_FAMILY_HOUSE
    BUNGALOW SEMIDETACHED_HOUSE FARMHOUSE VILLA OTHER`],
  ['office', 'officeType', 'LOFT STUDIO OFFICE OFFICE_BUILDING SURGERY SURGERY_BUILDING'],
  ['store', 'storeType', 'STORE SHOPPING_CENTRE DEPARTMENT_STORE KIOSK SHOWROOM_SPACE SALES_AREA'],
  ['gastronomy', 'gastronomyType', 'RESTAURANT GUESTS_HOUSE HOTEL BAR_LOUNGE CAFE CLUB_DISCO TAVERN'],
  ['industry', 'industryType', `HALL INDUSTRY_HALL STORAGE_AREA STORAGE_HALL COLD_STORAGE HIGH_LACK_STORAGE
    SHIPPING_STORAGE REPAIR_SHOP SERVICE_AREA`],
  ['specialPurpose', 'specialPurposePropertyType', 'SPECIAL_ESTATE'],
  ['garageBuy', 'garageType', 'GARAGE UNDERGROUND_GARAGE CARPORT STREET_PARKING CAR_PARK DUPLEX'],
  ['tradeSite', 'utilizationTradeSite', 'LEISURE TRADE AGRICULTURE_FORESTRY'],
  ['investment', 'investmentType', `SHOPPING_CENTRE SUPERMARKET COMMERCIAL_BUILDING OFFICE_BUILDING INDUSTRIAL_PROPERTY
    MULTI_FAMILY_HOUSE LIVING_BUSINESS_HOUSE HOUSING_ESTATE SINGLE_FAMILY_HOUSE FREEHOLD_FLAT OTHER`],
  ['livingBuySite', 'siteDevelopmentType', 'NO_INFORMATION DEVELOPED DEVELOPED_PARTIALLY NOT_DEVELOPED'],
  ['livingBuySite', 'siteConstructibleType', 'NO_INFORMATION CONSTRUCTIONPLAN NEIGHBOURCONSTRUCTION EXTERNALAREA'],
  ['office', 'flooringType', `CONCRETE EPOXY_RESIN TILES PLANKS LAMINATE PARQUET PVC CARPET OFFICE_CARPET ANTISTATIC_FLOOR
    STONE CUSTOMIZABLE WITHOUT`],
  ['houseRent', 'petsAllowed', 'NO_INFORMATION YES NO NEGOTIABLE'],
  ['houseRent', 'parkingSpaceType', 'NO_INFORMATION GARAGE OUTSIDE CARPORT DUPLEX CAR_PARK UNDERGROUND_GARAGE'],
]; // oxfmt-ignore

it.each(VALUES)('the values of %s.%s are those of the published schema', (root, element, values) => {
  const rule = (OBJECTS[root] as readonly FieldRule[]).find(({ name }) => name === element);
  expect(rule?.kind === 'choice' && rule.values.toSorted()).toEqual(values.split(/\s+/).toSorted());
  for (const value of values.split(/\s+/)) expect(verdict(root, { [element]: value })).toBe('taken');
});

const LIVING_ROOTS: readonly Root[] = ['apartmentBuy', 'apartmentRent', 'houseBuy', 'houseRent'];
const COMMERCIAL_ROOTS: readonly Root[] = [
  'office',
  'store',
  'gastronomy',
  'industry',
  'specialPurpose',
  'investment',
];
const SITES: readonly Root[] = ['livingBuySite', 'livingRentSite', 'tradeSite'];
const GARAGES: readonly Root[] = ['garageBuy', 'garageRent'];

/** Edges of ranges by the documentation: the first values are taken, the second ones are not. */
const RANGES: readonly (readonly [roots: readonly Root[], element: string, taken: unknown[], refused: unknown[]])[] = [
  [['apartmentBuy', 'apartmentRent'], 'numberOfRooms', [1, 3.5, 999.99], [0.5, 0.99, 1000]],
  [['houseBuy', 'houseRent'], 'numberOfRooms', [1, 3.5, 999], [0.5, 999.5]],
  [['apartmentBuy', 'apartmentRent'], 'floor', [-1, 200], [-2, 0.5]],
  [['apartmentRent', 'houseRent'], 'baseRent', [0.01, 5000], [0, -1]],
  [LIVING_ROOTS, 'numberOfFloors', [0, 999], [-1, 1000, '3']],
  [LIVING_ROOTS, 'numberOfBedRooms', [0, 99], [100]],
  [LIVING_ROOTS, 'numberOfBathRooms', [0, 99], [100]],
  [LIVING_ROOTS, 'lastRefurbishment', [1000, 9999], [999, 10_000]],
  [LIVING_ROOTS, 'constructionYear', [1000, 9999], [999, 10_000]],
  [LIVING_ROOTS, 'thermalCharacteristic', [0.01, 1999.99], [0, 2000]],
  [LIVING_ROOTS, 'numberOfParkingSpaces', [0, 99_999], [100_000]],
  [[...LIVING_ROOTS, ...COMMERCIAL_ROOTS, ...SITES], 'freeFrom', ['01.03.2027', 'sofort'], ['x'.repeat(51), 1]],
  [COMMERCIAL_ROOTS, 'numberOfFloors', ['3'], [3]],
  [COMMERCIAL_ROOTS, 'distanceToMRS', [0, 999], [-1, 1000, 2.5]],
  [COMMERCIAL_ROOTS, 'distanceToFM', [0, 999], [1000]],
  [COMMERCIAL_ROOTS, 'distanceToPT', [0, 999], [1000]],
  [COMMERCIAL_ROOTS, 'distanceToAirport', [0, 999], [1000]],
  [COMMERCIAL_ROOTS.filter((root) => root !== 'investment'), 'minDivisible', [1], [0.99]],
  [SITES, 'minDivisible', [1], [0.99]],
  [SITES, 'grz', [0, 9.99], [10]],
  [SITES, 'gfz', [0, 9.99], [10]],
  [SITES, 'plotArea', [0.01], [0]],
  [GARAGES, 'usableFloorSpace', [0, 99.99], [100]],
  [['garageRent'], 'freeFrom', ['2027-03-01', '0001-01-01', '2024-02-29'], ['01.03.2027', '2027-02-29', '0000-01-01', '2027-03-01Z']],
]; // oxfmt-ignore

it.each(RANGES.flatMap(([roots, ...rest]) => roots.map((root) => [root, ...rest] as const)))(
  'the range of %s.%s is the documented one',
  (root, element, taken, refused) => {
    for (const value of taken) expect([value, verdict(root, { [element]: value })]).toEqual([value, 'taken']);
    for (const value of refused)
      expect([value, verdict(root, { [element]: value })]).toEqual([value, expect.stringContaining(element)]);
  },
);

describe('the energy sources of an object', () => {
  const sources = (energySourceEnev2014: unknown) =>
    verdict('office', { energySourcesEnev2014: { energySourceEnev2014 } });

  it('several are taken, no information stands alone, and there is at least one', () => {
    expect(sources(['GAS', 'OIL'])).toBe('taken');
    expect(sources(['NO_INFORMATION'])).toBe('taken');
    expect(sources(['NO_INFORMATION', 'GAS'])).toContain('energySourceEnev2014');
    expect(sources([])).toContain('energySourceEnev2014');
    expect(verdict('office', { energySourcesEnev2014: {} })).toContain('energySourceEnev2014');
  });
});
