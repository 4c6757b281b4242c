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

/** The paths of a document's due time and counters; their names are older than this class. */
export interface WorkFields {
  /** The due time; a document without it has nothing to do. */
  dueAt: string;
  /** Attempts in a row that ended with a retry. */
  attempt: string;
  /** Attempts in a row that failed with an internal error. */
  internalErrors: string;
  /** Claims in a row that were neither ended nor released: all but the last one crashed. */
  unended: string;
}

/** The right to work on an item, and the history of its attempts. */
export interface Claim {
  lease: HeldLease;
  /** The attempt number, counted from 0. */
  attempt: number;
  internalErrors: number;
  /** The number of processes in a row that crashed while they worked on it. */
  crashes: number;
  /** Fields that must not have changed since the claim; otherwise the result is discarded. */
  seen: object;
}

export interface WorkSchedule {
  dueAt: Date;
  attempt: number;
  internalErrors: number;
}

/** The changes to the document for the result of an attempt. */
export interface Changes<T> {
  set: MatchKeysAndValues<T>;
  unset?: Record<string, ''>;
}

export interface WorkQueueOptions<T extends Leased & WithOutbox, V extends object, R> {
  collection: Collection<T>;
  relay: Pick<OutboxRelay, 'sent'>;
  fields: WorkFields;
  /** The part of the document that the worker needs. */
  view(doc: T): V;
  seen(doc: T): object;
  changes(result: R): Changes<T>;
}

interface Ending<R> {
  claim: Claim;
  result: R;
}

/** The index for due documents; required for each collection with work. */
export const dueIndex = (dueAt: string): IndexSpec => ({ name: 'due', key: { [dueAt]: 1 }, sparse: true });

/**
 * Documents that wait to be worked on, each by one process at a time. `V` is the worker's view of a document, `R` the result. Every claim
 * is counted; an end, a retry and a release take the count back, so that a remaining count means crashes.
 */
export class WorkQueue<T extends Leased & WithOutbox, V extends object, R> {
  readonly #options: WorkQueueOptions<T, V, R>;
  readonly #docs: Collection<T>;
  readonly #ends = new Batcher((ends: Ending<R>[]) => this.#endAll(ends));

  constructor(options: WorkQueueOptions<T, V, R>) {
    this.#options = options;
    this.#docs = options.collection;
  }

  /** Claims the matching item that has been due longest, or returns null if nothing is due. */
  async claim(by: ClaimBy, filter: Filter<T> = {}): Promise<(V & Claim) | null> {
    const { dueAt, unended } = this.#options.fields;
    const due = narrow(filter, dueAt, { $lte: by.now });
    const doc = await claim<T>(this.#docs, due, { ...by, sort: { [dueAt]: 1 }, counts: unended });
    return doc && this.claimed(doc);
  }

  /** The worker's view of a claimed document. */
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

  /** The due time of the item that has been due longest; an item in progress stays due until it ends. */
  async oldestDueAt(now: Date, filter: Filter<T> = {}): Promise<Date | undefined> {
    const { dueAt } = this.#options.fields;
    const due = narrow(filter, dueAt, { $lte: now });
    const doc = await this.#docs.findOne(due, { sort: { [dueAt]: 1 }, projection: { [dueAt]: 1 } });
    return doc ? (valueAt(doc, dueAt) as Date) : undefined;
  }

  /** False if another process took the item, or it has ended. */
  extend({ lease }: Pick<Claim, 'lease'>, until: Pick<ClaimBy, 'leaseMs' | 'now'>): Promise<boolean> {
    return extendLease(this.#docs, lease, until);
  }

  /** Saves the result together with its messages; false if the item changed since it was claimed, or belongs to another process. */
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

  /** Schedules another attempt, with the result of this one; false as for `end`. */
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

  /** Restores the item as it was before the claim; does nothing if another process has it. */
  async release({ lease }: Pick<Claim, 'lease'>): Promise<void> {
    const { unended } = this.#options.fields;
    const mine = stillHeld<T>(lease);
    const $unset = { lease: '' };
    const counted = { $unset, $inc: { [unended]: -1 } } as unknown as UpdateFilter<T>;
    const { matchedCount } = await this.#docs.updateOne(narrow(mine, unended, { $gt: 0 }), counted);
    // A change of the item may have reset the count.
    if (matchedCount === 0) await this.#docs.updateOne(mine, { $unset } as unknown as UpdateFilter<T>);
  }

  /** Ends items without messages, many in one write. */
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
