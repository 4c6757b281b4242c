import { z } from 'zod';
import { PlotAddress } from './address.ts';
import { area } from './measures.ts';

const index = z.number().min(0).max(9.99);

export const divisibleFrom = z.number().min(1).max(1_000_000).optional();

export const land = {
  plotArea: area,
  divisibleFrom,
  buildingRegulation: z.enum(['developmentPlan', 'neighbouringDevelopment', 'outlyingArea']).optional(),
  development: z.enum(['developed', 'partiallyDeveloped', 'undeveloped']).optional(),
  floorSpaceIndex: index.optional(),
  siteCoverageIndex: index.optional(),
};

export const plot = { ...land, address: PlotAddress };
