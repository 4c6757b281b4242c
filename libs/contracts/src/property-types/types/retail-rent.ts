import { definePropertyType } from '../define-property-type.ts';
import { retail } from '../groups/commercial.ts';
import { commercialRent } from '../groups/prices.ts';

export const retailRent = definePropertyType({
  name: 'retailRent',
  label: { de: 'Einzelhandelsfläche zur Miete', en: 'Retail space for rent' },
  description: 'Attributes of a retail space for rent.',
  deal: 'rent',
  use: 'commercial',
  kind: 'retailType',
  fields: { ...retail, ...commercialRent },
  example: { title: 'Shop in the pedestrian zone', baseRent: 3200, totalRent: 3800 },
});
