import type { ListQuery } from '@estate/contracts';
import { found } from '@estate/errors';
import { WorkQueue, isDuplicateKey, page } from '@estate/persistence';
import type { Collection, Filter, Leased, WithOutbox, WorkFields } from '@estate/persistence';
import type { StoredErasure } from '../domain/erasure.ts';

export interface ErasureDoc
  extends Omit<StoredErasure, 'id' | 'isPutOff' | 'nextStepAt'>, Leased, WithOutbox {
  dueAt?: Date;
  attempt: number;
  internalErrors: number;
  unended?: number;
  /** A finished erasure is kept as long as the audit log. */
  expiresAt?: Date;
}

/** The changes of a step of an erasure. */
export type ErasureStep = Pick<StoredErasure, 'erased'> &
  Partial<Pick<StoredErasure, 'state' | 'phase' | 'finishedAt' | 'quietSince'>> & { forgetsAddress?: true };

const WORK_FIELDS: WorkFields = {
  dueAt: 'dueAt',
  attempt: 'attempt',
  internalErrors: 'internalErrors',
  unended: 'unended',
};
const KEPT_MS = 365 * 86_400_000;
export const ONE_RUNNING_INDEX = 'one-running';
/** An erasure sends no messages. */
const NO_RELAY = { sent: () => undefined };

export class ErasureStore {
  readonly #docs: Collection<ErasureDoc>;
  /** The running erasures. */
  readonly queue: WorkQueue<ErasureDoc, { erasure: StoredErasure }, ErasureStep>;

  constructor(docs: Collection<ErasureDoc>) {
    this.#docs = docs;
    this.queue = new WorkQueue({
      collection: this.#docs,
      relay: NO_RELAY,
      fields: WORK_FIELDS,
      view: (doc) => ({ erasure: fromDoc(doc) }),
      seen: () => ({}),
      changes: changesOf,
    });
  }

  /** Stores an erasure as due; returns the running one for the same person if there is one. */
  async begin({ id, ...erasure }: StoredErasure): Promise<StoredErasure> {
    for (;;) {
      try {
        const schedule = { dueAt: erasure.requestedAt, attempt: 0, internalErrors: 0 };
        await this.#docs.insertOne({ _id: id, ...erasure, ...schedule });
        return { id, ...erasure };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const { accountId, emailHash } = erasure;
        const same = await this.#docs.findOne({ accountId, emailHash, state: 'running' });
        // A retry of a call finds the erasure that the first one started, even after its end.
        const known = same ?? (await this.#docs.findOne({ _id: id, accountId }));
        if (known) return fromDoc(known);
      }
    }
  }

  /** @throws NotFound */
  async get(accountId: string, id: string): Promise<StoredErasure> {
    return fromDoc(found(await this.#docs.findOne({ _id: id, accountId }), 'erasure', id));
  }

  /** Repeats the erasure of persons that were erased since a time and whose address is still stored; returns their number. */
  async reapply(since: Date, now: Date): Promise<number> {
    const finished = { state: 'finished' as const, email: { $exists: true }, finishedAt: { $gte: since } };
    let count = 0;
    for await (const { _id } of this.#docs.find(finished, { projection: { _id: 1 } })) {
      count += await this.#begunAgain({ _id, ...finished }, now);
    }
    return count;
  }

  /** 0 if an erasure of the same person is running. */
  async #begunAgain(filter: Filter<ErasureDoc>, now: Date): Promise<number> {
    const again = { state: 'running' as const, dueAt: now, attempt: 0, internalErrors: 0 };
    try {
      const update = {
        $set: again,
        $unset: { phase: '' as const, quietSince: '' as const, expiresAt: '' as const },
      };
      return (await this.#docs.updateOne(filter, update)).modifiedCount;
    } catch (error) {
      if (isDuplicateKey(error, ONE_RUNNING_INDEX)) return 0;
      throw error;
    }
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; data: StoredErasure[] }> {
    const { hasMore, docs } = await page(this.#docs, { accountId }, query);
    return { hasMore, data: docs.map(fromDoc) };
  }
}

function changesOf({ erased, phase, quietSince, finishedAt, state, forgetsAddress }: ErasureStep) {
  return {
    set: {
      erased,
      ...(phase && { phase }),
      ...(quietSince && { quietSince }),
      ...(state && { state }),
      ...(finishedAt && { finishedAt, expiresAt: new Date(finishedAt.getTime() + KEPT_MS) }),
    },
    unset: {
      ...(!quietSince && { quietSince: '' as const }),
      ...(forgetsAddress && { email: '' as const }),
    },
  };
}

function fromDoc(doc: ErasureDoc): StoredErasure {
  const { _id: id, accountId, state, email, emailHash, requestedAt, quietSince, finishedAt, erased } = doc;
  const isRunning = state === 'running';
  return {
    ...{ id, accountId, state, emailHash, requestedAt, erased },
    ...(email && { email }),
    ...(doc.phase && { phase: doc.phase }),
    ...(isRunning && doc.dueAt && { nextStepAt: doc.dueAt }),
    ...(isRunning && doc.internalErrors > 0 && { isPutOff: true }),
    ...(quietSince && { quietSince }),
    ...(finishedAt && { finishedAt }),
  };
}
