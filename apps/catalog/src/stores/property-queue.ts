import type { ProcessingFailure } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import { claim, extendLease, leaseOf, stillHeld } from '@estate/persistence';
import type { Collection, Filter, Lease, OutboxRelay } from '@estate/persistence';
import type { ProcessedFiles } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { LIVE, toRecord } from './property-document.ts';
import type { ProcessingSchedule, PropertyDoc } from './property-document.ts';

/** A property that this process alone may process until its lease ends. */
export interface ClaimedProperty {
  record: PropertyRecord;
  lease: Lease & { owner: string };
  schedule: ProcessingSchedule;
  /** This claim and those before it that were neither ended nor given back: their processes must have died. */
  claims: number;
}

/** The end of a processing; without a failure it was successful. */
export interface ProcessingEnd {
  files: ProcessedFiles;
  failure?: ProcessingFailure;
}

/** Who takes a property, and for how long. */
export interface PropertyClaim {
  owner: string;
  leaseMs: number;
  now: Date;
}

/** An account with something due, and since when. */
export interface DueAccount {
  accountId: string;
  dueAt: Date;
}

const ACCOUNT_PAGE = 100;
const DUE_ACCOUNT = { _id: 0, accountId: 1, 'processing.dueAt': 1 } as const;

/** The properties that wait to be processed. */
export class PropertyQueue {
  readonly #docs: Collection<PropertyDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(docs: Collection<PropertyDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  /** Takes the property that is due for the longest time, of all or of one account, or null when none is due. */
  async claimDue(
    { owner, leaseMs, now }: PropertyClaim,
    accountId?: string,
  ): Promise<ClaimedProperty | null> {
    const due = { ...(accountId !== undefined && { accountId }), 'processing.dueAt': { $lte: now } };
    const doc = await claim<PropertyDoc>(this.#docs, due, {
      owner,
      leaseMs,
      now,
      sort: { 'processing.dueAt': 1 },
      counts: 'processing.claims',
    });
    if (!doc) return null;
    const { claims = 1, ...schedule } = doc.processing;
    return { record: toRecord(doc), lease: leaseOf(doc), schedule, claims };
  }

  /**
   * Every account with a free property that is due, each once, with since when its oldest one is. Goes through an index and hops
   * over what an account has more than a page, so one with thousands costs one look.
   */
  async dueAccounts(now: Date): Promise<DueAccount[]> {
    const found: DueAccount[] = [];
    for (let after = ''; ;) {
      const docs = await this.#docs
        .find({ accountId: { $gt: after }, ...freeAndDue(now) }, { projection: DUE_ACCOUNT })
        .sort({ accountId: 1, 'processing.dueAt': 1 })
        .limit(ACCOUNT_PAGE)
        .toArray();
      for (const { accountId, processing } of docs) {
        if (accountId !== after && processing.dueAt) found.push({ accountId, dueAt: processing.dueAt });
        after = accountId;
      }
      if (docs.length < ACCOUNT_PAGE) return found;
    }
  }

  /** Since when the oldest free property of the account is due. */
  async dueAccount(accountId: string, now: Date): Promise<Date | undefined> {
    const doc = await this.#docs.findOne(
      { accountId, ...freeAndDue(now) },
      { sort: { 'processing.dueAt': 1 }, projection: DUE_ACCOUNT },
    );
    return doc?.processing.dueAt;
  }

  /** Whose properties these are, each account once. */
  async accountsOf(ids: readonly string[]): Promise<string[]> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] } }, { projection: { _id: 0, accountId: 1 } })
      .toArray();
    return [...new Set(docs.map(({ accountId }) => accountId))];
  }

  /** Since when the property is due that has been due longest; one that is being processed is due until that ends. */
  async oldestDueAt(now: Date): Promise<Date | undefined> {
    const doc = await this.#docs.findOne(
      { 'processing.dueAt': { $lte: now } },
      { sort: { 'processing.dueAt': 1 }, projection: { 'processing.dueAt': 1 } },
    );
    return doc?.processing.dueAt;
  }

  /** False when the property was taken by another process meanwhile. */
  extend({ lease }: ClaimedProperty, leaseMs: number, now: Date): Promise<boolean> {
    return extendLease(this.#docs, lease, { leaseMs, now });
  }

  /** Saves the end together with what is told about it; false when the property has another revision by now, or is not ours any more. */
  async end(claimed: ClaimedProperty, end: ProcessingEnd, told: OutgoingMessage[]): Promise<boolean> {
    const { trace } = claimed.schedule;
    const { files, failure } = end;
    const doc = await this.#docs.findOneAndUpdate(
      unchanged(claimed),
      {
        $set: {
          ...files,
          processingStatus: failure ? 'failed' : 'successful',
          processing: { attempt: 0, troubles: 0, trace },
          ...(failure && { processingFailure: failure }),
        },
        $unset: { lease: '', ...(!failure && { processingFailure: '' }) },
        $push: { outbox: { $each: told } },
      },
      { returnDocument: 'after' },
    );
    if (!doc) return false;
    this.#relay.sent(this.#docs, doc);
    return true;
  }

  /** Lets the property wait for another run, keeping what was fetched; false as for `end`. */
  async repeat(
    claimed: ClaimedProperty,
    schedule: ProcessingSchedule,
    files?: ProcessedFiles,
  ): Promise<boolean> {
    const result = await this.#docs.updateOne(unchanged(claimed), {
      $set: { processing: schedule, ...files },
      $unset: { lease: '' },
    });
    return result.matchedCount === 1;
  }

  /** Gives the property back as it is. */
  async release(claimed: ClaimedProperty): Promise<void> {
    const giveBack = { $unset: { lease: '' as const } };
    const counted = { ...mine(claimed), 'processing.claims': { $gt: 0 } };
    const result = await this.#docs.updateOne(counted, { ...giveBack, $inc: { 'processing.claims': -1 } });
    // An update of the property began to count anew.
    if (result.matchedCount === 0) await this.#docs.updateOne(mine(claimed), giveBack);
  }
}

const freeAndDue = (now: Date): Filter<PropertyDoc> => ({
  'processing.dueAt': { $lte: now },
  'lease.until': { $not: { $gt: now } },
});

const mine = ({ lease }: ClaimedProperty) => stillHeld<PropertyDoc>(lease);

const unchanged = (claimed: ClaimedProperty) => ({
  ...mine(claimed),
  revision: claimed.record.revision,
  ...LIVE,
});
