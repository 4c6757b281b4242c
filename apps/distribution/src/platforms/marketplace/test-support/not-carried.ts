import type { FieldName, PropertyType } from '@estate/contracts';

const PLOT: readonly FieldName[] = [
  'condition', 'constructionYear', 'lastRefurbished', 'interiorQuality', 'heatingType', 'energyCertificateStatus',
  'hasCellar', 'isListed', 'numberOfFloors', 'numberOfParkingSpaces', 'usableArea',
]; // oxfmt-ignore
const PARKING: readonly FieldName[] = [
  'interiorQuality', 'heatingType', 'energyCertificateStatus', 'hasCellar', 'isListed', 'numberOfFloors',
  'numberOfParkingSpaces',
]; // oxfmt-ignore

/** The fields that the marketplace has no place for, as its documentation says. */
export const NOT_CARRIED: Readonly<Record<PropertyType, readonly FieldName[]>> = {
  apartmentBuy: [],
  apartmentRent: ['isListed'],
  houseBuy: [],
  houseRent: ['isListed'],
  plotBuy: PLOT,
  plotRent: PLOT,
  commercialPlotBuy: [
    ...PLOT,
    'commercialEnergyCertificate',
    'drivingTimeToAirport',
    'drivingTimeToFreeway',
    'drivingTimeToTrainStation',
    'walkingTimeToPublicTransit',
  ],
  officeBuy: [],
  officeRent: [],
  retailBuy: [],
  retailRent: [],
  gastronomyBuy: [],
  gastronomyRent: [],
  industrialBuy: ['hasCellar', 'isListed', 'parkingArea'],
  industrialRent: ['hasCellar', 'isListed', 'parkingArea'],
  otherCommercialBuy: [],
  otherCommercialRent: [],
  parkingSpaceBuy: [...PARKING, 'availableFrom'],
  parkingSpaceRent: [...PARKING, 'deposit'],
  residentialInvestmentBuy: ['hasCellar'],
  commercialInvestmentBuy: ['hasCellar'],
};
