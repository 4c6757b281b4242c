import { listEvents } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { toEnvelope } from '../domain/event.ts';
import { fittingPage } from './fitting-page.ts';

export const listEventsRoute = ({ events }: Deps): Answer =>
  answer(listEvents, async (query, { accountId }) => {
    const { hasMore, data } = await events.list(accountId, query);
    return fittingPage({ hasMore, data: data.map(toEnvelope) });
  });
