import { z } from 'zod';
import { base } from './base.ts';
import { residentialEnergy } from './energy.ts';
import { area, flag } from './measures.ts';
import { numberOfRooms, rooms } from './rooms.ts';

/** The fields of a house; the number of rooms is optional. */
export const house = {
  ...base,
  ...rooms,
  ...residentialEnergy,
  numberOfRooms: numberOfRooms.optional(),
  plotArea: area,
  houseType: z
    .enum([
      'singleFamily',
      'midTerrace',
      'endTerrace',
      'multiFamily',
      'bungalow',
      'semiDetached',
      'farm',
      'villa',
      'other',
    ]) // oxfmt-ignore
    .optional(),
  isAccessible: flag.optional(),
};
