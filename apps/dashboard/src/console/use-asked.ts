import { useQuery } from '@tanstack/react-query';
import { operate, operateAll } from './api.ts';

/** Each reading is an entry of the audit log, so nothing is read again without being asked for. */
const ONCE = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Something that is read once. */
export const useAsked = <T>(path: string) =>
  useQuery({ queryKey: [path], queryFn: ({ signal }) => operate<T>(path, { signal }), ...ONCE });

/** A whole list that is read once. */
export const useAskedList = <T extends { id: string }>(path: string) =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => operateAll<T>(path, { signal, idOf: ({ id }) => id }),
    ...ONCE,
  });
