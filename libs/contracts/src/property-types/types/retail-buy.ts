import { definePropertyType } from '../define-property-type.ts';
import { retail } from '../groups/commercial.ts';
import { amount } from '../groups/measures.ts';
import { sale } from '../groups/prices.ts';

export const retailBuy = definePropertyType({
  name: 'retailBuy',
  label: { de: 'Einzelhandelsfläche zum Kauf', en: 'Retail space for sale' },
  description: 'Attributes of a retail space for sale.',
  deal: 'sale',
  use: 'commercial',
  kind: 'retailType',
  fields: { ...retail, ...sale, parkingSpacePurchasePrice: amount.optional() },
  example: { title: 'Shop in the pedestrian zone', purchasePrice: 890000 },
});
