import { WorkQueue, overAt } from '@estate/persistence';
import type { Claim, ClaimBy, Collection, DueWork, OutboxRelay } from '@estate/persistence';
import { WORK_FIELDS } from './queue-document.ts';
import type { QueueDoc } from './queue-document.ts';

interface QueuedImports {
  queueId: string;
  accountId: string;
}

/** A queue whose imports this process alone may work on until its lease ends. */
export type ClaimedQueue = QueuedImports & Claim;

const LOOKED_AT_ONCE = 10_000;
/** No package takes longer until its import is created; what ends later was stored by a wrong clock. */
export const EXPECTED_MS_MAX = 300_000;

/** The queues of imports that have something due. */
export class ImportQueue extends WorkQueue<QueueDoc, QueuedImports, null> {
  readonly #docs: Collection<QueueDoc>;

  constructor(collection: Collection<QueueDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    super({
      collection,
      relay,
      fields: WORK_FIELDS,
      view: ({ _id, accountId }) => ({ queueId: _id, accountId }),
      seen: ({ arrivals }) => ({ arrivals }),
      changes: () => ({ set: {} }),
    });
    this.#docs = collection;
  }

  /** Something of the queue can be done now. */
  async makeDue({ queueId, accountId }: QueuedImports, now: Date): Promise<void> {
    await this.#docs.updateOne(
      { _id: queueId },
      {
        $set: { dueAt: now },
        $inc: { arrivals: 1 },
        $setOnInsert: { accountId, attempt: 0, internalErrors: 0 },
      },
      { upsert: true },
    );
  }

  /** A package of the queue has arrived, and its import is created within this time. */
  async expect({ queueId, accountId }: QueuedImports, now: Date, withinMs: number): Promise<void> {
    const expectedUntil = new Date(now.getTime() + Math.min(withinMs, EXPECTED_MS_MAX));
    await this.#docs.updateOne(
      { _id: queueId },
      { $max: { expectedUntil }, $setOnInsert: { accountId, arrivals: 0, attempt: 0, internalErrors: 0 } },
      { upsert: true },
    );
  }

  /** Until when packages that arrived before now may still become imports; undefined when none is expected. */
  async expectedUntil(queueId: string, now: Date): Promise<Date | undefined> {
    const doc = await this.#docs.findOne({ _id: queueId }, { projection: { expectedUntil: 1 } });
    const until = doc?.expectedUntil;
    const isExpected = until && until > now && until.getTime() <= now.getTime() + EXPECTED_MS_MAX;
    return isExpected ? until : undefined;
  }

  /** The same for one that is not due, although it should be. */
  async makeDueAgain(queued: QueuedImports, now: Date): Promise<void> {
    const doc = await this.#docs.findOne({ _id: queued.queueId }, { projection: { dueAt: 1 } });
    if (doc?.dueAt === undefined) await this.makeDue(queued, now);
  }

  /** The queues of an account with something to do later can do it now. */
  async makeAllDue(accountId: string, now: Date): Promise<void> {
    await this.#docs.updateMany(
      { accountId, dueAt: { $gt: now } },
      { $set: { dueAt: now }, $inc: { arrivals: 1 } },
    );
  }

  claimOf(queueId: string, by: ClaimBy): Promise<ClaimedQueue | null> {
    return this.claim(by, { _id: queueId });
  }

  /** The queues that are due and that nobody works on, the longest due first. */
  async due(now: Date): Promise<DueWork[]> {
    const docs = await this.#docs
      .find({ dueAt: { $lte: now }, ...free(now) }, { projection: { accountId: 1, dueAt: 1 } })
      .sort({ dueAt: 1 })
      .limit(LOOKED_AT_ONCE)
      .toArray();
    return docs.flatMap(({ _id: id, accountId, dueAt }) => (dueAt ? { id, accountId, dueAt } : []));
  }

  async ifDue(id: string, now: Date): Promise<DueWork | null> {
    const doc = await this.#docs.findOne({ _id: id, dueAt: { $lte: now }, ...free(now) });
    return doc?.dueAt ? { id, accountId: doc.accountId, dueAt: doc.dueAt } : null;
  }
}

const free = (now: Date) => ({ 'lease.until': overAt(now) });
