import { z } from 'zod';
import { filledText, optionalText } from '../../field-rules.ts';
import { FIELDS } from '../fields.ts';
import { readAs } from '../../stored.ts';
import { COUNTRY_META, CountryCode } from './country-code.ts';

/** The country, which a stored address always has. */
const country = readAs(CountryCode.default('DEU'), z.string().meta(COUNTRY_META));

export const Address = z
  .strictObject({
    street: optionalText(100),
    streetNumber: optionalText(30),
    postalCode: filledText(20),
    city: filledText(50),
    region: optionalText(100),
    country,
    publish: z.boolean(),
  })
  .meta({
    id: 'Address',
    description:
      'Where a property is. Street and number are optional; a platform that needs them says so before anything is published. With `publish: false`, platforms receive the street and the number with the instruction not to show them; with `hiddenAddress: omit` of the target or the account they receive neither.',
    example: FIELDS.address.example,
  });

/** The address of a plot has this name in clients. */
export const PlotAddress = Address.meta({ ...Address.meta(), id: 'PlotAddress' });
