import { z } from 'zod';
import { ID_PATTERN } from './ids.ts';
import { numberIn } from './query-values.ts';

const LIMIT = { error: 'must be a whole number from 1 to 100' };

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

/** The largest exact count of a list. */
export const COUNT_MAX = 10_000;

/** Parses a boolean, which is text in a query. */
export const booleanIn = (value: unknown): unknown =>
  value === 'true' || value === 'false' ? value === 'true' : value;

/** Query of a list that can be counted. */
export const CountedListQuery = ListQuery.extend({
  count: z
    .preprocess(booleanIn, z.boolean({ error: 'must be true or false' }))
    .optional()
    .meta({
      description: 'With `true`, the page has the `count` of all resources that match.',
    }),
});
export type CountedListQuery = z.infer<typeof CountedListQuery>;

/** The number of matching resources; it is capped at the limit. */
export const ListCount = z.object({
  count: z
    .int()
    .min(0)
    .max(COUNT_MAX)
    .optional()
    .meta({
      description: `The number of resources that match, up to ${COUNT_MAX}. Only with \`count=true\`.`,
    }),
  countIsLimited: z.literal(true).optional().meta({
    description: '`count` is a lower bound: more resources match, or may match.',
  }),
});
export type ListCount = z.infer<typeof ListCount>;

/** A stored resource that cannot be read. */
const UnreadableResource = z.object({ id: z.string(), unreadable: z.literal(true) });

/** One page of resources. */
export const pageOf = <T extends z.ZodType>(resource: T) =>
  z.object({
    hasMore: z.boolean(),
    data: z.array(resource),
    unreadable: z.array(UnreadableResource).optional().meta({
      description:
        'Resources of this page whose stored data is damaged. They are not in `data`. The operator is notified.',
    }),
    continueAfter: z.string().optional().meta({
      description:
        'Continue with `startAfter` and this id, because the last resource of this page is unreadable.',
    }),
  });

export const SearchEnd = z.object({
  continueAfter: z.string().regex(ID_PATTERN).optional().meta({
    description:
      'The search stopped at this id before the page was full, because many resources match a part of the filters and few match all of them. Continue with `startAfter` and this id.',
  }),
});

/** One page of a search, which may have fewer resources than the limit. */
export const searchedPageOf = <T extends z.ZodType>(resource: T) =>
  countedPageOf(resource).extend(SearchEnd.shape);

/** One page of resources, with their count if it was requested. */
export const countedPageOf = <T extends z.ZodType>(resource: T) => pageOf(resource).extend(ListCount.shape);

export interface Page<T> extends ListCount {
  hasMore: boolean;
  data: T[];
  unreadable?: { id: string; unreadable: true }[] | undefined;
  /** The position at which the next page begins, if that is not after the last resource. */
  continueAfter?: string | undefined;
}
