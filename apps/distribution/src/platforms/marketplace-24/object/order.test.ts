import { PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPropertyOf, wildText } from '../test-support/any-property.ts';
import { exampleOf } from '../test-support/examples.ts';
import { objectBody } from './body.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The order of the documented schema, written down by hand and not taken from the mapping. */
const HEAD =
  'externalId title address descriptionNote furnishingNote locationNote otherNote showAddress contact';
const LIVING = `energyCertificate cellar handicappedAccessible numberOfParkingSpaces condition lastRefurbishment
  interiorQuality constructionYear freeFrom heatingTypeEnev2014 energySourcesEnev2014 buildingEnergyRatingType
  thermalCharacteristic energyConsumptionContainsWarmWater numberOfFloors usableFloorSpace numberOfBedRooms
  numberOfBathRooms guestToilet parkingSpaceType`;
const RENTED = 'rented rentalIncome listed parkingSpacePrice summerResidencePractical';
const RENTS = `baseRent totalRent serviceCharge deposit heatingCosts heatingCostsInServiceCharge petsAllowed
  parkingSpacePrice useAsFlatshareRoom`;
const FLAT =
  'livingSpace numberOfRooms builtInKitchen balcony certificateOfEligibilityNeeded garden courtage';
const HOUSE = 'livingSpace plotArea numberOfRooms courtage';
const COMM = `distanceToMRS distanceToFM distanceToPT distanceToAirport condition numberOfParkingSpaces
  parkingSpacePrice lastRefurbishment interiorQuality constructionYear freeFrom heatingTypeEnev2014
  energySourcesEnev2014 thermalCharacteristic energyConsumptionContainsWarmWater buildingEnergyRatingType
  numberOfFloors additionalCosts`;
const DEAL = 'commercializationType price totalFloorSpace netFloorSpace minDivisible courtage';
const SITE =
  'price plotArea minDivisible courtage freeFrom siteDevelopmentType siteConstructibleType grz gfz';
const OFFICE = `${HEAD} officeType lift cellar flooringType deposit hasCanteen lanCables kitchenComplete listed
  airConditioning energyCertificate ${COMM} ${DEAL}`;
const STORE = `${HEAD} storeType listed ramp cellar deposit energyCertificate ${DEAL} ${COMM}`;
const GASTRONOMY = `${HEAD} gastronomyType listed terrace numberSeats numberBeds cellar deposit energyCertificate
  ${DEAL} ${COMM}`;
const INDUSTRY = `${HEAD} industryType plotArea hallHeight deposit energyCertificate ${DEAL} ${COMM}`;
const SPECIAL = `${HEAD} specialPurposePropertyType plotArea listed basement deposit energyCertificate ${DEAL} ${COMM}`;
const INVESTMENT = `${HEAD} price plotArea netFloorSpace investmentType courtage totalFloorSpace livingSpace
  rentalIncomeActual rentalIncomeTarget listed lift energyCertificate ${COMM}`;

const ORDER: Readonly<Record<PropertyType, readonly [root: string, elements: string]>> = {
  apartmentBuy: ['apartmentBuy', `${HEAD} apartmentType floor lift ${LIVING} ${RENTED} price ${FLAT} serviceCharge`],
  apartmentRent: ['apartmentRent', `${HEAD} apartmentType floor lift ${LIVING} ${RENTS} ${FLAT}`],
  houseBuy: ['houseBuy', `${HEAD} lodgerFlat buildingType ${LIVING} ${RENTED} price ${HOUSE}`],
  houseRent: ['houseRent', `${HEAD} ${HOUSE} buildingType ${LIVING} ${RENTS} builtInKitchen`],
  plotBuy: ['livingBuySite', `${HEAD} commercializationType ${SITE}`],
  plotRent: ['livingRentSite', `${HEAD} commercializationType ${SITE}`],
  commercialPlotBuy: ['tradeSite', `${HEAD} commercializationType utilizationTradeSite ${SITE}`],
  officeBuy: ['office', OFFICE],
  officeRent: ['office', OFFICE],
  retailBuy: ['store', STORE],
  retailRent: ['store', STORE],
  gastronomyBuy: ['gastronomy', GASTRONOMY],
  gastronomyRent: ['gastronomy', GASTRONOMY],
  industrialBuy: ['industry', INDUSTRY],
  industrialRent: ['industry', INDUSTRY],
  otherCommercialBuy: ['specialPurpose', SPECIAL],
  otherCommercialRent: ['specialPurpose', SPECIAL],
  parkingSpaceBuy: ['garageBuy', `${HEAD} price usableFloorSpace courtage garageType constructionYear condition
    lastRefurbishment`],
  parkingSpaceRent: ['garageRent', `${HEAD} price usableFloorSpace courtage freeFrom garageType constructionYear condition
    lastRefurbishment`],
  residentialInvestmentBuy: ['investment', INVESTMENT],
  commercialInvestmentBuy: ['investment', INVESTMENT],
}; // oxfmt-ignore

const WATER = 'energyConsumptionContainsWarmWater';
const ONLY_RENTED = ['deposit', 'additionalCosts'];

/** Elements of a shared root that only other types under it have a field for. */
const WITHOUT_FIELD: Readonly<Partial<Record<PropertyType, readonly string[]>>> = {
  officeBuy: [...ONLY_RENTED, WATER],
  officeRent: [WATER],
  retailBuy: [...ONLY_RENTED, WATER],
  retailRent: [WATER],
  gastronomyBuy: [...ONLY_RENTED, WATER, 'minDivisible'],
  gastronomyRent: [WATER, 'minDivisible'],
  industrialBuy: [...ONLY_RENTED, WATER],
  industrialRent: [WATER],
  otherCommercialBuy: [...ONLY_RENTED, WATER],
  otherCommercialRent: [WATER],
  residentialInvestmentBuy: ['parkingSpacePrice'],
  commercialInvestmentBuy: ['parkingSpacePrice', WATER],
};

describe.each(PROPERTY_TYPE_NAMES)('the body of the type %s', (type) => {
  const [root, elements] = ORDER[type];
  const order = words(elements);

  it(`${type}: the elements of any body stand in the documented order under ${root}`, () => {
    const examples = (['smallest', 'full'] as const).map((size) => exampleOf(type, size));
    for (const snapshot of [...examples, ...fc.sample(anyPropertyOf(type, wildText), 60)]) {
      const body = objectBody(snapshot, '77');
      expect(Object.keys(body)).toEqual([`realestates.${root}`]);
      const names = Object.keys(body[`realestates.${root}`] as object);
      expect(names).toEqual(order.filter((name) => names.includes(name)));
    }
  });

  it(`${type}: every documented element is in the body of some property`, () => {
    const found = fc
      .sample(anyPropertyOf(type, wildText), 400)
      .flatMap((snapshot) => Object.keys(objectBody(snapshot, '77')[`realestates.${root}`] as object));
    const never = order.filter((name) => !found.includes(name));
    expect(never.toSorted()).toEqual((WITHOUT_FIELD[type] ?? []).toSorted());
  });
});
