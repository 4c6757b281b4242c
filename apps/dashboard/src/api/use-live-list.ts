import { useEffect, useMemo } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@estate/client';
import { LIST_MS } from './polling.ts';
import { PAGE, restOfList, rowsBelow } from './rest-of-list.ts';
import type { Pages } from './rest-of-list.ts';

const ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export interface LiveList<T> {
  items: T[];
  /** True if every page has been loaded. */
  complete: boolean;
  loading: boolean;
  error: Error | null;
  loadMore: () => void;
  refresh: () => void;
}

interface Source<T> extends Pages<T> {
  /** Loads all pages, for a search within the list. */
  everything?: boolean;
  /** Read once instead of polled, because each request leaves a trace. */
  once?: boolean;
}

/** A list, newest first: its first page is polled, further pages are loaded on scrolling. */
export function useLiveList<T extends { id: string }>({
  key,
  load,
  everything = false,
  once = false,
}: Source<T>): LiveList<T> {
  const client = useQueryClient();
  const head = useQuery({
    queryKey: [...key, 'head'],
    queryFn: ({ signal }) => load({ limit: PAGE, order: 'desc', startAfter: undefined }, signal),
    ...(once ? ONCE : { refetchInterval: LIST_MS }),
  });
  const restOptions = restOfList({ key, load }, head.data);
  const rest = useInfiniteQuery(restOptions);
  const { isFetching, fetchNextPage, hasNextPage } = rest;
  const apart = head.data !== undefined && !overlap(head.data, rest.data?.pages[0]);
  useEffect(() => {
    if (apart) client.setQueryData(restOptions.queryKey, { pages: [head.data], pageParams: [undefined] });
  });
  const more = isMore(head.data, hasNextPage);
  const loadMore = () => {
    if (more && !isFetching) void fetchNextPage();
  };
  const items = useMemo(() => merged(head.data, rest.data?.pages ?? []), [head.data, rest.data]);
  // A search may have empty pages before one with results.
  const walking = (everything || items.length === 0) && more && !rest.isError;
  useEffect(() => {
    if (walking && !isFetching) void fetchNextPage();
  }, [walking, isFetching, fetchNextPage]);
  return {
    items,
    complete: isWhole(head.data, { apart, more }),
    loading: head.isPending || walking,
    error: head.error ?? rest.error,
    loadMore,
    refresh: () => {
      void head.refetch();
      if (rest.isFetchNextPageError) void fetchNextPage();
      else if (rest.isError) void rest.refetch();
    },
  };
}

const isWhole = (
  head: Page<unknown> | undefined,
  { apart, more }: { apart: boolean; more: boolean },
): boolean => head !== undefined && (!head.hasMore || (!apart && !more));

const isMore = (head: Page<unknown> | undefined, hasNextPage: boolean): boolean =>
  head?.hasMore === true && hasNextPage;

/** True if the pages below continue the first one; false if more items were created meanwhile than a page holds. */
function overlap<T extends { id: string }>(head: Page<T>, below: Page<T> | undefined): boolean {
  if (!below) return false;
  return !head.hasMore || (head.data.at(-1)?.id ?? '') <= (below.data[0]?.id ?? '');
}

/** Items of its range that the first page no longer has were deleted. */
const merged = <T extends { id: string }>(head: Page<T> | undefined, pages: readonly Page<T>[]): T[] =>
  head ? [...head.data, ...rowsBelow(head, pages)] : [];
