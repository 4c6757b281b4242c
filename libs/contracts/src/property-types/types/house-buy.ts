import { definePropertyType } from '../define-property-type.ts';
import { house } from '../groups/house.ts';
import { flag } from '../groups/measures.ts';
import { sale, parkingSale } from '../groups/prices.ts';
import { letting } from '../groups/rooms.ts';

export const houseBuy = definePropertyType({
  name: 'houseBuy',
  label: { de: 'Haus zum Kauf', en: 'House for sale' },
  description: 'Attributes of a house for sale.',
  deal: 'sale',
  use: 'residential',
  kind: 'houseType',
  fields: { ...house, ...sale, ...letting, ...parkingSale, hasLodgerFlat: flag.optional() },
  example: {
    title: 'Family house with a large garden',
    livingArea: 142,
    numberOfRooms: 5,
    parkingSpaceType: 'garage',
  },
});
