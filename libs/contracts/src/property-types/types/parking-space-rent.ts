import { definePropertyType } from '../define-property-type.ts';
import { base } from '../groups/base.ts';
import { parkingRent, parkingSpaceType } from '../groups/prices.ts';
import { UNUSUAL_FOR_PARKING } from '../groups/unusual.ts';

export const parkingSpaceRent = definePropertyType({
  name: 'parkingSpaceRent',
  label: { de: 'Stellplatz zur Miete', en: 'Parking space for rent' },
  description: 'Attributes of a garage or a parking space for rent.',
  deal: 'rent',
  use: 'residential',
  kind: 'parkingSpaceType',
  fields: { ...base, ...parkingRent, parkingSpaceType },
  unusual: UNUSUAL_FOR_PARKING,
  example: {
    title: 'Garage near the market square',
    parkingSpaceType: 'garage',
    baseRent: 85,
    totalRent: 95,
    usableArea: 14,
  },
});
