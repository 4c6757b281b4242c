import { COUNT_MAX, EVENT_NAMES } from '@estate/contracts';
import type { Page } from '@estate/contracts';
import { countUpTo, given, madeBetween, narrow } from '@estate/persistence';
import type { Collection, Filter } from '@estate/persistence';
import type { StoredEvent } from '../domain/event.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { DeliveryDoc } from './delivery-document.ts';
import type { EventFilter, EventStore } from './event-store.ts';
import { unplanned } from './unplanned.ts';

/** The events that were sent to a webhook, found by its deliveries. */
export class SentEventStore {
  readonly #deliveries: Collection<DeliveryDoc>;
  readonly #events: Pick<EventStore, 'ofIds'>;

  constructor(deliveries: Collection<DeliveryDoc>, events: Pick<EventStore, 'ofIds'>) {
    this.#deliveries = deliveries;
    this.#events = events;
  }

  /** One page in the order of the events, as the list of all events. */
  async list(
    { id: webhookId, accountId }: Pick<StoredWebhook, 'id' | 'accountId'>,
    query: EventFilter,
  ): Promise<Page<StoredEvent>> {
    const { eventName, propertyId, listingId, targetId, since, until, ...paging } = query;
    const isSmall = propertyId !== undefined || listingId !== undefined;
    const names = isSmall ? unplanned(eventName) : (eventName ?? { $in: [...EVENT_NAMES] });
    const filter: Filter<DeliveryDoc> = {
      webhookId,
      sequence: { $gt: 0 },
      ...given({ eventName: names, propertyId, listingId, targetId }),
      ...madeBetween<DeliveryDoc>({ time: 'eventTime', id: 'eventId' }, since, until),
    };
    const [events, count] = await Promise.all([
      this.#page(accountId, filter, paging),
      paging.count && countUpTo(this.#deliveries, filter, COUNT_MAX),
    ]);
    const { limit } = paging;
    return { ...count, hasMore: events.length > limit, data: events.slice(0, limit) };
  }

  /** One event more than the page has, if there is one. */
  async #page(accountId: string, filter: Filter<DeliveryDoc>, paging: EventFilter): Promise<StoredEvent[]> {
    const { limit, order } = paging;
    const found: StoredEvent[] = [];
    for (let { startAfter } = paging; ;) {
      const wanted = limit + 1 - found.length;
      const ids = await this.#eventIds(filter, { limit: wanted, order, startAfter });
      // An event can expire a moment before its deliveries.
      const events = await this.#events.ofIds(accountId, ids);
      found.push(...ids.flatMap((id) => events.get(id) ?? []));
      if (found.length > limit || ids.length < wanted) return found;
      startAfter = ids.at(-1);
    }
  }

  async #eventIds(filter: Filter<DeliveryDoc>, { limit, order, startAfter }: EventFilter): Promise<string[]> {
    const ascending = order === 'asc';
    const bound = { [ascending ? '$gt' : '$lt']: startAfter };
    const docs = await this.#deliveries
      .find(startAfter === undefined ? filter : narrow(filter, 'eventId', bound))
      .sort({ eventId: ascending ? 1 : -1 })
      .limit(limit)
      .project<Pick<DeliveryDoc, 'eventId'>>({ eventId: 1 })
      .toArray();
    return docs.map(({ eventId }) => eventId);
  }
}
