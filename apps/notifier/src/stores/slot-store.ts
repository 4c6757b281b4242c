import type { Collection } from '@estate/persistence';
import { nextSlots } from '../domain/pace.ts';
import type { Slots } from '../domain/pace.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import type { WebhookDoc } from './webhook-store.ts';

type Limited = Pick<StoredWebhook, 'id' | 'maxDeliveriesPerSecond' | 'nextSlotMs'>;

/** The slots of webhooks that have a limit. Every process takes them from the same document, so the limit holds for all together. */
export class SlotStore {
  readonly #docs: Collection<WebhookDoc>;

  constructor(docs: Collection<WebhookDoc>) {
    this.#docs = docs;
  }

  /** Takes up to `wanted` slots; undefined when the webhook has no limit. */
  async take(webhook: Limited, wanted: number, nowMs: number): Promise<Slots | undefined> {
    for (let seen: Limited = webhook; ;) {
      const { id: _id, maxDeliveriesPerSecond: maxPerSecond, nextSlotMs } = seen;
      if (maxPerSecond === undefined) return undefined;
      const slots = nextSlots({ maxPerSecond, nextSlotMs }, wanted, nowMs);
      if (slots.at.length === 0) return slots;
      const still = nextSlotMs === undefined ? { $exists: false } : { $eq: nextSlotMs };
      const { matchedCount } = await this.#docs.updateOne(
        { _id, nextSlotMs: still },
        { $set: { nextSlotMs: slots.nextSlotMs } },
      );
      if (matchedCount === 1) return slots;
      const doc = await this.#docs.findOne({ _id });
      if (!doc) return undefined;
      seen = { ...doc, id: _id };
    }
  }
}
