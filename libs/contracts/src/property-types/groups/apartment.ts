import { z } from 'zod';
import { base } from './base.ts';
import { residentialEnergy } from './energy.ts';
import { flag } from './measures.ts';
import { numberOfRooms, rooms } from './rooms.ts';

export const apartment = {
  ...base,
  ...rooms,
  ...residentialEnergy,
  numberOfRooms,
  apartmentType: z.enum([
    'apartment', 'attic', 'maisonette', 'penthouse', 'loft', 'terrace', 'lowerGroundFloor', 'groundFloor',
    'upperGroundFloor', 'floor', 'other',
  ]), // oxfmt-ignore
  floor: z.int().min(-10).max(200).optional(),
  hasLift: flag.optional(),
  isAccessible: flag.optional(),
  hasBalcony: flag.optional(),
  hasBuiltInKitchen: flag.optional(),
  hasGarden: flag.optional(),
  requiresWBS: flag.optional(),
};
