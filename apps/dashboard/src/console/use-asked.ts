import { useQuery } from '@tanstack/react-query';
import { operate } from './api.ts';

/** Something that is read once: each reading is an entry of the audit log, so nothing is read again without being asked for. */
export const useAsked = <T>(path: string) =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => operate<T>(path, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
