import { entryId, listNotifierTimeline } from '@estate/contracts';
import type { EventName, TimelineDelivery, TimelineEntry } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { linksOf } from '../domain/event-links.ts';
import type { SentDelivery } from '../stores/delivery-store.ts';
import type { TimedEvent } from '../stores/event-store.ts';

/** The events of a property or a listing with their deliveries. */
export const listTimelineRoute = ({
  events,
  deliveries,
  webhooks,
}: Pick<Deps, 'events' | 'deliveries' | 'webhooks'>) =>
  answer(listNotifierTimeline, async ({ propertyId = '', listingId, ...query }, { accountId }) => {
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

function entryOf(event: TimedEvent, deliveries: TimelineDelivery[]): TimelineEntry {
  const { _id: eventId, eventName, eventTime, requestId, actor, operation } = event;
  return {
    id: entryId(eventTime, 'event', eventId),
    at: eventTime.toISOString(),
    kind: 'event',
    ...(requestId !== undefined && { requestId }),
    ...(actor && { actor }),
    eventId,
    // Only names that the contract knows are read.
    eventName: eventName as EventName,
    ...(operation && { operation }),
    ...linksOf(event),
    deliveries,
  };
}

function shown(delivery: SentDelivery, host: string | undefined): TimelineDelivery {
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
