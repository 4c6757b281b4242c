import { definePropertyType } from '../define-property-type.ts';
import { office } from '../groups/commercial.ts';
import { amount } from '../groups/measures.ts';
import { sale } from '../groups/prices.ts';

export const officeBuy = definePropertyType({
  name: 'officeBuy',
  label: { de: 'Büro/Praxis zum Kauf', en: 'Office for sale' },
  description: 'Attributes of an office or a practice for sale.',
  deal: 'sale',
  use: 'commercial',
  kind: 'officeType',
  fields: { ...office, ...sale, parkingSpacePurchasePrice: amount.optional() },
  example: { title: 'Bright office near the station', purchasePrice: 890000 },
});
