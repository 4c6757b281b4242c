import type { ClosingQuery, Page } from '@estate/contracts';
import { found } from '@estate/errors';
import { WorkQueue, given, isDuplicateKey, page } from '@estate/persistence';
import type { Collection, ErasedAccount, Filter, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import type { StoredClosing } from '../domain/closing.ts';

export interface ClosingDoc extends Omit<StoredClosing, 'id'>, Leased, WithOutbox {
  dueAt?: Date;
  attempt: number;
  internalErrors: number;
  unended?: number;
  /** A receipt is kept for as long as claims can be made. */
  expiresAt?: Date;
}

/** The changes of a step of a closing; absent fields stay. */
export type ClosingStep = Partial<Omit<StoredClosing, 'id' | 'accountId'>> & { isNoLongerQuiet?: true };

const WORK_FIELDS: WorkFields = {
  dueAt: 'dueAt',
  attempt: 'attempt',
  internalErrors: 'internalErrors',
  unended: 'unended',
};
const DAY_MS = 86_400_000;
/** The retention of a receipt: three years and the rest of a fourth, after which claims between customer and operator lapse. */
const KEPT_MS = 4 * 366 * DAY_MS;
/** A closing sends no messages. */
const NO_RELAY = { sent: () => undefined };
export const IN_PROGRESS = { state: 'closing' as const };

export class ClosingStore {
  readonly #docs: Collection<ClosingDoc>;
  /** The running closings, and cancelled ones as long as something has to be undone. */
  readonly queue: WorkQueue<ClosingDoc, { closing: StoredClosing }, ClosingStep>;

  constructor(docs: Collection<ClosingDoc>) {
    this.#docs = docs;
    this.queue = new WorkQueue({
      collection: this.#docs,
      relay: NO_RELAY,
      fields: WORK_FIELDS,
      view: (doc) => ({ closing: fromDoc(doc) }),
      seen: ({ state }) => ({ state }),
      changes: changesOf,
    });
  }

  /** Stores a closing as due; returns the running one if there is one. */
  async begin({ id, ...closing }: StoredClosing): Promise<StoredClosing> {
    for (;;) {
      try {
        const schedule = { dueAt: closing.requestedAt, attempt: 0, internalErrors: 0 };
        await this.#docs.insertOne({ _id: id, ...closing, ...schedule });
        return { id, ...closing };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const known = await this.#docs.findOne({ accountId: closing.accountId, ...IN_PROGRESS });
        if (known) return fromDoc(known);
      }
    }
  }

  /** Cancels a closing that has only just begun; a worker that has it notices. Null if it is too late, or there is none. */
  async cancel(accountId: string, now: Date): Promise<StoredClosing | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { accountId, ...IN_PROGRESS, phase: 'waiting', cancellableUntil: { $gt: now } },
      {
        $set: { state: 'cancelled', cancelledAt: now, dueAt: now, attempt: 0, expiresAt: keptFrom(now) },
        $unset: { lease: '', unended: '' },
        $inc: { fence: 1 },
      },
      { returnDocument: 'after' },
    );
    return doc && fromDoc(doc);
  }

  /** The running closing of each account, in the same order. */
  async ofAccounts(accountIds: readonly string[]): Promise<{ closing: StoredClosing | null }[]> {
    const docs = await this.#docs.find({ accountId: { $in: [...accountIds] }, ...IN_PROGRESS }).toArray();
    const byAccount = new Map(docs.map((doc) => [doc.accountId, fromDoc(doc)]));
    return accountIds.map((accountId) => ({ closing: byAccount.get(accountId) ?? null }));
  }

  /** The newest closing of an account, whatever its result. */
  async newestOf(accountId: string): Promise<StoredClosing | null> {
    const [doc] = await this.#docs.find({ accountId }).sort({ _id: -1 }).limit(1).toArray();
    return doc ? fromDoc(doc) : null;
  }

  /** The finished closings of accounts. */
  async finishedOf(accountIds: readonly string[]): Promise<ErasedAccount[]> {
    if (accountIds.length === 0) return [];
    const docs = await this.#docs
      .find({ accountId: { $in: [...accountIds] }, state: 'finished' })
      .sort({ _id: 1 })
      .toArray();
    const newest = new Map(docs.map((doc) => [doc.accountId, doc]));
    return [...newest.values()].map(({ _id, accountId, requestedAt }) => ({
      accountId,
      closingId: _id,
      requestedAt,
    }));
  }

  /** @throws NotFound */
  async get(id: string): Promise<StoredClosing> {
    return fromDoc(found(await this.#docs.findOne({ _id: id }), 'closing', id));
  }

  async list({ state, ...query }: ClosingQuery): Promise<Page<StoredClosing>> {
    const { hasMore, docs } = await page(this.#docs, given({ state }) as Filter<ClosingDoc>, query);
    return { hasMore, data: docs.map(fromDoc) };
  }

  /** Repeats the erasure of accounts that were erased since a time; returns their number. */
  async reapply(since: Date, now: Date): Promise<number> {
    const finished = { state: 'finished' as const, finishedAt: { $gte: since } };
    const { modifiedCount } = await this.#docs.updateMany(finished, {
      $set: { phase: 'verifying', dueAt: now, attempt: 0, internalErrors: 0 },
      $unset: { quietSince: '' },
    });
    return modifiedCount;
  }
}

const keptFrom = (end: Date): Date => new Date(end.getTime() + KEPT_MS);

function changesOf({ isNoLongerQuiet, ...changes }: ClosingStep) {
  const end = changes.finishedAt;
  return {
    set: { ...changes, ...(end && { expiresAt: keptFrom(end) }) },
    unset: { ...(isNoLongerQuiet && { quietSince: '' as const }) },
  };
}

function fromDoc(doc: ClosingDoc): StoredClosing {
  const { _id: id, lease: _lease, fence: _fence, dueAt: _dueAt, attempt: _attempt, ...fields } = doc;
  const { internalErrors: _errors, unended: _unended, expiresAt: _expires, ...rest } = fields;
  const { outbox: _outbox, removeWhenSent: _remove, ...closing } = rest;
  return { id, ...closing };
}
