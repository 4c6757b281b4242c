import * as contracts from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import { dateOf } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { linksOf } from '../domain/event-links.ts';
import { filtersOf } from '../domain/filter-names.ts';
import { toEnvelope } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import type { SentDelivery } from '../stores/delivery-store.ts';
import type { EventFilter, TimedEvent } from '../stores/event-store.ts';

export const listEventsRoute = ({ events, sentEvents, webhooks }: Deps) =>
  answer(contracts.listEvents, async ({ webhookId, ...query }, { accountId }) => {
    const filter = filterOf(query);
    const nothing = { hasMore: false, data: [], ...(query.count && { count: 0 }) };
    if (webhookId === undefined) return shownPage(await events.list(accountId, filter));
    // Deleted webhooks have events, too.
    const webhook = await webhooks.find(webhookId);
    if (webhook?.accountId !== accountId) return nothing;
    return shownPage(await sentEvents.list(webhook, filter));
  });

const shownPage = ({ data, ...page }: contracts.Page<StoredEvent>) => ({
  ...page,
  data: data.map(readable(toEnvelope)),
});

function filterOf(query: Omit<contracts.EventQuery, 'webhookId'>): EventFilter {
  const { type, eventName, from, since, to, until, ...rest } = query;
  const filters = filtersOf({ type, eventName, from, since, to, until });
  return { ...rest, ...filters, since: dateOf(filters.since), until: dateOf(filters.until) };
}

/** The events of a property or a listing with their deliveries. */
export const listTimelineRoute = ({
  events,
  deliveries,
  webhooks,
}: Pick<Deps, 'events' | 'deliveries' | 'webhooks'>) =>
  answer(contracts.listNotifierTimeline, async ({ propertyId = '', listingId, ...query }, { accountId }) => {
    const of = listingId === undefined ? { propertyId } : { listingId };
    const { docs, hasMore } = await events.ofTimeline(accountId, of, query);
    const sent = await deliveries.ofEvents(
      accountId,
      docs.map(({ _id }) => _id),
    );
    const hosts = await webhooks.hosts(accountId, [...new Set(sent.map(({ webhookId }) => webhookId))]);
    const byEvent = Map.groupBy(sent, ({ eventId }) => eventId);
    const data = docs.map(
      readable((event: TimedEvent) =>
        entryOf(
          event,
          (byEvent.get(event._id) ?? []).map((delivery) => shown(delivery, hosts.get(delivery.webhookId))),
        ),
      ),
    );
    const isKnown =
      docs.length > 0 ||
      (query.startAfter !== undefined &&
        (await events.ofTimeline(accountId, of, { limit: 1 })).docs.length > 0);
    return { hasMore, data, isKnown };
  });

function entryOf(event: TimedEvent, deliveries: contracts.TimelineDelivery[]): contracts.TimelineEntry {
  const { _id: eventId, eventName, eventTime, requestId, actor, operation } = event;
  return {
    id: contracts.entryId(eventTime, 'event', eventId),
    at: eventTime.toISOString(),
    kind: 'event',
    ...(requestId !== undefined && { requestId }),
    ...(actor && { actor }),
    eventId,
    // Only names that the contract knows are read.
    eventName: eventName as contracts.EventName,
    ...(operation && { operation }),
    ...linksOf(event),
    deliveries,
  };
}

function shown(delivery: SentDelivery, host: string | undefined): contracts.TimelineDelivery {
  const { id: deliveryId, webhookId, status, attemptCount, nextAttemptAt } = delivery;
  return {
    deliveryId,
    webhookId,
    ...(host !== undefined && { host }),
    status,
    attemptCount,
    attempts: delivery.attempts.map(({ at, statusCode, errorCode, durationMs }) => ({
      at: at.toISOString(),
      ...(statusCode !== undefined && { statusCode }),
      ...(errorCode !== undefined && { errorCode }),
      ...(durationMs !== undefined && { durationMs }),
    })),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
  };
}

/** The events of an account, and what happened to them. */
export const eventRoutes = (deps: Deps) => [listEventsRoute(deps), listTimelineRoute(deps)];
