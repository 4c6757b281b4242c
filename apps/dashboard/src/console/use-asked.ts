import { useQuery } from '@tanstack/react-query';
import { operate, operateAll } from './api.ts';

/** Each read is an entry of the audit log, so nothing is refetched automatically. */
const ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** A resource that is read once. */
export const useAsked = <T>(path: string) =>
  useQuery({ queryKey: [path], queryFn: ({ signal }) => operate<T>(path, { signal }), ...ONCE });

/** A whole list that is read once. */
export const useAskedList = <T extends { id: string }>(path: string) =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => operateAll<T>(path, { signal, idOf: ({ id }) => id }),
    ...ONCE,
  });
