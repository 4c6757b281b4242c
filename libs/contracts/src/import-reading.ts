import { z } from 'zod';
import { PROPERTY_TYPE_NAMES } from './property-types/index.ts';

/** The length to which shown texts are cut. */
export const SHOWN_TEXT_MAX = 200;

const ShownValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).meta({
  description: `Texts of more than ${String(SHOWN_TEXT_MAX)} characters are cut.`,
});
export type ShownValue = z.infer<typeof ShownValue>;

const field = z.string().meta({
  description:
    'A field of the property, or a part of one, such as `address.city`; `contact.` and a field of the contact; `publishFrom` and `publishUntil` of its listings; `type`; `attachments`, their titles or paths; `links`.',
  example: 'livingArea',
});

/** A value that would be published, with its source in the document. */
export const ReadField = z
  .object({
    field,
    value: ShownValue.meta({ description: 'What would be published.' }),
    path: z.string().optional().meta({
      description:
        'The element that it was read from, as an OpenImmo path. Absent for a value that follows from several elements, or from none.',
      example: 'flaechen/wohnflaeche',
    }),
    text: z.string().optional().meta({ description: 'What the element says.', example: '78,5 qm' }),
  })
  .meta({ id: 'ReadField' });
export type ReadField = z.infer<typeof ReadField>;

/** A value that differs with other settings. */
export const ReadDifference = z
  .object({
    field,
    before: ShownValue.optional().meta({ description: 'With the present settings. Absent for no value.' }),
    after: ShownValue.optional().meta({
      description: 'With the settings of the preview. Absent for no value.',
    }),
  })
  .meta({ id: 'ReadDifference' });
export type ReadDifference = z.infer<typeof ReadDifference>;

/** The fields that a dry run shows of an object. */
export const readingOfObject = {
  type: z.enum(PROPERTY_TYPE_NAMES).optional().meta({
    description: 'Only for a dry run: the type of the property that the object would become.',
  }),
  read: z.array(ReadField).optional().meta({
    description:
      'Only for a dry run: the values that would be published, each with the element that it was read from.',
  }),
  differences: z.array(ReadDifference).optional().meta({
    description:
      'Only for a preview of settings: the values that the settings change. Absent for an object that they do not change.',
  }),
};
