import { z } from 'zod';
import { ID_PATTERN } from './ids.ts';

const LIMIT = { error: 'must be a whole number from 1 to 100' };

/** A query carries text; only plain digits count as a number there. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

/** Query of a list; numbers arrive as text. */
export const ListQuery = z.strictObject({
  limit: z
    .preprocess(numberIn, z.int(LIMIT).min(1, LIMIT).max(100, LIMIT))
    .default(10)
    .meta({ description: 'The maximum number of resources on a page.' }),
  startAfter: z
    .string()
    .regex(ID_PATTERN, { error: 'must be the id of the last resource of the previous page' })
    .optional()
    .meta({ description: 'The id of the last resource of the previous page.' }),
  order: z
    .enum(['asc', 'desc'])
    .default('asc')
    .meta({ description: '`asc` is the order of creation, `desc` is newest first.' }),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** One page of resources. */
export const pageOf = <T extends z.ZodType>(resource: T) =>
  z.object({ hasMore: z.boolean(), data: z.array(resource) });

export interface Page<T> {
  hasMore: boolean;
  data: T[];
}
