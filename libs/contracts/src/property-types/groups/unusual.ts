/** Fields of buildings, which are unusual for land. */
export const UNUSUAL_FOR_LAND = [
  'condition', 'constructionYear', 'lastRefurbished', 'interiorQuality', 'heatingType', 'energyCertificateStatus',
  'hasCellar', 'isListed', 'numberOfFloors', 'numberOfParkingSpaces', 'usableArea', 'furnishingDescription',
] as const; // oxfmt-ignore

/** Fields of commercial buildings, which no platform supports for a plot. */
export const UNUSUAL_FOR_COMMERCIAL_LAND = [
  'commercialEnergyCertificate', 'drivingTimeToAirport', 'drivingTimeToFreeway', 'drivingTimeToTrainStation',
  'walkingTimeToPublicTransit',
] as const; // oxfmt-ignore

/** Fields of larger buildings, which are unusual for a parking space. */
export const UNUSUAL_FOR_PARKING = [
  'interiorQuality', 'heatingType', 'energyCertificateStatus', 'hasCellar', 'isListed', 'numberOfFloors',
  'numberOfParkingSpaces', 'furnishingDescription',
] as const; // oxfmt-ignore
