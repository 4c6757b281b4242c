import type { Collection, Filter, MatchKeysAndValues, UpdateFilter } from 'mongodb';
import { Batcher } from '../mongo/batcher.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { claim, crashesBefore, extendLease, leaseOf, stillHeld } from '../work/lease.ts';
import type { ClaimBy, HeldLease, Leased } from '../work/lease.ts';
import { narrow } from '../mongo/narrow-filter.ts';
import { OUTBOX_FIELDS } from '../outbox/outbox.ts';
import type { OutboxMessage, WithOutbox } from '../outbox/outbox.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { valueAt } from '../mongo/value-at.ts';

/** Where a document keeps when it is worked on and how often it was: paths, whose names are older than this class. */
export interface WorkFields {
  /** When it is due; without it there is nothing to do. */
  dueAt: string;
  /** Attempts in a row whose result was to try again. */
  attempt: string;
  /** Attempts in a row that failed by an internal error. */
  internalErrors: string;
  /** Claims in a row that were neither ended nor released: all but the last one crashed. */
  unended: string;
}

/** The right to work on an item, and what is known of the attempts before. */
export interface Claim {
  lease: HeldLease;
  /** The attempt number, counted from 0. */
  attempt: number;
  internalErrors: number;
  /** Processes in a row that crashed while they worked on it. */
  crashes: number;
  /** Fields that must not have changed since the item was claimed; otherwise the result is discarded. */
  seen: object;
}

export interface WorkSchedule {
  dueAt: Date;
  attempt: number;
  internalErrors: number;
}

/** The changes in the document that the result of an attempt makes. */
export interface Changes<T> {
  set: MatchKeysAndValues<T>;
  unset?: Record<string, ''>;
}

export interface WorkQueueOptions<T extends Leased & WithOutbox, V extends object, R> {
  collection: Collection<T>;
  relay: Pick<OutboxRelay, 'sent'>;
  fields: WorkFields;
  /** The part of the document that the worker is shown. */
  view(doc: T): V;
  seen(doc: T): object;
  changes(result: R): Changes<T>;
}

interface Ending<R> {
  claim: Claim;
  result: R;
}

/** Finds what is due; each collection with work needs it. */
export const dueIndex = (dueAt: string): IndexSpec => ({ name: 'due', key: { [dueAt]: 1 }, sparse: true });

/**
 * Documents that wait to be worked on, each by one process at a time. `V` is what a worker is shown of a document, `R` what
 * it comes to. The claim counts; an end, a retry and a release take the count back, so that what stays counted crashed.
 */
export class WorkQueue<T extends Leased & WithOutbox, V extends object, R> {
  readonly #options: WorkQueueOptions<T, V, R>;
  readonly #docs: Collection<T>;
  readonly #ends = new Batcher((ends: Ending<R>[]) => this.#endAll(ends));

  constructor(options: WorkQueueOptions<T, V, R>) {
    this.#options = options;
    this.#docs = options.collection;
  }

