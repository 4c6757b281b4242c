import { claim, extendLease, isDuplicateKey, leaseOf, releaseLease } from '@estate/persistence';
import type { ClaimBy, Collection, HeldLease, Leased } from '@estate/persistence';

export interface MailboxDoc extends Leased {
  /** Emails that were handled since then are to be read again. */
  rereadSince?: Date;
}

/** Leases of mailboxes: one process reads each of them. */
export class MailboxStore {
  readonly #docs: Collection<MailboxDoc>;

  constructor(docs: Collection<MailboxDoc>) {
    this.#docs = docs;
  }

  /** Claims a mailbox; null while another process has it. */
  async claim(name: string, by: ClaimBy): Promise<HeldLease | null> {
    const doc = await claim<MailboxDoc>(this.#docs, { _id: name }, by);
    if (doc) return leaseOf(doc);
    await this.#docs.insertOne({ _id: name }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    const first = await claim<MailboxDoc>(this.#docs, { _id: name }, by);
    return first && leaseOf(first);
  }

  /** Has the mailboxes read again what they handled since then. */
  async rereadSince(names: readonly string[], since: Date): Promise<void> {
    for (const _id of names) {
      await this.#docs.updateOne({ _id }, { $setOnInsert: { rereadSince: since } }, { upsert: true });
      await this.#docs.updateOne(
        { _id, rereadSince: { $not: { $lte: since } } },
        { $set: { rereadSince: since } },
      );
    }
  }

  /** Since when a mailbox is to be read again, if it is. */
  async reread(name: string): Promise<Date | undefined> {
    return (await this.#docs.findOne({ _id: name }))?.rereadSince;
  }

  /** An earlier time that was ordered meanwhile stays. */
  async endReread(name: string, since: Date): Promise<void> {
    await this.#docs.updateOne({ _id: name, rereadSince: since }, { $unset: { rereadSince: '' } });
  }

  /** False when another process has it by now. */
  extend(lease: HeldLease, leaseMs: number, now: Date): Promise<boolean> {
    return extendLease(this.#docs, lease, { leaseMs, now });
  }

  release(lease: HeldLease): Promise<void> {
    return releaseLease(this.#docs, lease);
  }
}
