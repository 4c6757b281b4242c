import { Conflict, found } from '@estate/errors';
import { claim, crashesBefore, held, leaseOf, madeBetween } from '@estate/persistence';
import type { ClaimBy, Collection, Filter, Lease, Leased } from '@estate/persistence';
import type { ResendScope, StoredResend } from '../domain/resend.ts';
import { queuedAgain } from './delivery-document.ts';
import type { DeliveryDoc, QueueingWebhook } from './delivery-document.ts';

export type ResendDoc = Omit<StoredResend, 'id'> &
  Leased & {
    /** Claims in a row that neither made progress nor were released. */
    unended?: number;
  };

/** A resend that this process works on. */
export interface ClaimedResend extends StoredResend {
  lease: Lease;
  /** Processes in a row that crashed while they worked on it. */
  crashes: number;
}

export class ResendStore {
  readonly #docs: Collection<ResendDoc>;
  readonly #deliveries: Collection<DeliveryDoc>;

  constructor(docs: Collection<ResendDoc>, deliveries: Collection<DeliveryDoc>) {
    this.#docs = docs;
    this.#deliveries = deliveries;
  }

  async insert({ id, ...fields }: StoredResend): Promise<void> {
    await this.#docs.insertOne({ _id: id, ...fields });
  }

  /** @throws NotFound */
  async get(webhookId: string, id: string): Promise<StoredResend> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, webhookId }), 'resend', id));
  }

  async find(id: string): Promise<StoredResend | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  /** Cancels a running resend; one that is cancelled stays so. @throws NotFound @throws Conflict if it has ended otherwise */
  async cancel(webhookId: string, id: string, now: Date): Promise<StoredResend> {
    const cancelled = { $set: { status: 'cancelled' as const, finishedAt: now } };
    await this.#docs.updateOne({ _id: id, webhookId, status: 'running' }, cancelled);
    const resend = await this.get(webhookId, id);
    if (resend.status === 'cancelled') return resend;
    throw new Conflict(`The bulk resend ${id} can no longer be cancelled. Its status is ${resend.status}.`, {
      code: 'resend-ended',
    });
  }

  /** Claims the oldest resend that no process works on. */
  async claim(by: ClaimBy): Promise<ClaimedResend | undefined> {
    const running = { status: 'running' } as Filter<ResendDoc>;
    const doc = await claim(this.#docs, running, { ...by, sort: { createdAt: 1 }, counts: 'unended' });
    return doc ? { ...fromDoc(doc), lease: leaseOf(doc), crashes: crashesBefore(doc.unended) } : undefined;
  }

  /** Gives a resend back, so that this claim does not count as a crash; it can be claimed again from `retryAt` on. */
  async release({ lease }: ClaimedResend, retryAt: Date): Promise<void> {
    const released = { $set: { 'lease.until': retryAt }, $inc: { unended: -1 } };
    await this.#docs.updateOne({ ...held<ResendDoc>(lease), unended: { $gt: 0 } }, released);
  }

  /** The next deliveries that a resend is about, in the order of their ids. */
  async nextPage({ webhookId, scope, cursor }: StoredResend, limit: number): Promise<string[]> {
    const filter: Filter<DeliveryDoc> = { $and: [{ webhookId, _id: { $gt: cursor } }, scopeFilter(scope)] };
    const docs = await this.#deliveries
      .find(filter)
      .sort({ _id: 1 })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  /** Queues a page, without what this resend has queued before; returns how many of the page it has queued by now. */
  async requeue(
    { id, scope }: StoredResend,
    ids: readonly string[],
    { now, webhook }: { now: Date; webhook: QueueingWebhook },
  ): Promise<number> {
    await this.#deliveries.updateMany(
      { _id: { $in: [...ids] }, status: { $in: scope.statuses }, resendId: { $ne: id } },
      queuedAgain(webhook, { status: 'pending', nextAttemptAt: now, resendId: id }),
    );
    return this.#deliveries.countDocuments({ _id: { $in: [...ids] }, resendId: id });
  }

  /** Saves the progress of a resend, which clears its crashes; false when it was cancelled or another process has it. */
  async advance(
    { lease }: ClaimedResend,
    progress: Partial<StoredResend>,
    leasedUntil: Date,
  ): Promise<boolean> {
    const { matchedCount } = await this.#docs.updateOne(
      { ...held<ResendDoc>(lease), status: 'running' },
      { $set: { ...progress, 'lease.until': leasedUntil, unended: 1 } },
    );
    return matchedCount === 1;
  }
}

/** The conditions on a delivery other than its position after the cursor. */
function scopeFilter({ statuses, since, until, fromSequence, toSequence }: ResendScope): Filter<DeliveryDoc> {
  const sequence = {
    ...(fromSequence !== undefined && { $gte: fromSequence }),
    ...(toSequence !== undefined && { $lte: toSequence }),
  };
  return {
    status: { $in: statuses },
    ...(Object.keys(sequence).length > 0 && { sequence }),
    ...madeBetween<DeliveryDoc>({ time: 'createdAt', id: '_id' }, since, until),
  };
}

const fromDoc = (doc: ResendDoc): StoredResend => {
  const { _id, lease: _lease, fence: _fence, unended: _unended, ...fields } = doc;
  return { id: _id, ...fields };
};
