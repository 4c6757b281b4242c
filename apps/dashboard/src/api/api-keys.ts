import { useQuery } from '@tanstack/react-query';
import { allOf, api } from './client.ts';
import { LIST_MS } from './polling.ts';

/** Every API key of the account, the newest first. */
export const useApiKeys = () =>
  useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) => allOf(api.apiKeys.all({ order: 'desc' }, { signal })),
    refetchInterval: LIST_MS,
  });
