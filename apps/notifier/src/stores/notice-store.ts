import { claim, held, leaseOf } from '@estate/persistence';
import type { ClaimBy, Collection, Lease, Leased, UpdateFilter } from '@estate/persistence';
import type { NoticeOutcome, StoredNotice } from '../domain/notice.ts';

export type NoticeDoc = Omit<StoredNotice, 'id'> & Leased;

/** A notice that this process sends; the attempt is counted. */
export interface ClaimedNotice extends StoredNotice {
  lease: Lease;
}

/** The emails to accounts, each stored until it expires, so that none is sent for an event that is received again. */
export class NoticeStore {
  readonly #docs: Collection<NoticeDoc>;

  constructor(docs: Collection<NoticeDoc>) {
    this.#docs = docs;
  }

  /** Does nothing when there is one for the event. */
  async insertOnce({ id, ...fields }: StoredNotice): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $setOnInsert: fields }, { upsert: true });
  }

  /** Takes the notice that has been due longest, and counts the attempt. */
  async claim(by: ClaimBy): Promise<ClaimedNotice | undefined> {
    const due = { nextAttemptAt: { $lte: by.now } };
    const doc = await claim(this.#docs, due, { ...by, sort: { nextAttemptAt: 1 }, counts: 'attemptCount' });
    return doc ? { ...fromDoc(doc), lease: leaseOf(doc) } : undefined;
  }

  /** Does nothing when another process has claimed the notice. */
  async settle({ lease }: ClaimedNotice, { nextAttemptAt, ...fields }: NoticeOutcome): Promise<void> {
    const changes: UpdateFilter<NoticeDoc> = nextAttemptAt
      ? { $set: { ...fields, nextAttemptAt }, $unset: { lease: '' } }
      : { $set: fields, $unset: { lease: '', nextAttemptAt: '' } };
    await this.#docs.updateOne(held<NoticeDoc>(lease), changes);
  }

  /** Makes a notice due that was stored before it was known whether it may be sent. */
  async queue(id: string, now: Date): Promise<void> {
    const reserved = { _id: id, status: 'pending' as const, nextAttemptAt: { $exists: false } };
    await this.#docs.updateOne(reserved, { $set: { nextAttemptAt: now } });
  }

  /** Does nothing to a notice that is due or has ended. */
  async dropReserved(id: string): Promise<void> {
    await this.#docs.deleteOne({ _id: id, status: 'pending', nextAttemptAt: { $exists: false } });
  }

  /** How many people all accounts together have invited under an address since a time. */
  countInvitationsTo(toKey: string, since: Date): Promise<number> {
    return this.#docs.countDocuments({ toKey, createdAt: { $gt: since } });
  }

  /** How many people an account has invited since a time. */
  countInvitations(accountId: string, since: Date): Promise<number> {
    return this.#docs.countDocuments({ accountId, to: { $exists: true }, createdAt: { $gt: since } });
  }

  async oldestDueAt(now: Date): Promise<Date | undefined> {
    const oldest = { sort: { nextAttemptAt: 1 as const }, projection: { nextAttemptAt: 1 as const } };
    return (await this.#docs.findOne({ nextAttemptAt: { $lte: now } }, oldest))?.nextAttemptAt;
  }

  async find(id: string): Promise<StoredNotice | undefined> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc ? fromDoc(doc) : undefined;
  }
}

const fromDoc = ({ _id, lease: _lease, fence: _fence, ...fields }: NoticeDoc): StoredNotice => ({
  id: _id,
  ...fields,
});
