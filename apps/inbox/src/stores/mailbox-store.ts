import { claim, extendLease, isDuplicateKey, leaseOf, releaseLease } from '@estate/persistence';
import type { ClaimBy, Collection, HeldLease, Leased } from '@estate/persistence';

export type MailboxDoc = Leased;

/** Which process reads which mailbox. */
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

  /** False when another process has it by now. */
  extend(lease: HeldLease, leaseMs: number, now: Date): Promise<boolean> {
    return extendLease(this.#docs, lease, { leaseMs, now });
  }

  release(lease: HeldLease): Promise<void> {
    return releaseLease(this.#docs, lease);
  }
}
