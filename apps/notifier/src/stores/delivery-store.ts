import type { DeliveryQuery, DeliveryStatus, Page } from '@estate/contracts';
import { found } from '@estate/errors';
import { dateOf, firstIdAt, flow, given, leaseFor, madeBetween, page, timeOfId } from '@estate/persistence';
import type { ClaimBy, Collection, Filter, Flow } from '@estate/persistence';
import type { StoredDelivery } from '../domain/delivery.ts';
import type { StoredWebhook } from '../domain/webhook.ts';
import {
  ATTEMPTS_KEPT,
  claimedOf,
  due,
  fromDoc,
  queuedBefore,
  queuedAgain,
  unscheduled,
} from './delivery-document.ts';
import type { ClaimedDelivery, DeliveryDoc, QueueingWebhook } from './delivery-document.ts';

export type DueDelivery = Pick<StoredDelivery, 'id' | 'eventId'>;

/** A delivery without what the receiver answered. */
export type SentDelivery = Pick<
  StoredDelivery,
  'id' | 'eventId' | 'webhookId' | 'status' | 'attemptCount' | 'attempts' | 'nextAttemptAt'
>;

const WITHOUT_BODIES = {
  ...{ eventId: 1, webhookId: 1, status: 1, attemptCount: 1, nextAttemptAt: 1 },
  ...{ 'attempts.at': 1, 'attempts.statusCode': 1, 'attempts.errorCode': 1, 'attempts.durationMs': 1 },
} as const;

type NamedWebhook = QueueingWebhook & { id: string };

const RESENDABLE: DeliveryStatus[] = ['succeeded', 'failed', 'discarded'];

export class DeliveryStore {
  readonly #docs: Collection<DeliveryDoc>;

  constructor(docs: Collection<DeliveryDoc>) {
    this.#docs = docs;
  }

  /** Every event that is queued for a webhook; tests have no number. */
  get flow(): Flow {
    return flow({
      docs: this.#docs,
      filter: { sequence: { $gt: 0 } },
      measure: () => ({ deliveries: 1 }),
      firstIdAt,
      timeOf: timeOfId,
    });
  }

