import { z } from 'zod';
import { COUNTRIES } from './countries.ts';

export const COUNTRY_META = { description: 'ISO 3166-1 alpha-3.', pattern: '^[A-Z]{3}$' };

/** A country in input. */
export const CountryCode = z
  .string()
  .refine((code) => COUNTRIES.includes(code), {
    error: 'must be an ISO 3166-1 alpha-3 code such as DEU, AUT or CHE',
    params: { code: 'not-allowed' },
  })
  .meta(COUNTRY_META);
