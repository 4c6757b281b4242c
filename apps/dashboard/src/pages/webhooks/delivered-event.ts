import type { Delivery } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { eventById } from '../../api/event-by-id.ts';

/** The event of a delivery; null when it is no longer stored. */
export const useDeliveredEvent = ({ eventId }: Delivery, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['event', eventId],
    queryFn: async ({ signal }) => (await eventById(api, eventId, signal)) ?? null,
    staleTime: Infinity,
  });
