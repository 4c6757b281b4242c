import { z } from 'zod';
import { access } from './access.ts';
import { base } from './base.ts';
import { commercialEnergy } from './energy.ts';
import { area, count, flag } from './measures.ts';
import { divisibleFrom } from './plot.ts';

/** The fields of all commercial buildings. */
const building = { ...base, ...commercialEnergy, ...access, usableArea: area };

const FLOORINGS = [
  'concrete', 'epoxyResin', 'tiles', 'planks', 'laminate', 'parquet', 'pvc', 'carpet', 'officeCarpet',
  'antistatic', 'stone', 'customizable', 'none',
] as const; // oxfmt-ignore

export const office = {
  ...building,
  totalArea: area.optional(),
  officeType: z
    .enum(['loft', 'studio', 'office', 'officeBuilding', 'doctorsOffice', 'doctorsOfficeBuilding'])
    .optional(),
  divisibleFrom,
  flooringType: z.enum(FLOORINGS).optional(),
  hasAirConditioning: flag.optional(),
  hasCanteen: flag.optional(),
  hasKitchen: flag.optional(),
  hasNetworkCables: flag.optional(),
  hasLift: flag.optional(),
};

export const retail = {
  ...building,
  totalArea: area,
  retailType: z
    .enum(['store', 'mall', 'departmentStore', 'kiosk', 'exhibitionSpace', 'salesArea'])
    .optional(),
  hasRamp: flag.optional(),
  divisibleFrom,
};

export const gastronomy = {
  ...building,
  totalArea: area,
  gastronomyType: z.enum(['restaurant', 'guestHouse', 'hotel', 'bar', 'cafe', 'club']).optional(),
  hasTerrace: flag.optional(),
  numberOfBeds: count.optional(),
  numberOfSeats: count.optional(),
};

export const industrial = {
  ...building,
  totalArea: area,
  industrialType: z
    .enum([
      'hall',
      'industrialHall',
      'storage',
      'coldStorage',
      'highBayStorage',
      'shippingStorage',
      'shop',
      'service',
    ]) // oxfmt-ignore
    .optional(),
  hallHeight: z.number().positive().max(999).optional(),
  plotArea: area.optional(),
  parkingArea: area.optional(),
  divisibleFrom,
};

export const otherCommercial = { ...building, totalArea: area, plotArea: area.optional(), divisibleFrom };
