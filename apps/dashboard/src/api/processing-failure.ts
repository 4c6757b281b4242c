import type { Property } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

/** The reason why a property could not be processed, from the event of the failure; null once that event has expired. */
export const useProcessingFailure = ({ id, updatedAt }: Property) =>
  useQuery({
    queryKey: ['property-failure', id, updatedAt],
    queryFn: async ({ signal }) => {
      const newest = { propertyId: id, type: 'property.processing_failed', limit: 1, order: 'desc' } as const;
      const [event] = (await api.events.list(newest, { signal })).data;
      if (event?.eventName !== 'property.processing_failed') return null;
      const { failureCode, failureMessage } = event.eventPayload;
      return { code: failureCode, message: failureMessage, at: event.eventTime };
    },
  });
