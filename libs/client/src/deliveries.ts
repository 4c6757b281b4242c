import type { Delivery, DeliveryStatus } from './contract-types.ts';
import type { EventQuery, Page } from './page.ts';
import { Readable, segment } from './resource.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface DeliveryQuery extends EventQuery {
  status?: DeliveryStatus | undefined;
}

/** The deliveries of a webhook. The first argument of every call is the id of the webhook. */
export class Deliveries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

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
    return this.#transport.json({ method: 'POST', path, options });
  }

  #of(webhookId: string): Readable<Delivery, DeliveryQuery> {
    return new Readable(this.#transport, `/webhooks/${segment(webhookId)}/deliveries`);
  }
}
