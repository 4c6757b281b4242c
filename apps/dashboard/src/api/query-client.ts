import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { isFinal, isGone } from './client.ts';

/** Changed data replace the old data as a whole, because the ETag is looked up by object identity. */
const sameOrAsRead = (before: unknown, now: unknown): unknown =>
  replaceEqualDeep(before, now) === before ? before : now;

/**
 * Data are fresh for a moment, refetched when the window gets the focus, and retried when the service was unavailable.
 * A deleted resource is not refetched: that ends the polling of every page, unless its query sets `enabled` itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      enabled: ({ state }) => !isGone(state.error),
      structuralSharing: sameOrAsRead,
      retry: (failures, error) => failures < 2 && !isFinal(error),
    },
  },
});
