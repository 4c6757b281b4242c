import { definePropertyType } from '../define-property-type.ts';
import { otherCommercial } from '../groups/commercial.ts';
import { commercialRent } from '../groups/prices.ts';

export const otherCommercialRent = definePropertyType({
  name: 'otherCommercialRent',
  label: { de: 'Sonstige Gewerbeimmobilie zur Miete', en: 'Other commercial property for rent' },
  description: 'Attributes of a commercial property of another kind for rent.',
  deal: 'rent',
  use: 'commercial',
  fields: { ...otherCommercial, ...commercialRent },
  example: { title: 'Former riding school with a yard', baseRent: 3200, totalRent: 3800 },
});
