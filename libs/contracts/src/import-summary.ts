import { z } from 'zod';
import { EXAMPLE_ID } from './examples.ts';
import { Id } from './ids.ts';
import { UnlistedProperties } from './import-source.ts';

/** The number of elements whose unused values are listed, in addition to deciding elements. */
export const UNUSED_SHOWN_MAX = 200;

/** Values of one element that were not used. */
export const UnusedValues = z
  .object({
    path: z.string().meta({
      description: 'The element of the objects, as an OpenImmo path.',
      example: 'infrastruktur/zulieferung',
    }),
    objects: z.int().min(1).meta({ description: 'How many objects have an unused value in the element.' }),
    example: z.string().meta({ description: 'The first of these values.' }),
    decides: z.boolean().meta({
      description:
        'Whether the element decides what is published, such as a price, the country or the number of the object.',
    }),
  })
  .meta({ id: 'UnusedValues' });
export type UnusedValues = z.infer<typeof UnusedValues>;

export const ImportSummary = z
  .object({
    id: Id,
    unused: z
      .array(UnusedValues)
      .optional()
      .meta({
        description: `The elements whose values were not used, deciding elements first, then the most frequent ones. At most ${String(UNUSED_SHOWN_MAX)} elements that do not decide. Values that software always sends and that say nothing about the property, and values that are false, are not listed. Absent until the document has been read, for a package that could not be read, and for imports from before it was counted.`,
      }),
    furtherValues: z.int().min(1).optional().meta({
      description: 'How many unused values are in elements that are not listed, if there are any.',
    }),
    unlisted: z.array(UnlistedProperties).meta({
      description:
        'The properties of the import source that could not be listed when the import ended, by target and reason.',
    }),
  })
  .meta({
    id: 'ImportSummary',
    description: 'What an import did not use, and what it could not list.',
    example: {
      id: EXAMPLE_ID,
      unused: [
        { path: 'preise/waehrung/@iso_waehrung', objects: 2, example: 'EURO?', decides: true },
        { path: 'infrastruktur/zulieferung', objects: 14, example: 'true', decides: false },
      ],
      unlisted: [],
    },
  });
export type ImportSummary = z.infer<typeof ImportSummary>;
