import { definePropertyType } from '../define-property-type.ts';
import { industrial } from '../groups/commercial.ts';
import { amount } from '../groups/measures.ts';
import { sale } from '../groups/prices.ts';

export const industrialBuy = definePropertyType({
  name: 'industrialBuy',
  label: { de: 'Halle/Lager/Produktion zum Kauf', en: 'Industrial property for sale' },
  description: 'Attributes of a hall, a storage or a production site for sale.',
  deal: 'sale',
  use: 'commercial',
  kind: 'industrialType',
  fields: { ...industrial, ...sale, parkingSpacePurchasePrice: amount.optional() },
  example: { title: 'Storage hall next to the motorway', purchasePrice: 890000 },
});
