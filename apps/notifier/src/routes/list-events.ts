import { listEvents } from '@estate/contracts';
import type { EventQuery, Page } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { dateOf } from '@estate/persistence';
import { toEnvelope } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { EventFilter } from '../stores/event-store.ts';

export const listEventsRoute = ({ events, sentEvents, webhooks }: Deps) =>
  answer(listEvents, async ({ webhookId, ...query }, { accountId }) => {
    const filter = filterOf(query);
    const nothing = { hasMore: false, data: [], ...(query.count && { count: 0 }) };
    if (!filter) return nothing;
    if (webhookId === undefined) return shown(await events.list(accountId, filter));
    // Deleted webhooks have events, too.
    const webhook = await webhooks.find(webhookId);
    if (webhook?.accountId !== accountId) return nothing;
    return shown(await sentEvents.list(webhook, filter));
  });

const shown = ({ data, ...page }: Page<StoredEvent>) => ({ ...page, data: data.map(readable(toEnvelope)) });

/** Every condition holds, also of two names for the same one; undefined when no event can meet them. */
function filterOf(query: Omit<EventQuery, 'webhookId'>): EventFilter | undefined {
  const { type, eventName = type, from, since, to, until, ...rest } = query;
  if (type !== undefined && type !== eventName) return undefined;
  const times = (...given: (string | undefined)[]) =>
    given.flatMap((time) => dateOf(time) ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  return { ...rest, eventName, since: times(from, since).at(-1), until: times(to, until)[0] };
}
