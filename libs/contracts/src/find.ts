import { z } from 'zod';
import { OWNERS, defineOwnerOperation } from './define-owner-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id } from './ids.ts';

/** A search of an operator over all accounts. */
export const FindQuery = z.strictObject({
  text: z.string().trim().min(1).max(200).meta({
    description:
      'The id of a resource, the external id of a property, or a request address. It must match exactly.',
    example: 'MUC-4711',
  }),
});

export const Found = z
  .object({
    kind: z.string().meta({ description: 'The kind of the resource, such as `property` or `delivery`.' }),
    id: Id,
    accountId: Id.optional().meta({
      description: 'Absent for an email, which may belong to several accounts.',
    }),
    parentId: Id.optional().meta({ description: 'The webhook of a delivery.' }),
    name: z
      .string()
      .optional()
      .meta({ description: 'A name that people use, such as the external id of a property.' }),
  })
  .meta({
    id: 'Found',
    example: { kind: 'property', id: EXAMPLE_ID, accountId: EXAMPLE_ID, name: 'MUC-4711' },
  });
export type Found = z.infer<typeof Found>;

export const FindReport = z
  .object({ data: z.array(Found) })
  .meta({ id: 'FindReport', description: 'All resources that match the text.' });
export type FindReport = z.infer<typeof FindReport>;

/** Searches all accounts. */
export const findAnything = defineOwnerOperation('find-anything', OWNERS, {
  input: FindQuery,
  output: FindReport,
});
