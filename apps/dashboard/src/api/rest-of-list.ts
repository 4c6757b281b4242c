import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ListQuery, Page } from '@estate/client';

export const PAGE = 100;
const KEPT_MS = 30_000;

export interface Pages<T> {
  key: readonly unknown[];
  load: (query: ListQuery, signal: AbortSignal) => Promise<Page<T>>;
}

/** The rows of further pages that the current first page does not have. */
export function rowsBelow<T extends { id: string }>(
  head: Page<T> | undefined,
  pages: readonly Page<T>[],
): T[] {
  if (!head?.hasMore) return [];
  const last = head.data.at(-1)?.id;
  return pages.flatMap(({ data }) => data).filter(({ id }) => last === undefined || id < last);
}

/** The pages of a list after the first one. They are read once, and again after an action of the user if any of their rows is shown. */
export const restOfList = <T extends { id: string }>({ key, load }: Pages<T>, head: Page<T> | undefined) =>
  infiniteQueryOptions({
    queryKey: [...key, 'rest'],
    queryFn: ({ pageParam, signal }) => load({ limit: PAGE, order: 'desc', startAfter: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, data, continueAfter }: Page<T>) =>
      hasMore ? (continueAfter ?? data.at(-1)?.id) : undefined,
    enabled: ({ state: { isInvalidated, data } }) =>
      isInvalidated && data !== undefined && rowsBelow(head, data.pages).length > 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: KEPT_MS,
  });
