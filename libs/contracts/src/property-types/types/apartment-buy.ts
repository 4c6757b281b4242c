import { definePropertyType } from '../define-property-type.ts';
import { apartment } from '../groups/apartment.ts';
import { amount } from '../groups/measures.ts';
import { sale, parkingSale } from '../groups/prices.ts';
import { letting } from '../groups/rooms.ts';

export const apartmentBuy = definePropertyType({
  name: 'apartmentBuy',
  label: { de: 'Wohnung zum Kauf', en: 'Apartment for sale' },
  description: 'Attributes of an apartment for sale.',
  deal: 'sale',
  use: 'residential',
  kind: 'apartmentType',
  fields: { ...apartment, ...sale, ...letting, ...parkingSale, condoFee: amount.optional() },
  example: { title: 'Maisonette above the roofs' },
});
