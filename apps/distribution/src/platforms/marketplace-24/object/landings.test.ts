import { FIELDS_OF, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { FieldName, PropertyType } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { carries } from './carries.ts';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
type Landings = Readonly<Partial<Record<FieldName, string>>>;

const CERTIFICATE = `energyCertificate/energyCertificateCreationDate buildingEnergyRatingType thermalCharacteristic
  energySourcesEnev2014/energySourceEnev2014`;
const OF_HOMES = `${CERTIFICATE} energyCertificate/energyEfficiencyClass energyConsumptionContainsWarmWater`;
const OF_COMMERCE = `${CERTIFICATE} energyCertificate/thermalCharacteristicElectricity
  energyCertificate/thermalCharacteristicHeating energyCertificate/electricityConsumption
  energyCertificate/heatingConsumption energyCertificate/energyConsumptionElectricity
  energyCertificate/energyConsumptionHeating`;

/** Where each field is on the marketplace, by its documentation and not by the mapping. */
const HEAD: Landings = {
  title: 'title',
  address: `address/street address/houseNumber address/postcode address/city address/internationalCountryRegion/country
    address/internationalCountryRegion/region showAddress`,
  description: 'descriptionNote',
  furnishingDescription: 'furnishingNote',
  locationDescription: 'locationNote',
  miscellaneousDescription: 'otherNote',
  commission: 'courtage/hasCourtage courtage/courtage',
  commissionDescription: 'courtage/courtage courtage/courtageNote',
  hasCommission: 'courtage/hasCourtage',
};
const BUILDING: Landings = {
  condition: 'condition',
  constructionYear: 'constructionYear',
  lastRefurbished: 'lastRefurbishment',
};
const INSIDE: Landings = {
  ...BUILDING,
  interiorQuality: 'interiorQuality',
  heatingType: 'heatingTypeEnev2014',
  numberOfFloors: 'numberOfFloors',
  numberOfParkingSpaces: 'numberOfParkingSpaces',
  availableFrom: 'freeFrom',
  energyCertificateStatus: 'energyCertificate/energyCertificateAvailability',
};
const HOME: Landings = {
  ...HEAD,
  ...INSIDE,
  residentialEnergyCertificate: OF_HOMES,
  hasCellar: 'cellar',
  isAccessible: 'handicappedAccessible',
  usableArea: 'usableFloorSpace',
  livingArea: 'livingSpace',
  numberOfRooms: 'numberOfRooms',
  numberOfBedrooms: 'numberOfBedRooms',
  numberOfBathrooms: 'numberOfBathRooms',
  hasGuestToilet: 'guestToilet',
  parkingSpaceType: 'parkingSpaceType',
};
const PRICE: Landings = { purchasePrice: 'price/value', purchasePriceOnRequest: 'price/value' };
const HOME_SALE: Landings = {
  ...PRICE,
  isRented: 'rented',
  monthlyRentalIncome: 'rentalIncome',
  isListed: 'listed',
  parkingSpacePurchasePrice: 'parkingSpacePrice',
  isSuitableAsHolidayHome: 'summerResidencePractical',
};
const HOME_RENT: Landings = {
  baseRent: 'baseRent',
  totalRent: 'totalRent',
  additionalCosts: 'serviceCharge',
  deposit: 'deposit',
  heatingCosts: 'heatingCosts',
  additionalCostsIncludeHeatingCosts: 'heatingCostsInServiceCharge',
  petsAllowed: 'petsAllowed',
  parkingSpaceRent: 'parkingSpacePrice',
  isSuitableAsSharedFlat: 'useAsFlatshareRoom',
};
const FLAT: Landings = {
  apartmentType: 'apartmentType',
  floor: 'floor',
  hasLift: 'lift',
  hasBuiltInKitchen: 'builtInKitchen',
  hasBalcony: 'balcony',
  requiresWBS: 'certificateOfEligibilityNeeded',
  hasGarden: 'garden',
};
const HOUSE: Landings = { houseType: 'buildingType', plotArea: 'plotArea' };
const SITE: Landings = {
  ...HEAD,
  plotArea: 'plotArea',
  divisibleFrom: 'minDivisible',
  availableFrom: 'freeFrom',
  development: 'siteDevelopmentType',
  buildingRegulation: 'siteConstructibleType',
  siteCoverageIndex: 'grz',
  floorSpaceIndex: 'gfz',
};
const REACH: Landings = {
  drivingTimeToTrainStation: 'distanceToMRS',
  drivingTimeToFreeway: 'distanceToFM',
  walkingTimeToPublicTransit: 'distanceToPT',
  drivingTimeToAirport: 'distanceToAirport',
};
const COMMERCE: Landings = {
  ...HEAD,
  ...INSIDE,
  ...REACH,
  commercialEnergyCertificate: OF_COMMERCE,
  totalArea: 'totalFloorSpace',
  usableArea: 'netFloorSpace',
  divisibleFrom: 'minDivisible',
};
const COMMERCE_SALE: Landings = { ...PRICE, parkingSpacePurchasePrice: 'parkingSpacePrice' };
const COMMERCE_RENT: Landings = {
  baseRent: 'price/value',
  additionalCosts: 'additionalCosts/value',
  deposit: 'deposit',
  parkingSpaceRent: 'parkingSpacePrice',
};
const OFFICE: Landings = {
  ...COMMERCE,
  officeType: 'officeType',
  hasLift: 'lift',
  hasCellar: 'cellar',
  flooringType: 'flooringType',
  hasCanteen: 'hasCanteen',
  hasNetworkCables: 'lanCables',
  hasKitchen: 'kitchenComplete',
  isListed: 'listed',
  hasAirConditioning: 'airConditioning',
};
const STORE: Landings = {
  ...COMMERCE,
  retailType: 'storeType',
  isListed: 'listed',
  hasRamp: 'ramp',
  hasCellar: 'cellar',
};
const GASTRONOMY: Landings = {
  ...COMMERCE,
  gastronomyType: 'gastronomyType',
  isListed: 'listed',
  hasTerrace: 'terrace',
  numberOfSeats: 'numberSeats',
  numberOfBeds: 'numberBeds',
  hasCellar: 'cellar',
};
const INDUSTRY: Landings = {
  ...COMMERCE,
  industrialType: 'industryType',
  plotArea: 'plotArea',
  hallHeight: 'hallHeight',
};
const SPECIAL: Landings = { ...COMMERCE, plotArea: 'plotArea', isListed: 'listed', hasCellar: 'basement' };
const GARAGE: Landings = {
  ...HEAD,
  ...BUILDING,
  usableArea: 'usableFloorSpace',
  parkingSpaceType: 'garageType',
};
const INVESTMENT: Landings = {
  ...HEAD,
  ...INSIDE,
  ...REACH,
  ...PRICE,
  plotArea: 'plotArea',
  rentableArea: 'netFloorSpace',
  usableArea: 'netFloorSpace',
  totalArea: 'totalFloorSpace',
  livingArea: 'livingSpace',
  actualYearlyRentalIncome: 'rentalIncomeActual/value',
  targetYearlyRentalIncome: 'rentalIncomeTarget/value',
  additionalCosts: 'additionalCosts/value',
  isListed: 'listed',
  hasLift: 'lift',
};

const LANDINGS: Readonly<Record<PropertyType, Landings>> = {
  apartmentBuy: { ...HOME, ...HOME_SALE, ...FLAT, condoFee: 'serviceCharge' },
  apartmentRent: { ...HOME, ...HOME_RENT, ...FLAT },
  houseBuy: { ...HOME, ...HOME_SALE, ...HOUSE, hasLodgerFlat: 'lodgerFlat' },
  houseRent: { ...HOME, ...HOME_RENT, ...HOUSE, hasBuiltInKitchen: 'builtInKitchen' },
  plotBuy: { ...SITE, ...PRICE },
  plotRent: { ...SITE, yearlyRent: 'price/value' },
  officeBuy: { ...OFFICE, ...COMMERCE_SALE },
  officeRent: { ...OFFICE, ...COMMERCE_RENT },
  retailBuy: { ...STORE, ...COMMERCE_SALE },
  retailRent: { ...STORE, ...COMMERCE_RENT },
  gastronomyBuy: { ...GASTRONOMY, ...COMMERCE_SALE },
  gastronomyRent: { ...GASTRONOMY, ...COMMERCE_RENT },
  industrialBuy: { ...INDUSTRY, ...COMMERCE_SALE },
  industrialRent: { ...INDUSTRY, ...COMMERCE_RENT },
  otherCommercialBuy: { ...SPECIAL, ...COMMERCE_SALE },
  otherCommercialRent: { ...SPECIAL, ...COMMERCE_RENT },
  parkingSpaceBuy: { ...GARAGE, ...PRICE },
  parkingSpaceRent: { ...GARAGE, baseRent: 'price/value', availableFrom: 'freeFrom' },
  commercialPlotBuy: { ...SITE, ...PRICE, commercialPlotType: 'utilizationTradeSite' },
  residentialInvestmentBuy: {
    ...INVESTMENT,
    residentialEnergyCertificate: OF_HOMES,
    residentialInvestmentType: 'investmentType',
  },
  commercialInvestmentBuy: {
    ...INVESTMENT,
    commercialEnergyCertificate: OF_COMMERCE,
    commercialInvestmentType: 'investmentType',
  },
};

describe('a field of a property of type', () => {
  it.each(PROPERTY_TYPE_NAMES)('%s lands where the documentation of the marketplace has it', (type) => {
    for (const name of Object.keys(FIELDS_OF[type].shape) as FieldName[]) {
      const found = (carries(type)[name] ?? []).toSorted();
      expect([name, found]).toEqual([name, words(LANDINGS[type][name] ?? '').toSorted()]);
    }
  });
});
