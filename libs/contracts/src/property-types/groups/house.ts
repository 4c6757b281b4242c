import { z } from 'zod';
import { base } from './base.ts';
import { residentialEnergy } from './energy.ts';
import { area, flag } from './measures.ts';
import { numberOfRooms, rooms } from './rooms.ts';

/** Callers may leave out the number of rooms of a house. */
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
