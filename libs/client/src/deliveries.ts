import { Calls } from './calls.ts';
import type { Delivery, DeliveryStatus, EventName } from './contract-types.ts';
import type { CountedListQuery, Page } from './page.ts';
import { Readable, segment } from './resource.ts';
import type { CallOptions } from './transport.ts';

/** Selects deliveries of a webhook. */
export interface DeliveryQuery extends CountedListQuery {
  status?: DeliveryStatus | undefined;
  eventName?: EventName | undefined;
  eventId?: string | undefined;
  propertyId?: string | undefined;
  listingId?: string | undefined;
  /** Only deliveries that were created at or after this time. */
  since?: string | undefined;
  /** Only deliveries that were created before this time. */
  until?: string | undefined;
}

/** The deliveries of a webhook. The first argument of every call is the id of the webhook. */
export class Deliveries extends Calls {
  /** @throws ApiError, ConnectionError */
  list(webhookId: string, query?: DeliveryQuery, options?: CallOptions): Promise<Page<Delivery>> {
    return this.#of(webhookId).list(query, options);
  }

  /** @throws ApiError, ConnectionError */
  all(
    webhookId: string,
    query?: DeliveryQuery,
    options?: CallOptions,
  ): AsyncGenerator<Delivery, void, undefined> {
    return this.#of(webhookId).all(query, options);
  }

  /** @throws ApiError, ConnectionError */
  get(webhookId: string, id: string, options?: CallOptions): Promise<Delivery> {
    return this.#of(webhookId).get(id, options);
  }

  /** Sends the delivery again, with the same body and a new signature. @throws ApiError, ConnectionError */
  resend(webhookId: string, id: string, options?: CallOptions): Promise<Delivery> {
    const path = `/webhooks/${segment(webhookId)}/deliveries/${segment(id)}/resend`;
    return this.transport.json({ method: 'POST', path, options });
  }

  #of(webhookId: string): Readable<Delivery, DeliveryQuery> {
    return new Readable(this.transport, `/webhooks/${segment(webhookId)}/deliveries`);
  }
}
