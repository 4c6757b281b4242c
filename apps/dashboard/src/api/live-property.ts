import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import { FAST_MS, LIST_MS } from './polling.ts';

/** A property that is polled, more often while it is processed. */
export const useLiveProperty = (id: string) =>
  useQuery({
    queryKey: ['property', id],
    queryFn: ({ signal }) => api.properties.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.processingStatus === 'pending' ? FAST_MS : LIST_MS),
  });
