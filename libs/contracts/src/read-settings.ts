import { z } from 'zod';
import { distinct, writtenLine } from './field-rules.ts';
import { CountryCode } from './property-types/groups/country-code.ts';

const EMPTY_VALUES_MAX = 20;
const EMPTY_VALUE_MAX = 50;

/** Settings for reading the documents of estate software. */
export const readSettingsFields = {
  defaultCountry: CountryCode.meta({
    description: 'The country of objects that name none, as an ISO 3166-1 alpha-3 code. Default: `DEU`.',
    pattern: '^[A-Z]{3}$',
    example: 'AUT',
  }).optional(),
  emptyValues: distinct(
    z.array(writtenLine(EMPTY_VALUE_MAX)).max(EMPTY_VALUES_MAX),
    'must not contain a value twice',
  )
    .optional()
    .meta({
      description:
        'What the software writes for a value that is not filled in. An element or attribute that has exactly one of these values, in capital or small letters, is read as if it were empty. The elements of `verwaltung_techn`, such as the number of the object, are always read.',
      example: ['k.A.', '-'],
    }),
};

export const ReadSettings = z.strictObject(readSettingsFields).meta({
  id: 'ReadSettings',
  example: { defaultCountry: 'AUT', emptyValues: ['k.A.', '-'] },
});
export type ReadSettings = z.infer<typeof ReadSettings>;

/** The settings as they are stored. */
export const storedReadSettings = {
  defaultCountry: z.string().optional(),
  emptyValues: z.array(z.string()).optional(),
};
