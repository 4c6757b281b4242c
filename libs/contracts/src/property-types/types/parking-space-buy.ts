import { definePropertyType } from '../define-property-type.ts';
import { base } from '../groups/base.ts';
import { parkingSpaceType, sale } from '../groups/prices.ts';
import { UNUSUAL_FOR_PARKING } from '../groups/unusual.ts';

export const parkingSpaceBuy = definePropertyType({
  name: 'parkingSpaceBuy',
  label: { de: 'Stellplatz zum Kauf', en: 'Parking space for sale' },
  description: 'Attributes of a garage or a parking space for sale.',
  deal: 'sale',
  use: 'residential',
  kind: 'parkingSpaceType',
  fields: { ...base, ...sale, parkingSpaceType },
  unusual: UNUSUAL_FOR_PARKING,
  example: { title: 'Underground parking space', purchasePrice: 24500, usableArea: 12.5 },
});
