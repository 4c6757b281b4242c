import { z } from 'zod';
import { filledText, optionalText } from '../../field-rules.ts';
import { FIELDS } from '../fields.ts';
import { readAs } from '../../stored.ts';
import { COUNTRIES } from './countries.ts';

const COUNTRY = { description: 'ISO 3166-1 alpha-3.', pattern: '^[A-Z]{3}$' };

/** What is stored always names the country. */
const country = readAs(
  z
    .string()
    .refine((code) => COUNTRIES.includes(code), {
      error: 'must be an ISO 3166-1 alpha-3 code such as DEU, AUT or CHE',
      params: { code: 'not-allowed' },
    })
    .meta(COUNTRY)
    .default('DEU'),
  z.string().meta(COUNTRY),
);

const shape = {
  street: filledText(100),
  streetNumber: filledText(30),
  postalCode: filledText(20),
  city: filledText(50),
  region: optionalText(100),
  country,
  publish: z.boolean(),
};

export const Address = z.strictObject(shape).meta({
  id: 'Address',
  description:
    'Where a property is. With `publish: false`, platforms receive the street and the number with the instruction not to show them; with `hiddenAddress: omit` of the target or the account they receive neither.',
  example: FIELDS.address.example,
});

/** Building land often has no number yet. */
export const PlotAddress = z.strictObject({ ...shape, streetNumber: optionalText(30) }).meta({
  id: 'PlotAddress',
  description:
    'The address of a plot, which may have no street number. With `publish: false`, platforms receive the street with the instruction not to show it; with `hiddenAddress: omit` of the target or the account they do not receive it.',
  example: FIELDS.address.example,
});
