import { Unavailable } from '@estate/errors';
import type { Metrics } from '@estate/observability';
import type { Collection, Db, UpdateFilter } from 'mongodb';
import { toServiceError } from '../mongo/driver-errors.ts';
import { firstIdAt, newId } from '../mongo/ids.ts';
import { claim, held, leaseOf, releaseLease } from '../work/lease.ts';
import type { Leased } from '../work/lease.ts';
import type { Log } from '../mongo/log.ts';
import { METRICS } from '../mongo/metrics.ts';
import type { OutboxMessage, Publisher } from './outbox.ts';
import type { PublishedMessages } from './published-messages.ts';
import { lostStreams, sameStates } from './stream-states.ts';
import type { StreamState } from './stream-states.ts';
import { Worker } from '../work/worker.ts';

const LOOK_EVERY_MS = 5_000;
const LEASE_MS = 60_000;
const AT_ONCE = 32;
/** The maximum delay between the acknowledgement of a message and its storage, including the offsets of clocks. */
const SETTLED_MS = 60_000;
const RETELLING = 'retelling';

/** The known state of the service's streams, and the progress of publishing its messages again. */
interface RetellingDoc extends Leased {
  streams: StreamState[];
  /** Counts the changes of `streams`. */
  version: number;
  /** The time of the next step; absent if there is nothing to do. */
  dueAt?: Date;
  /** The position of the last message that was published again. */
  after?: string;
  /** The start of the second pass, for messages that were stored during the first one. */
  lateAfter?: string;
}

export interface RetellingOptions {
  db: Db;
  bus: Pick<Publisher, 'publish'>;
  published: Pick<PublishedMessages, 'after' | 'countAfter' | 'removeOld'>;
  /** The current state of the streams that the service publishes to. */
  streams: () => Promise<StreamState[]>;
  log: Log;
  metrics: Pick<Metrics, 'counter'>;
  clock: () => Date;
  everyMs?: number;
}

/**
 * Publishes messages again, under their ids, if a stream has lost messages or the operator orders it. One replica at a time does it, and
 * another one continues if it crashes.
 */
export class Retelling {
  readonly #options: RetellingOptions;
  readonly #docs: Collection<RetellingDoc>;
  readonly #owner = newId();
  readonly #worker: Worker;
  readonly #total: ReturnType<Metrics['counter']>;

  constructor(options: RetellingOptions) {
    const { db, metrics, log, everyMs = LOOK_EVERY_MS } = options;
    this.#options = options;
    this.#docs = db.collection(RETELLING);
    this.#total = metrics.counter(METRICS.messages_retold_total);
    const run = (signal: AbortSignal) => this.run(signal);
    this.#worker = new Worker({ name: RETELLING, run, sweepEveryMs: everyMs, log });
  }

  start(): void {
    this.#worker.start();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  /** Publishes all messages since then again; returns their number, up to a limit. */
  async order(since: Date): Promise<number> {
    const after = firstIdAt(since);
    await this.#look();
    await this.#begin(after);
    this.#worker.wake();
    return this.#options.published.countAfter(after);
  }

  /** Checks the streams, and publishes a due portion; true if there is more. */
  async run(signal: AbortSignal): Promise<boolean> {
    await this.#look();
    const now = this.#options.clock();
    const doc = await claim<RetellingDoc>(
      this.#docs,
      { _id: RETELLING, dueAt: { $lte: now } },
      { owner: this.#owner, leaseMs: LEASE_MS, now },
    );
    if (!doc) {
      await this.#options.published.removeOld(now);
      return false;
    }
    return this.#publishPortion(doc, signal);
  }

  /** Compares the streams with the stored state, which is read first: the broker is never behind it, except after it has lost messages. */
  async #look(): Promise<void> {
    const known = await this.#docs.findOne({ _id: RETELLING });
    const streams = await this.#options.streams();
    if (!known) {
      const first = { $setOnInsert: { streams, version: 1 } };
      await this.#docs.updateOne({ _id: RETELLING }, first, { upsert: true });
      return;
    }
    if (sameStates(known.streams, streams)) return;
    const lost = lostStreams(known.streams, streams);
    if (lost.length > 0) {
      this.#options.log.warn({ streams: lost }, 'streams.lost');
      await this.#begin('');
    }
    // After the start: a crash in between makes the next check find the same.
    const { version } = known;
    await this.#docs.updateOne({ _id: RETELLING, version }, { $set: { streams }, $inc: { version: 1 } });
  }

  /** Starts publishing; a running pass starts again from the earlier of the two positions. */
  async #begin(after: string): Promise<void> {
    const now = this.#options.clock();
    const lateAfter = firstIdAt(new Date(now.getTime() - SETTLED_MS));
    for (;;) {
      const known = await this.#docs.findOne({ _id: RETELLING });
      const earlier = known?.after !== undefined && known.after < after ? known.after : after;
      const fence = known?.fence ?? 0;
      const { matchedCount } = await this.#docs.updateOne(
        { _id: RETELLING, fence: known?.fence ?? { $exists: false } },
        // A new fence invalidates the portion of another replica that is in progress.
        { $set: { after: earlier, lateAfter, dueAt: now, fence: fence + 1 }, $unset: { lease: '' } },
      );
      if (matchedCount === 1) return;
    }
  }

  async #publishPortion(doc: RetellingDoc, signal: AbortSignal): Promise<boolean> {
    const lease = leaseOf(doc);
    try {
      const after = await this.#publishAfter(doc.after ?? '', signal);
      const isEnd = !signal.aborted && (await this.#options.published.countAfter(after)) === 0;
      const { $set = {}, $unset = {} }: UpdateFilter<RetellingDoc> = isEnd
        ? this.#ended(doc)
        : { $set: { after } };
      await this.#docs.updateOne(held<RetellingDoc>(lease), { $set, $unset: { ...$unset, lease: '' } });
      return !isEnd && !signal.aborted;
    } catch (error) {
      await releaseLease(this.#docs, lease);
      throw error;
    }
  }

  /** Publishes a portion; returns the position up to which all messages are published. @throws Unavailable */
  async #publishAfter(place: string, signal: AbortSignal): Promise<string> {
    const portion = await this.#options.published.after(place);
    let last = place;
    for (let from = 0; from < portion.length && !signal.aborted; from += AT_ONCE) {
      const together = portion.slice(from, from + AT_ONCE);
      await Promise.all(together.map(({ message }) => this.#publish(message)));
      last = together.at(-1)?._id ?? last;
    }
    return last;
  }

  async #publish(message: OutboxMessage): Promise<void> {
    try {
      await this.#options.bus.publish(message);
      this.#total.inc();
    } catch (error) {
      const reason = toServiceError(error);
      if (reason instanceof Unavailable) throw reason;
      // An earlier version of the service published it, and this one does not declare it.
      this.#options.log.error(
        { err: reason, id: message.id, subject: message.subject },
        'message.not-retold',
      );
    }
  }

  #ended({ lateAfter }: RetellingDoc): UpdateFilter<RetellingDoc> {
    if (lateAfter === undefined) {
      this.#options.log.info({}, 'messages.retold');
      return { $unset: { dueAt: '' as const, after: '' as const } };
    }
    const dueAt = new Date(this.#options.clock().getTime() + SETTLED_MS);
    return { $set: { after: lateAfter, dueAt }, $unset: { lateAfter: '' as const } };
  }
}
