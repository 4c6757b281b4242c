import { listEvents } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toEnvelope } from '../domain/event.ts';

export const listEventsRoute = ({ events }: Deps) =>
  answer(listEvents, async (query, { accountId }) => {
    const { hasMore, data } = await events.list(accountId, query);
    return { hasMore, data: data.map(toEnvelope) };
  });
