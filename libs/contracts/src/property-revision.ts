import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { Id } from './ids.ts';
import { PropertySummary } from './property.ts';

/** The maximum number of properties in one comparison. */
export const COMPARED_PROPERTIES_MAX = 200;

/** Returns the properties, of any account, whose published revision differs; those that are deleted or being processed are left out. */
export const compareRevisions = defineOperation({
  subject: 'ask.catalog.compare-revisions',
  input: z.strictObject({
    properties: z
      .array(z.strictObject({ propertyId: Id, revision: z.int().min(0) }))
      .max(COMPARED_PROPERTIES_MAX),
  }),
  output: z.object({
    data: z.array(z.object({ propertyId: Id, revision: z.int().min(1), summary: PropertySummary })),
  }),
});