  /** Takes what has been due longest and matches, or null when nothing is due. */
  async claim(by: ClaimBy, filter: Filter<T> = {}): Promise<(V & Claim) | null> {
    const { dueAt, unended } = this.#options.fields;
    const due = narrow(filter, dueAt, { $lte: by.now });
    const doc = await claim<T>(this.#docs, due, { ...by, sort: { [dueAt]: 1 }, counts: unended });
    return doc && this.claimed(doc);
  }

  /** A claimed document as its holder sees it. */
  claimed(doc: T): V & Claim {
    const { view, seen, fields } = this.#options;
    return {
      ...view(doc),
      lease: leaseOf(doc),
      seen: seen(doc),
      attempt: numberAt(doc, fields.attempt) ?? 0,
      internalErrors: numberAt(doc, fields.internalErrors) ?? 0,
      crashes: crashesBefore(numberAt(doc, fields.unended)),
    };
  }

  /** Since when the item is due that has been due longest; one that is worked on is due until that ends. */
  async oldestDueAt(now: Date, filter: Filter<T> = {}): Promise<Date | undefined> {
    const { dueAt } = this.#options.fields;
    const due = narrow(filter, dueAt, { $lte: now });
    const doc = await this.#docs.findOne(due, { sort: { [dueAt]: 1 }, projection: { [dueAt]: 1 } });
    return doc ? (valueAt(doc, dueAt) as Date) : undefined;
  }

  /** False when another process took the item, or it has ended. */
  extend({ lease }: Pick<Claim, 'lease'>, until: Pick<ClaimBy, 'leaseMs' | 'now'>): Promise<boolean> {
    return extendLease(this.#docs, lease, until);
  }

  /**
   * Saves the result together with its messages; false when the item changed since it was claimed, or is another
   * process's.
   */
  async end(claim: Claim, result: R, messages: readonly OutboxMessage[]): Promise<boolean> {
    if (messages.length === 0) return this.#ends.do({ claim, result });
    const update = { ...this.#endOf(result), $push: { outbox: { $each: messages } } };
    const doc = await this.#docs.findOneAndUpdate(asClaimed<T>(claim), update as unknown as UpdateFilter<T>, {
      returnDocument: 'after',
      projection: OUTBOX_FIELDS,
    });
    if (doc) this.#options.relay.sent(this.#docs, doc as unknown as T);
    return doc !== null;
  }

  /** Lets the item wait for another attempt, with what this one came to; false as for `end`. */
  async retry(claim: Claim, { dueAt, attempt, internalErrors }: WorkSchedule, result?: R): Promise<boolean> {
    const { fields, changes } = this.#options;
    const { set = {}, unset = {} } = result === undefined ? {} : changes(result);
    const update = {
      $set: {
        ...set,
        [fields.dueAt]: dueAt,
        [fields.attempt]: attempt,
        [fields.internalErrors]: internalErrors,
      },
      $unset: { ...unset, lease: '', [fields.unended]: '' },
    };
    const { matchedCount } = await this.#docs.updateOne(
      asClaimed<T>(claim),
      update as unknown as UpdateFilter<T>,
    );
    return matchedCount === 1;
  }

  /** Gives the item back as it was before the claim; does nothing when it is another process's. */
  async release({ lease }: Pick<Claim, 'lease'>): Promise<void> {
    const { unended } = this.#options.fields;
    const mine = stillHeld<T>(lease);
    const $unset = { lease: '' };
    const counted = { $unset, $inc: { [unended]: -1 } } as unknown as UpdateFilter<T>;
    const { matchedCount } = await this.#docs.updateOne(narrow(mine, unended, { $gt: 0 }), counted);
    // A change of the item may have begun to count again.
    if (matchedCount === 0) await this.#docs.updateOne(mine, { $unset } as unknown as UpdateFilter<T>);
  }

  /** Ends without messages, many in one write. */
  async #endAll(ends: readonly Ending<R>[]): Promise<boolean[]> {
    const writes = ends.map(({ claim, result }) => ({
      updateOne: {
        filter: asClaimed<T>(claim),
        update: this.#endOf(result),
      },
    }));
    const { matchedCount } = await this.#docs.bulkWrite(writes, { ordered: false });
    if (matchedCount === ends.length) return ends.map(() => true);
    const ids = ends.map(({ claim }) => claim.lease.id);
    const docs = await this.#docs
      .find({ _id: { $in: ids } } as Filter<T>)
      .project<Leased>({ fence: 1, lease: 1 })
      .toArray();
    const ended = new Map(docs.map(({ _id, fence, lease }) => [_id, lease ? undefined : fence]));
    return ends.map(({ claim: { lease } }) => ended.get(lease.id) === lease.fence);
  }

  #endOf(result: R): UpdateFilter<T> {
    const { fields, changes } = this.#options;
    const { set, unset } = changes(result);
    return {
      $set: { ...set, [fields.attempt]: 0, [fields.internalErrors]: 0 },
      $unset: { ...unset, lease: '', [fields.dueAt]: '', [fields.unended]: '' },
    } as unknown as UpdateFilter<T>;
  }
}

const asClaimed = <T extends Leased>({ lease, seen }: Claim): Filter<T> => ({
  ...stillHeld<T>(lease),
  ...seen,
});

const numberAt = (doc: object, path: string): number | undefined => valueAt(doc, path) as number | undefined;
