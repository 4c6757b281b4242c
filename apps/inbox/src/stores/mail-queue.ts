import type { OutgoingMessage } from '@estate/messaging';
import { claim, held, leaseOf } from '@estate/persistence';
import type { Collection, Filter, Lease, OutboxRelay } from '@estate/persistence';
import type { MailRecord } from '../domain/mail.ts';
import { toRecord } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

/** A mail that this process alone may read until its lease ends. */
export interface ClaimedMail {
  record: MailRecord;
  lease: Lease & { owner: string };
  arrivals: number;
  /** This claim and those before it that no end followed: reading must have ended the process. */
  claims: number;
  deaths: number;
  troubles: number;
}

/** What a claimed document says to its holder. */
export const claimedOf = (doc: MailDoc): ClaimedMail => ({
  record: toRecord(doc),
  lease: leaseOf(doc),
  arrivals: doc.arrivals,
  claims: (doc.fence ?? 0) - doc.settled,
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

/** The mails that wait to be read. */
export class MailQueue {
  readonly #docs: Collection<MailDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

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

  /** Saves the end together with what is told about it; false when more came in for the mail, or it is another's. */
  async end(claimed: ClaimedMail, end: MailEnd, told: OutgoingMessage[]): Promise<boolean> {
    const { sender, subject, failure, ...always } = end;
    const doc = await this.#docs.findOneAndUpdate(
      unchanged(claimed),
      {
        $set: {
          ...always,
          settled: claimed.lease.fence,
          deaths: 0,
          troubles: 0,
          ...(sender !== undefined && { sender }),
          ...(subject !== undefined && { subject }),
          ...(failure && { failure }),
        },
        $unset: { lease: '', dueAt: '', ...(!failure && { failure: '' }) },
        ...(told.length > 0 && { $push: { outbox: { $each: told } } }),
      },
      { returnDocument: 'after' },
    );
    if (doc === null) return false;
    this.#relay.sent(this.#docs, doc);
    return true;
  }

  /** Lets the mail wait for another run. */
  async repeat(
    claimed: ClaimedMail,
    schedule: Pick<MailDoc, 'deaths' | 'troubles'> & { dueAt: Date },
  ): Promise<void> {
    await this.#docs.updateOne(unchanged(claimed), {
      $set: { ...schedule, settled: claimed.lease.fence },
      $unset: { lease: '' },
    });
  }

  /** Gives the mail back as it is. */
  async release({ lease }: ClaimedMail): Promise<void> {
    await this.#docs.updateOne(held<MailDoc>(lease), {
      $set: { settled: lease.fence },
      $unset: { lease: '' },
    });
  }
}

const unchanged = ({ lease, arrivals }: ClaimedMail): Filter<MailDoc> => ({
  ...held<MailDoc>(lease),
  arrivals,
});
