import type { OutgoingMessage } from '@estate/messaging';
import { claim, Group, held, leaseOf } from '@estate/persistence';
import type { Collection, Filter, Lease, OutboxRelay } from '@estate/persistence';
import type { MailRecord } from '../domain/mail.ts';
import { toRecord } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

/** A mail that this process alone may read until its lease ends. */
export interface ClaimedMail {
  record: MailRecord;
  lease: Lease & { owner: string };
  arrivals: number;
  /** This claim and those before it that no end followed: it, or one that was worked on beside it, ended its process. */
  claims: number;
  /** Earlier readings, of it alone, that no end followed: it ended its process. */
  begun: number;
  deaths: number;
  troubles: number;
}

/** What a claimed document says to its holder. */
export const claimedOf = (doc: MailDoc): ClaimedMail => ({
  record: toRecord(doc),
  lease: leaseOf(doc),
  arrivals: doc.arrivals,
  claims: (doc.fence ?? 0) - doc.settled,
  begun: doc.begun ?? 0,
  deaths: doc.deaths,
  troubles: doc.troubles,
});

export type MailEnd = Pick<MailRecord, 'state' | 'results'> &
  Partial<Pick<MailRecord, 'sender' | 'subject' | 'failure'>>;

export interface ClaimBy {
  owner: string;
  leaseMs: number;
  now: Date;
}

interface Ending {
  claimed: ClaimedMail;
  end: MailEnd;
}

/** The mails that wait to be read. */
export class MailQueue {
  readonly #docs: Collection<MailDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;
  readonly #ending = new Group((ends: Ending[]) => this.#endAll(ends));

  constructor(docs: Collection<MailDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  /** Takes the mail that is due for the longest time, or null when none is due. */
  async claimDue(by: ClaimBy): Promise<ClaimedMail | null> {
    const due = { dueAt: { $lte: by.now } };
    const doc = await claim<MailDoc>(this.#docs, due, { ...by, sort: { dueAt: 1 } });
    return doc && claimedOf(doc);
  }

  /** Since when the mail is due that has been due longest; one that is being read is due until that ends. */
  async oldestDueAt(now: Date): Promise<Date | undefined> {
    const doc = await this.#docs.findOne(
      { dueAt: { $lte: now } },
      { sort: { dueAt: 1 }, projection: { dueAt: 1 } },
    );
    return doc?.dueAt;
  }

  /** Marks that it is read alone from now on, with a whole lease for that; false when it is another's. */
  async begin({ lease }: ClaimedMail, { leaseMs, now }: Pick<ClaimBy, 'leaseMs' | 'now'>): Promise<boolean> {
    const until = new Date(now.getTime() + leaseMs);
    const { matchedCount } = await this.#docs.updateOne(held<MailDoc>(lease), {
      $inc: { begun: 1 },
      $set: { 'lease.until': until },
    });
    return matchedCount === 1;
  }

  /** Saves the end together with what is told about it; false when more came in for the mail, or it is another's. */
  async end(claimed: ClaimedMail, end: MailEnd, told: OutgoingMessage[]): Promise<boolean> {
    if (told.length === 0) return this.#ending.do({ claimed, end });
    const update = { ...updateOf(claimed, end), $push: { outbox: { $each: told } } };
    const doc = await this.#docs.findOneAndUpdate(unchanged(claimed), update, { returnDocument: 'after' });
    if (doc === null) return false;
    this.#relay.sent(this.#docs, doc);
    return true;
  }

  /** Ends that tell nothing, many in one go. */
  async #endAll(ends: readonly Ending[]): Promise<boolean[]> {
    const operations = ends.map(({ claimed, end }) => ({
      updateOne: { filter: unchanged(claimed), update: updateOf(claimed, end) },
    }));
    const { matchedCount } = await this.#docs.bulkWrite(operations, { ordered: false });
    if (matchedCount === ends.length) return ends.map(() => true);
    const ids = ends.map(({ claimed }) => claimed.record.id);
    const docs = await this.#docs.find({ _id: { $in: ids } }, { projection: { settled: 1 } }).toArray();
    const settled = new Map(docs.map((doc) => [doc._id, doc.settled]));
    return ends.map(({ claimed: { lease } }) => settled.get(lease.id) === lease.fence);
  }

  /** Lets the mail wait for another run. */
  async repeat(
    claimed: ClaimedMail,
    schedule: Pick<MailDoc, 'deaths' | 'troubles'> & { dueAt: Date },
  ): Promise<void> {
    await this.#docs.updateOne(unchanged(claimed), {
      $set: { ...schedule, settled: claimed.lease.fence },
      $unset: CLAIM,
    });
  }

  /** Gives the mail back as it is. */
  async release({ lease }: ClaimedMail): Promise<void> {
    await this.#docs.updateOne(held<MailDoc>(lease), {
      $set: { settled: lease.fence },
      $unset: CLAIM,
    });
  }
}

/** What every end takes away. */
const CLAIM = { lease: '', begun: '' } as const;

const unchanged = ({ lease, arrivals }: ClaimedMail): Filter<MailDoc> => ({
  ...held<MailDoc>(lease),
  arrivals,
});

function updateOf({ lease }: ClaimedMail, { sender, subject, failure, ...always }: MailEnd) {
  const $set: Partial<MailDoc> = {
    ...always,
    settled: lease.fence,
    deaths: 0,
    troubles: 0,
    ...(sender !== undefined && { sender }),
    ...(subject !== undefined && { subject }),
    ...(failure && { failure }),
  };
  return {
    $set,
    $unset: { ...CLAIM, dueAt: '' as const, ...(!failure && { failure: '' as const }) },
  };
}
