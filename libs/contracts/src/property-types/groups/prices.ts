import { z } from 'zod';
import { amount, flag } from './measures.ts';
import { PARKING_SPACE_TYPES } from './values.ts';

export const parkingSpaceType = z.enum(PARKING_SPACE_TYPES);
const deposit = z.string().max(50);

export const sale = {
  purchasePrice: amount
    .optional()
    .meta({ description: 'Purchase price, in EUR. Required unless `purchasePriceOnRequest` is true.' }),
  purchasePriceOnRequest: flag.optional(),
};

const baseOrTotalRent = {
  baseRent: amount
    .optional()
    .meta({ description: 'Base rent, in EUR/month. Required unless `totalRent` is given.' }),
  totalRent: amount
    .optional()
    .meta({ description: 'Total rent, in EUR/month. Some platforms require the base rent.' }),
};

/** Rents of homes, per month. */
export const rent = {
  ...baseOrTotalRent,
  additionalCosts: amount.optional(),
  additionalCostsIncludeHeatingCosts: flag.optional(),
  heatingCosts: amount.optional(),
  deposit: deposit.optional(),
  petsAllowed: z.enum(['yes', 'no', 'negotiable']).optional(),
  isSuitableAsSharedFlat: flag.optional(),
  parkingSpaceType: parkingSpaceType.optional(),
  parkingSpaceRent: amount.optional(),
};

/** Rents of commercial property, per month and net. */
export const commercialRent = {
  ...baseOrTotalRent,
  additionalCosts: amount.optional(),
  deposit: deposit.optional(),
  parkingSpaceRent: amount.optional(),
};

export const parkingSale = {
  parkingSpaceType: parkingSpaceType.optional(),
  parkingSpacePurchasePrice: amount.optional(),
};

export const parkingRent = { ...baseOrTotalRent, deposit: deposit.optional() };
