import { definePropertyType } from '../define-property-type.ts';
import { otherCommercial } from '../groups/commercial.ts';
import { amount } from '../groups/measures.ts';
import { sale } from '../groups/prices.ts';

export const otherCommercialBuy = definePropertyType({
  name: 'otherCommercialBuy',
  label: { de: 'Sonstige Gewerbeimmobilie zum Kauf', en: 'Other commercial property for sale' },
  description: 'Attributes of a commercial property of another kind for sale.',
  deal: 'sale',
  use: 'commercial',
  fields: { ...otherCommercial, ...sale, parkingSpacePurchasePrice: amount.optional() },
  example: { title: 'Former riding school with a yard', purchasePrice: 890000 },
});
