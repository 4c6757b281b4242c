import { isDuplicateKey, overAt } from '@estate/persistence';
import type { Collection } from '@estate/persistence';

/** The retention of a call's outcome. */
export const REMEMBER_MS = 24 * 60 * 60 * 1000;

/** Identifies an upload in a retry of its call. */
export interface UploadSeal {
  sha256: string;
  bytes: number;
}

/** The stored response of a call; its body may contain secrets and is sealed. */
export interface StoredOutcome {
  status: number;
  headers: Record<string, string>;
  sealed: string;
  /** Present for a call with an upload. */
  upload?: UploadSeal;
}

/** The first call with a key. */
export interface IdempotentCall {
  /** The name of the call, by account and key. */
  id: string;
  requestHash: string;
  /** The id of the resource that it creates, also if it runs again. */
  reservedId: string;
  /** The run with the lease, and the end of the lease. */
  run?: { token: string; until: Date };
  outcome?: StoredOutcome;
  expiresAt: Date;
}

export type IdempotentCallDoc = Omit<IdempotentCall, 'id'> & { _id: string };

export class IdempotencyStore {
  readonly #docs: Collection<IdempotentCallDoc>;

  constructor(docs: Collection<IdempotentCallDoc>) {
    this.#docs = docs;
  }

  /** Saves a call whose key is new or has expired; false otherwise. */
  async begin({ id, ...fields }: IdempotentCall, now: Date): Promise<boolean> {
    try {
      const result = await this.#docs.replaceOne({ _id: id, expiresAt: { $lte: now } }, fields, {
        upsert: true,
      });
      return result.upsertedCount + result.modifiedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<IdempotentCall | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && fromDoc(doc);
  }

  /** Takes over a call whose lease has ended without an outcome, or ends later than any lease; null if there is none. */
  async takeOver(
    id: string,
    run: NonNullable<IdempotentCall['run']>,
    now: Date,
  ): Promise<IdempotentCall | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id, outcome: { $exists: false }, 'run.until': overAt(now) },
      { $set: { run } },
      { returnDocument: 'after' },
    );
    return doc && fromDoc(doc);
  }

  /** Extends the lease of a run, never backwards; false if another run has the call. */
  async extend(id: string, token: string, until: Date): Promise<boolean> {
    const result = await this.#docs.updateOne(
      { _id: id, 'run.token': token },
      { $max: { 'run.until': until } },
    );
    return result.matchedCount === 1;
  }

  /** Stores the outcome, unless another run has taken the call over. */
  async finish(id: string, token: string, outcome: StoredOutcome): Promise<void> {
    await this.#docs.updateOne({ _id: id, 'run.token': token }, { $set: { outcome }, $unset: { run: '' } });
  }

  /** Ends the lease, so that a retry can run at once; it uses the same reserved id. */
  async release(id: string, token: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, 'run.token': token }, { $unset: { run: '' } });
  }
}

const fromDoc = ({ _id, ...fields }: IdempotentCallDoc): IdempotentCall => ({ id: _id, ...fields });
