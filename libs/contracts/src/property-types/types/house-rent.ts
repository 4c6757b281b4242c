import { definePropertyType } from '../define-property-type.ts';
import { house } from '../groups/house.ts';
import { flag } from '../groups/measures.ts';
import { rent } from '../groups/prices.ts';

export const houseRent = definePropertyType({
  name: 'houseRent',
  label: { de: 'Haus zur Miete', en: 'House for rent' },
  description: 'Attributes of a house for rent.',
  deal: 'rent',
  use: 'residential',
  kind: 'houseType',
  fields: { ...house, ...rent, hasBuiltInKitchen: flag.optional() },
  example: {
    title: 'Terraced house near the school',
    houseType: 'midTerrace',
    livingArea: 118,
    parkingSpaceType: 'carport',
  },
});
