import { useEffect, useMemo } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListQuery, Page } from '@estate/client';
import { LIST_MS } from './polling.ts';

const PAGE = 100;
const KEPT_MS = 30_000;

const ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export interface LiveList<T> {
  items: T[];
  /** Everything there is has been loaded. */
  complete: boolean;
  loading: boolean;
  error: Error | null;
  loadMore: () => void;
  refresh: () => void;
}

interface Source<T> {
  key: readonly unknown[];
  load: (query: ListQuery, signal: AbortSignal) => Promise<Page<T>>;
  /** Loads page after page until everything is there, because something is looked for. */
  everything?: boolean;
  /** Read once instead of again and again, because each reading leaves a trace. */
  once?: boolean;
}

/** A list, newest first: its first page is read again and again, further pages once they are scrolled to. */
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
  const restKey = [...key, 'rest'];
  const rest = useInfiniteQuery({
    queryKey: restKey,
    queryFn: ({ pageParam, signal }) => load({ limit: PAGE, order: 'desc', startAfter: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, data, continueAfter }) =>
      hasMore ? (continueAfter ?? data.at(-1)?.id) : undefined,
    enabled: false,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });
  const { isFetching, fetchNextPage, hasNextPage } = rest;
  const apart = head.data !== undefined && !overlap(head.data, rest.data?.pages[0]);
  useEffect(() => {
    if (apart) client.setQueryData(restKey, { pages: [head.data], pageParams: [undefined] });
  });
  const more = head.data?.hasMore === true && hasNextPage;
  const loadMore = () => {
    if (more && !isFetching) void fetchNextPage();
  };
  const items = useMemo(() => merged(head.data, rest.data?.pages ?? []), [head.data, rest.data]);
  // A search may have pages with nothing before one that has something.
  const walking = everything || items.length === 0;
  useEffect(() => {
    if (walking && more && !isFetching && !rest.isError) void fetchNextPage();
  }, [walking, more, isFetching, fetchNextPage, rest.isError]);
  return {
    items,
    complete: isWhole(head.data, { apart, more }),
    loading: head.isPending || (walking && more),
    error: head.error ?? rest.error,
    loadMore,
    refresh: () => void head.refetch(),
  };
}

const isWhole = (
  head: Page<unknown> | undefined,
  { apart, more }: { apart: boolean; more: boolean },
): boolean => head !== undefined && (!head.hasMore || (!apart && !more));

/** True if the pages below go on where the first one ends; false if more was made meanwhile than a page holds. */
function overlap<T extends { id: string }>(head: Page<T>, below: Page<T> | undefined): boolean {
  if (!below) return false;
  return !head.hasMore || (head.data.at(-1)?.id ?? '') <= (below.data[0]?.id ?? '');
}

/** Items that the first page no longer shows in its own range are gone. */
function merged<T extends { id: string }>(head: Page<T> | undefined, pages: readonly Page<T>[]): T[] {
  if (!head) return [];
  const last = head.data.at(-1)?.id;
  const loaded = head.hasMore ? pages.flatMap(({ data }) => data) : [];
  const below = loaded.filter(({ id }) => last === undefined || id < last);
  return [...head.data, ...below];
}
