import type { ListQuery } from '@estate/contracts';
import { found } from '@estate/errors';
import { ensureIndexes, held, isDuplicateKey, page } from '@estate/persistence';
import type { Collection, Db, Filter, Lease, Leased, MatchKeysAndValues } from '@estate/persistence';
import type { Attempt, Decision, StoredDelivery } from '../domain/delivery.ts';
import { ATTEMPTS_MAX } from '../domain/repeat-schedule.ts';

type DeliveryDoc = Omit<StoredDelivery, 'id'> & Leased;

/** A delivery whose attempt was counted and must be made now. */
export interface ClaimedDelivery extends StoredDelivery {
  lease: Lease;
}

/** A delivery that may be claimed. */
export interface DueDelivery {
  id: string;
  eventId: string;
}

const ATTEMPTS_KEPT = ATTEMPTS_MAX;

/** While an attempt is under way its delivery is due again when the lease ends: one field is schedule and lease. */
const due = (now: Date): Filter<DeliveryDoc> => ({
  status: 'pending',
  nextAttemptAt: { $lte: now },
  attemptCount: { $lt: ATTEMPTS_MAX },
});

const ended = { nextAttemptAt: '', lease: '' } as const;

export class DeliveryStore {
  readonly #docs: Collection<DeliveryDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('deliveries');
  }

  async ensureIndexes(): Promise<void> {
    const pending = { partialFilterExpression: { status: 'pending' } };
    await ensureIndexes(this.#docs, [
      { key: { eventId: 1, webhookId: 1 }, name: 'event-and-webhook', unique: true },
      { key: { webhookId: 1, nextAttemptAt: 1 }, name: 'due-of-webhook', ...pending },
      { key: { nextAttemptAt: 1 }, name: 'due', ...pending },
      { key: { webhookId: 1, _id: 1 }, name: 'webhook' },
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ]);
  }

  /** Stores the deliveries of one event; for a webhook that has one already nothing changes. */
  async insertOnce(deliveries: readonly StoredDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const docs = deliveries.map(({ id, ...fields }) => ({ _id: id, ...fields }));
    try {
      await this.#docs.insertMany(docs, { ordered: false });
    } catch (error) {
      // Beside the duplicates another insert may have failed for a reason of its own.
      if (!isDuplicateKey(error) || !(await this.#allStored(deliveries))) throw error;
    }
  }

  async #allStored(deliveries: readonly StoredDelivery[]): Promise<boolean> {
    const eventId = { $in: [...new Set(deliveries.map((delivery) => delivery.eventId))] };
    const webhookId = { $in: deliveries.map((delivery) => delivery.webhookId) };
    const stored = await this.#docs.find({ eventId, webhookId }).project({ _id: 1 }).toArray();
    return stored.length >= deliveries.length;
  }

  async list(webhookId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredDelivery[] }> {
    const { hasMore, docs } = await page(this.#docs, { webhookId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** @throws NotFound */
  async get(webhookId: string, id: string): Promise<StoredDelivery> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, webhookId }), 'delivery', id));
  }

  /** The first webhook after an id that has a delivery due. */
  async nextDueWebhook(after: string, now: Date): Promise<string | undefined> {
    const [doc] = await this.#docs
      .find({ webhookId: { $gt: after }, ...due(now) })
      .sort({ webhookId: 1, nextAttemptAt: 1 })
      .limit(1)
      .project<{ webhookId: string }>({ webhookId: 1 })
      .toArray();
    return doc?.webhookId;
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

  /** Takes those that are still due and counts their attempts, with an outcome that is not known yet. `owner` is used once. */
  async claim(
    ids: readonly string[],
    { owner, leaseMs, now }: { owner: string; leaseMs: number; now: Date },
  ): Promise<ClaimedDelivery[]> {
    if (ids.length === 0) return [];
    const until = new Date(now.getTime() + leaseMs);
    const { modifiedCount } = await this.#docs.updateMany(
      { _id: { $in: [...ids] }, ...due(now) },
      {
        $set: { lease: { owner, until }, nextAttemptAt: until },
        $inc: { fence: 1, attemptCount: 1 },
        $push: { attempts: { $each: [{ at: now }], $slice: -ATTEMPTS_KEPT } },
      },
    );
    if (modifiedCount === 0) return [];
    const docs = await this.#docs.find({ _id: { $in: [...ids] }, 'lease.owner': owner }).toArray();
    return docs.map((doc) => ({ ...fromDoc(doc), lease: { id: doc._id, fence: doc.fence ?? 0 } }));
  }

  /**
   * Writes down how an attempt ended and what becomes of the delivery; nothing when another process took it over.
   * A delivery that was discarded meanwhile stays so, unless it did arrive.
   */
  async record(claimed: ClaimedDelivery, attempt: Attempt, decision: Decision): Promise<void> {
    const last = claimed.attempts.length - 1;
    const outcome: MatchKeysAndValues<DeliveryDoc> = { [`attempts.${last}`]: attempt };
    const mine = held<DeliveryDoc>(claimed.lease);
    if (decision.status === 'pending') {
      const { status, nextAttemptAt } = decision;
      const repeat = { $set: { ...outcome, nextAttemptAt }, $unset: { lease: '' as const } };
      if ((await this.#docs.updateOne({ ...mine, status }, repeat)).matchedCount === 1) return;
    } else {
      const still: Filter<DeliveryDoc> = decision.status === 'succeeded' ? {} : { status: 'pending' };
      const end = { $set: { ...outcome, status: decision.status }, $unset: ended };
      if ((await this.#docs.updateOne({ ...mine, ...still }, end)).matchedCount === 1) return;
    }
    await this.#docs.updateOne(mine, { $set: outcome });
  }

  /** Ends everything that a webhook still has to get; tells how many. */
  async discardPending(webhookId: string): Promise<number> {
    return this.#end({ webhookId, status: 'pending' }, 'discarded');
  }

  /** Ends deliveries whose events were forgotten. */
  async discard(ids: readonly string[]): Promise<void> {
    await this.#end({ _id: { $in: [...ids] }, status: 'pending' }, 'discarded');
  }

  /** Ends deliveries whose last attempt was made by a process that died; tells how many. */
  async failExhausted(now: Date): Promise<number> {
    return this.#end({ ...due(now), attemptCount: { $gte: ATTEMPTS_MAX } }, 'failed');
  }

  async #end(filter: Filter<DeliveryDoc>, status: 'discarded' | 'failed'): Promise<number> {
    return (await this.#docs.updateMany(filter, { $set: { status }, $unset: ended })).modifiedCount;
  }

  /** Since when the delivery that waits longest has been due. */
  async oldestDue(now: Date): Promise<Date | undefined> {
    const [doc] = await this.#docs
      .find({ status: 'pending', nextAttemptAt: { $lte: now } })
      .sort({ nextAttemptAt: 1 })
      .limit(1)
      .project<{ nextAttemptAt: Date }>({ nextAttemptAt: 1 })
      .toArray();
    return doc?.nextAttemptAt;
  }
}

const fromDoc = ({ _id, lease: _lease, fence: _fence, ...fields }: DeliveryDoc): StoredDelivery => ({
  id: _id,
  ...fields,
});
