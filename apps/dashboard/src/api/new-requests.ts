import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import { SLOW_MS } from './polling.ts';

/** The number of requests that nobody has begun to work on; undefined until it is known. */
export function useNewRequests(): number | undefined {
  const { data } = useQuery({
    queryKey: ['requests', 'new'],
    queryFn: ({ signal }) => api.requests.list({ state: 'new', count: true, limit: 1 }, { signal }),
    refetchInterval: SLOW_MS,
  });
  return data?.count;
}
