import { definePropertyType } from '../define-property-type.ts';
import { office } from '../groups/commercial.ts';
import { commercialRent } from '../groups/prices.ts';

export const officeRent = definePropertyType({
  name: 'officeRent',
  label: { de: 'Büro/Praxis zur Miete', en: 'Office for rent' },
  description: 'Attributes of an office or a practice for rent.',
  deal: 'rent',
  use: 'commercial',
  kind: 'officeType',
  fields: { ...office, ...commercialRent },
  example: { title: 'Bright office near the station', baseRent: 3200, totalRent: 3800 },
});
