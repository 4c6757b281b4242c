import { definePropertyType } from '../define-property-type.ts';
import { gastronomy } from '../groups/commercial.ts';
import { amount } from '../groups/measures.ts';
import { sale } from '../groups/prices.ts';

export const gastronomyBuy = definePropertyType({
  name: 'gastronomyBuy',
  label: { de: 'Gastronomie zum Kauf', en: 'Gastronomy for sale' },
  description: 'Attributes of a restaurant, a hotel or a bar for sale.',
  deal: 'sale',
  use: 'commercial',
  kind: 'gastronomyType',
  fields: { ...gastronomy, ...sale, parkingSpacePurchasePrice: amount.optional() },
  example: { title: 'Restaurant with a terrace on the river', purchasePrice: 890000 },
});
