import { QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { isFinal, isGone } from './client.ts';

/** Changed data are kept as they were read, and not copied in parts: their ETag is known by the object. */
const sameOrAsRead = (before: unknown, now: unknown): unknown =>
  replaceEqualDeep(before, now) === before ? before : now;

/** Data are fresh for a moment, read again when the window is looked at, and tried again when the service was unavailable.
 * A resource that is gone is not read again: that ends the polling of every page, unless its query says itself when it is enabled. */
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
