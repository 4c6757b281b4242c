import { z } from 'zod';
import { ID_PATTERN } from './ids.ts';

/** Query of a list; numbers arrive as text. */
export const ListQuery = z.strictObject({
  limit: z.coerce
    .number({ error: 'must be a whole number from 1 to 100' })
    .int({ error: 'must be a whole number from 1 to 100' })
    .min(1, { error: 'must be a whole number from 1 to 100' })
    .max(100, { error: 'must be a whole number from 1 to 100' })
    .default(10)
    .meta({ description: 'Most resources on a page.' }),
  startAfter: z
    .string()
    .regex(ID_PATTERN, { error: 'must be the id of the last resource of the page before' })
    .optional()
    .meta({ description: 'Id of the last resource of the page before.' }),
  order: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Creation order, or newest first.' }),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** One page of resources. */
export const pageOf = <T extends z.ZodType>(resource: T) =>
  z.object({ hasMore: z.boolean(), data: z.array(resource) });

export interface Page<T> {
  hasMore: boolean;
  data: T[];
}
