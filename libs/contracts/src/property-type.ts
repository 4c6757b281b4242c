import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { SECTIONS } from './property-types/field-info.ts';
import { PROPERTY_TYPE_NAMES, PROPERTY_TYPES } from './property-types/index.ts';

export const Deal = z.enum(['sale', 'rent']).meta({
  description: 'Whether properties of the type are for sale or for rent.',
  example: 'sale',
});
export type Deal = z.infer<typeof Deal>;

/** The type of an event's property, for the filters of webhooks. */
export const PropertyTypeOfEvent = z.enum(PROPERTY_TYPE_NAMES).meta({
  description: 'The type of the property. Absent if it was not known.',
  example: 'apartmentBuy',
});

const Label = z.object({ de: z.string(), en: z.string() }).meta({
  id: 'Label',
  description: 'The name for people, in German and English.',
  example: PROPERTY_TYPES.apartmentBuy.label,
});

const describedField = {
  name: z.string().meta({ example: 'livingArea' }),
  label: Label,
  hint: Label.optional().meta({ description: 'A short explanation for people who fill in the field.' }),
  required: z.boolean().meta({ description: 'Whether the field is required.' }),
  unusual: z.boolean().meta({
    description: 'The field is accepted but rarely useful for the type. Forms do not show it by default.',
  }),
  unit: z.string().optional().meta({ description: 'Of a number.', example: 'm²' }),
  multiline: z.boolean().optional().meta({ description: 'Whether the text can have several lines.' }),
  schema: z
    .record(z.string(), z.unknown())
    .meta({ description: 'The rules of a value as JSON Schema.', example: { type: 'number' } }),
  values: z
    .array(z.object({ value: z.string(), label: Label }))
    .optional()
    .meta({ description: 'The allowed values of a field with a fixed list.' }),
};

export const FieldDescription = z
  .object({
    ...describedField,
    parts: z
      .array(z.object(describedField))
      .optional()
      .meta({ description: 'The fields of a field that is an object.' }),
  })
  .meta({ id: 'FieldDescription', description: 'One field of a property type.' });
export type FieldDescription = z.infer<typeof FieldDescription>;

const Format = z
  .object({
    format: z.string().meta({ example: 'OpenImmo' }),
    targetTypes: z.array(z.string()).meta({ example: ['immowelt'] }),
    carries: z.record(z.string(), z.array(z.string())).meta({
      description: 'Where the platforms receive each field.',
      example: { livingArea: ['flaechen/wohnflaeche'] },
    }),
    leavesOut: z.array(z.string()).meta({
      description: 'Fields that the platforms do not support.',
      example: ['drivingTimeToAirport'],
    }),
  })
  .meta({ id: 'CarriedFields', description: 'What platforms of one format receive for a property type.' });

export const PropertyTypeSummary = z.object({
  type: z.enum(PROPERTY_TYPE_NAMES).meta({ example: 'apartmentBuy' }),
  label: Label,
  description: z.string(),
  deal: Deal,
  use: z.enum(['residential', 'commercial']),
  price: z.enum(['purchasePrice', 'baseRent', 'yearlyRent']).meta({
    description: 'The field with the price: of the purchase, per month or per year.',
    example: 'purchasePrice',
  }),
  area: z.enum(['livingArea', 'usableArea', 'totalArea', 'plotArea']).optional().meta({
    description: 'The field with the size that every property of the type has.',
    example: 'livingArea',
  }),
});

export const PropertyTypeDescription = z
  .object({
    ...PropertyTypeSummary.shape,
    kind: z.string().optional().meta({
      description: 'The field with the kind of object, such as `apartmentType`.',
      example: 'apartmentType',
    }),
    sections: z.array(
      z.object({
        name: z.enum(Object.keys(SECTIONS) as [keyof typeof SECTIONS]),
        label: Label,
        fields: z.array(FieldDescription),
      }),
    ),
    formats: z.array(Format),
    examples: z
      .object({
        smallest: z.record(z.string(), z.unknown()),
        full: z.record(z.string(), z.unknown()),
      })
      .meta({ description: 'Valid examples of the fields: only the required ones, and all of them.' }),
  })
  .meta({
    id: 'PropertyType',
    description: 'A property type, with its fields and their places on the platforms.',
  });
export type PropertyTypeDescription = z.infer<typeof PropertyTypeDescription>;

export const listPropertyTypes = defineOperation({
  subject: 'ask.distribution.list-property-types',
  http: 'GET /property-types',
  summary: 'List the property types',
  input: z.strictObject({}),
  output: z.array(PropertyTypeSummary),
});

export const getPropertyType = defineOperation({
  subject: 'ask.distribution.get-property-type',
  http: 'GET /property-types/{type}',
  summary: 'Get a property type',
  description: 'The fields with their rules and labels, and the place of each field on the platforms.',
  input: z.strictObject({ type: z.string() }),
  output: PropertyTypeDescription,
  errors: ['property-type-not-found'],
});
