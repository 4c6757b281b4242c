import { QueryClient } from '@tanstack/react-query';
import { isFinal } from './client.ts';

/** Data are fresh for a moment, read again when the window is looked at, and tried once more when the service was unavailable. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: (failures, error) => failures < 2 && !isFinal(error),
    },
  },
});
