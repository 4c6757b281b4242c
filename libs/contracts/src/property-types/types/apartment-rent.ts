import { definePropertyType } from '../define-property-type.ts';
import { apartment } from '../groups/apartment.ts';
import { rent } from '../groups/prices.ts';

export const apartmentRent = definePropertyType({
  name: 'apartmentRent',
  label: { de: 'Wohnung zur Miete', en: 'Apartment for rent' },
  description: 'Attributes of an apartment for rent.',
  deal: 'rent',
  use: 'residential',
  kind: 'apartmentType',
  fields: { ...apartment, ...rent },
  example: { title: 'Two quiet rooms with a balcony', apartmentType: 'floor' },
});
