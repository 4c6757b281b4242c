import { z } from 'zod';
import { filledText } from '../../field-rules.ts';
import { Address } from './address.ts';
import { area, count, flag, text, year } from './measures.ts';
import { CONDITIONS, HEATING_TYPES, SALES_STATUSES } from './values.ts';

/** Fields that every type accepts, even where they make little sense: callers send them for every type. */
export const common = {
  availableFrom: z.iso.date({ error: 'must be a date such as 2026-11-01' }).optional(),
  commission: z.string().max(100).optional(),
  commissionDescription: text.optional(),
  condition: z.enum(CONDITIONS).optional(),
  description: text.optional(),
  energyCertificateStatus: z.enum(['present', 'notYetPresent', 'notRequired']).optional(),
  furnishingDescription: text.optional(),
  hasCellar: flag.optional(),
  hasCommission: flag.optional().meta({
    description:
      'Whether a commission is due, where `commission` does not say so. Without both, platforms receive neither statement.',
  }),
  heatingType: z.enum(HEATING_TYPES).optional(),
  interiorQuality: z.enum(['standard', 'high', 'luxury']).optional(),
  isListed: flag.optional(),
  lastRefurbished: year.optional(),
  locationDescription: text.optional(),
  miscellaneousDescription: text.optional(),
  numberOfFloors: count.optional(),
  numberOfParkingSpaces: count.optional(),
  salesStatus: z
    .enum(SALES_STATUSES)
    .optional()
    .meta({ description: '`sold`: also a property that has been let.' }),
  title: filledText(100),
};

/** The common fields, with those that some types require or define differently. */
export const base = {
  ...common,
  address: Address,
  constructionYear: year.optional(),
  usableArea: area.optional(),
};
