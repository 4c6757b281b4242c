import { z } from 'zod';

/** A time from a caller, in any time zone. */
export const anyTime = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-01T08:30:00Z' })
  .optional();

/** The filters of a list by period. */
export const Period = {
  from: anyTime.meta({ description: 'Not before this time.' }),
  to: anyTime.meta({ description: 'Before this time.' }),
};
