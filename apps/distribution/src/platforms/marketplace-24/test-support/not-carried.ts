import type { FieldName, PropertyType } from '@estate/contracts';

const PLOT: readonly FieldName[] = [
  'salesStatus',
  'condition', 'constructionYear', 'lastRefurbished', 'interiorQuality', 'heatingType', 'energyCertificateStatus',
  'hasCellar', 'isListed', 'numberOfFloors', 'numberOfParkingSpaces', 'usableArea',
]; // oxfmt-ignore
const PARKING: readonly FieldName[] = [
  'salesStatus',
  'interiorQuality', 'heatingType', 'energyCertificateStatus', 'hasCellar', 'isListed', 'numberOfFloors',
  'numberOfParkingSpaces',
]; // oxfmt-ignore

/** The fields that the marketplace lacks, according to its documentation. */
export const NOT_CARRIED: Readonly<Record<PropertyType, readonly FieldName[]>> = {
  apartmentBuy: ['salesStatus'],
  apartmentRent: ['isListed', 'salesStatus'],
  houseBuy: ['salesStatus'],
  houseRent: ['isListed', 'salesStatus'],
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
  officeBuy: ['salesStatus'],
  officeRent: ['salesStatus', 'totalRent'],
  retailBuy: ['salesStatus'],
  retailRent: ['salesStatus', 'totalRent'],
  gastronomyBuy: ['salesStatus'],
  gastronomyRent: ['salesStatus', 'totalRent'],
  industrialBuy: ['hasCellar', 'isListed', 'parkingArea', 'salesStatus'],
  industrialRent: ['hasCellar', 'isListed', 'parkingArea', 'salesStatus', 'totalRent'],
  otherCommercialBuy: ['salesStatus'],
  otherCommercialRent: ['salesStatus', 'totalRent'],
  parkingSpaceBuy: [...PARKING, 'availableFrom'],
  parkingSpaceRent: [...PARKING, 'deposit', 'totalRent'],
  residentialInvestmentBuy: ['hasCellar', 'salesStatus'],
  commercialInvestmentBuy: ['hasCellar', 'salesStatus'],
};
