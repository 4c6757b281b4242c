import { definePropertyType } from '../define-property-type.ts';
import { industrial } from '../groups/commercial.ts';
import { commercialRent } from '../groups/prices.ts';

export const industrialRent = definePropertyType({
  name: 'industrialRent',
  label: { de: 'Halle/Lager/Produktion zur Miete', en: 'Industrial property for rent' },
  description: 'Attributes of a hall, a storage or a production site for rent.',
  deal: 'rent',
  use: 'commercial',
  kind: 'industrialType',
  fields: { ...industrial, ...commercialRent },
  example: { title: 'Storage hall next to the motorway', baseRent: 3200, totalRent: 3800 },
});
