import { expect, it } from 'vitest';
import { z } from 'zod';
import { CountedListQuery, countedPageOf } from './list.ts';

it('a list that can be counted reads count from the text of a query and from its own result', () => {
  const counts = ['true', 'false', true, undefined].map((count) => CountedListQuery.parse({ count }).count);
  expect(counts).toEqual([true, false, true, undefined]);
  expect(CountedListQuery.safeParse({ count: 'yes' }).success).toBe(false);
  expect(CountedListQuery.safeParse({ count: '' }).success).toBe(false);
});

it('a list that can be counted accepts a page with a count, with a limited count, and without', () => {
  const page = countedPageOf(z.string());
  for (const count of [{ count: 3 }, { count: 10_000, countIsLimited: true as const }, {}])
    expect(page.parse({ hasMore: false, data: [], ...count })).toEqual({
      hasMore: false,
      data: [],
      ...count,
    });
  expect(page.safeParse({ hasMore: false, data: [], count: 10_001 }).success).toBe(false);
});
