import { definePropertyType } from '../define-property-type.ts';
import { gastronomy } from '../groups/commercial.ts';
import { commercialRent } from '../groups/prices.ts';

export const gastronomyRent = definePropertyType({
  name: 'gastronomyRent',
  label: { de: 'Gastronomie zur Miete', en: 'Gastronomy for rent' },
  description: 'Attributes of a restaurant, a hotel or a bar for rent.',
  deal: 'rent',
  use: 'commercial',
  kind: 'gastronomyType',
  fields: { ...gastronomy, ...commercialRent },
  example: { title: 'Restaurant with a terrace on the river', baseRent: 3200, totalRent: 3800 },
});