  async list(
    webhookId: string,
    { status, eventName, eventId, propertyId, listingId, since, until, ...query }: DeliveryQuery,
  ): Promise<Page<StoredDelivery>> {
    const filter: Filter<DeliveryDoc> = {
      webhookId,
      ...given({ status, eventName, eventId, propertyId, listingId }),
      ...madeBetween<DeliveryDoc>({ time: 'createdAt', id: '_id' }, dateOf(since), dateOf(until)),
    };
    const { docs, ...about } = await page(this.#docs, filter, query);
    return { ...about, data: docs.map(fromDoc) };
  }

  /** @throws NotFound */
  async get(webhookId: string, id: string): Promise<StoredDelivery> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, webhookId }), 'delivery', id));
  }

  /** Every delivery of these events of an account. */
  async ofEvents(accountId: string, eventIds: readonly string[]): Promise<SentDelivery[]> {
    const docs = await this.#docs
      .find({ eventId: { $in: [...eventIds] }, accountId })
      .project<DeliveryDoc>(WITHOUT_BODIES)
      .toArray();
    return docs.map(fromDoc);
  }

  /** True if a delivery of the event is still to be attempted. */
  async hasPending(eventId: string): Promise<boolean> {
    const pending = { eventId, status: 'pending' as const };
    return (await this.#docs.findOne(pending, { projection: { _id: 1 } })) !== null;
  }

  async find(id: string): Promise<StoredDelivery | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  /** The first webhook after an id that has a delivery due, and since when. */
  async nextDueWebhook(after: string, now: Date): Promise<{ id: string; since: Date } | undefined> {
    const [doc] = await this.#docs
      .find({ webhookId: { $gt: after }, ...due(now) })
      .sort({ webhookId: 1, nextAttemptAt: 1 })
      .limit(1)
      .project<{ webhookId: string; nextAttemptAt: Date }>({ webhookId: 1, nextAttemptAt: 1 })
      .toArray();
    return doc && { id: doc.webhookId, since: doc.nextAttemptAt };
  }

  /** The deliveries of a webhook that have been due the longest. */
  async due(webhookId: string, limit: number, now: Date): Promise<DueDelivery[]> {
    const docs = await this.#docs
      .find({ webhookId, ...due(now) })
      .sort({ nextAttemptAt: 1 })
      .limit(limit)
      .project<{ _id: string; eventId: string }>({ eventId: 1 })
      .toArray();
    return docs.map(({ _id, eventId }) => ({ id: _id, eventId }));
  }

  /** Claims those that are still due and counts their attempts, with an unknown outcome. `owner` is used once. */
  async claim(ids: readonly string[], by: ClaimBy): Promise<ClaimedDelivery[]> {
    if (ids.length === 0) return [];
    const { owner, now } = by;
    const lease = leaseFor(by);
    const { modifiedCount } = await this.#docs.updateMany(
      { _id: { $in: [...ids] }, ...due(now) },
      {
        $set: { lease, nextAttemptAt: lease.until },
        $inc: { fence: 1, attemptCount: 1, attemptsLeft: -1 },
        $push: { attempts: { $each: [{ at: now }], $slice: -ATTEMPTS_KEPT } },
      },
    );
    if (modifiedCount === 0) return [];
    const docs = await this.#docs.find({ _id: { $in: [...ids] }, 'lease.owner': owner }).toArray();
    return docs.map(claimedOf);
  }

  /** Begins a new plan for a delivery that has ended; a pending one stays as it is. @throws NotFound */
  async requeue(
    at: { webhook: NamedWebhook; id: string; now: Date },
    status: 'pending' | 'held',
  ): Promise<StoredDelivery> {
    const { webhook, id, now } = at;
    const scheduled = status === 'pending' && { nextAttemptAt: now };
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, webhookId: webhook.id, status: { $in: RESENDABLE } },
      queuedAgain(webhook, { status, ...scheduled }),
      { returnDocument: 'after' },
    );
    return doc ? fromDoc(doc) : this.get(webhook.id, id);
  }

  /** Holds the pending deliveries of a webhook until they are released. */
  async hold(webhookId: string): Promise<number> {
    const held = { $set: { status: 'held' as const }, $unset: unscheduled };
    return (await this.#docs.updateMany({ webhookId, status: 'pending' }, held)).modifiedCount;
  }

  async release(webhook: NamedWebhook, now: Date): Promise<number> {
    const released = queuedAgain(webhook, { status: 'pending', nextAttemptAt: now });
    return (await this.#docs.updateMany({ webhookId: webhook.id, status: 'held' }, released)).modifiedCount;
  }

  /** The first webhook after an id that has deliveries held. */
  async nextHeldWebhook(after: string): Promise<string | undefined> {
    const [doc] = await this.#docs
      .find({ webhookId: { $gt: after }, status: 'held' })
      .sort({ webhookId: 1 })
      .limit(1)
      .project<{ webhookId: string }>({ webhookId: 1 })
      .toArray();
    return doc?.webhookId;
  }

  /** Discards every delivery that was queued for a webhook before it was seen like this, and returns their number. */
  async discardPending(webhookId: string, seen: Pick<StoredWebhook, 'era'> | null): Promise<number> {
    const queued = { webhookId, ...queuedBefore(seen) };
    const pending = await this.#end({ ...queued, status: 'pending' }, 'discarded');
    return pending + (await this.#end({ ...queued, status: 'held' }, 'discarded'));
  }

  /** Ends deliveries whose events have expired. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.#end({ _id: { $in: [...ids] }, status: 'pending' }, 'discarded');
  }

  /** Ends deliveries whose process crashed during the last attempt, and returns their number. */
  async failExhausted(now: Date): Promise<number> {
    return this.#end({ status: 'pending', attemptsLeft: 0, nextAttemptAt: { $lte: now } }, 'failed');
  }

  async #end(filter: Filter<DeliveryDoc>, status: 'discarded' | 'failed'): Promise<number> {
    return (await this.#docs.updateMany(filter, { $set: { status }, $unset: unscheduled })).modifiedCount;
  }
}
