import { setTimeout as delay } from 'node:timers/promises';
import { InvalidInput } from '@estate/errors';
import type { Metrics } from '@estate/observability';
import type { Collection } from 'mongodb';
import { Batcher } from '../mongo/batcher.ts';
import { METRICS } from '../mongo/metrics.ts';
import type { Log } from '../mongo/log.ts';
import { OUTBOX_FIELDS, takeOut, takeOutAndRemove } from './outbox.ts';
import type { Acknowledged, OutboxDocument, OutboxMessage, Publisher } from './outbox.ts';
import { OutboxSweep } from './outbox-sweep.ts';
import type { PublishedMessages } from './published-messages.ts';
import { toServiceError } from '../mongo/driver-errors.ts';
import { Worker } from '../work/worker.ts';

/** The maximum number of documents in progress. Most of them wait for the next removal, which they share. */
const RUNNING_MAX = 256;
const WAITING_MAX = 1000;
/** The time that acknowledged messages wait, so that one write can remove those of many documents. */
const GATHER_MS = 5;
const DOCUMENTS_MAX = 500;

export interface OutboxRelayOptions {
  bus: Publisher;
  log: Log;
  metrics: Pick<Metrics, 'gauge'>;
  collections: readonly Collection<OutboxDocument>[];
  /** The store of messages that the broker has acknowledged. */
  published: Pick<PublishedMessages, 'add' | 'eraseOf'>;
  /** The milliseconds between two sweeps. */
  sweepEveryMs?: number;
  /** The minimum age in milliseconds of a message before the sweep takes it over from its writer. */
  minAgeMs?: number;
}

interface Job {
  collection: Collection<OutboxDocument>;
  document: OutboxDocument;
  /** Set if it was written again while it was being sent: there may be messages that this job has not seen. */
  again: boolean;
}

/** Sends the outbox messages of documents: right after the write, and after a crash by a sweep. One per service. */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: string[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #sweeper: Worker;
  readonly #removals = new Map<string, Batcher<Acknowledged, void>>();
  #closing = false;
  #failing = false;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const { collections, log, metrics } = options;
    const sweep = new OutboxSweep({
      collections,
      minAgeMs: options.minAgeMs ?? 2000,
      oldest: metrics.gauge(METRICS.outbox_oldest_seconds),
      send: (collection, document) => this.#sendUnlessRunning(collection, document),
    });
    const sweepEveryMs = options.sweepEveryMs ?? 2000;
    this.#sweeper = new Worker({
      name: 'outbox-sweep',
      run: (signal) => sweep.run(signal),
      sweepEveryMs,
      log,
    });
  }

  start(): void {
    this.#sweeper.start();
  }

  /** Sends the messages of a document in the background after a write; the sweep handles those that cannot be sent now. */
  sent<T extends OutboxDocument>(collection: Collection<T>, document: T): void {
    if (!document.outbox?.length && !document.removeWhenSent) return;
    const key = keyOf(collection, document._id);
    const known = this.#jobs.get(key);
    if (known) {
      known.again = true;
      return;
    }
    if (this.#closing || this.#waiting.length >= WAITING_MAX) return;
    const { _id, outbox = [], removeWhenSent = false } = document;
    const job: Job = {
      collection: collection as unknown as Collection<OutboxDocument>,
      document: { _id, outbox: [...outbox], removeWhenSent },
      again: false,
    };
    this.#jobs.set(key, job);
    this.#waiting.push(key);
    this.#next();
  }

  /** Ends the sweep and sends what is waiting, until a first failure; the next sweep of any replica finds the rest. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#sweeper.close();
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #next(): void {
    while (this.#running.size < RUNNING_MAX) {
      const key = this.#waiting.shift();
      const job = key === undefined ? undefined : this.#jobs.get(key);
      if (key === undefined || job === undefined) return;
      const running = this.#send(key, job).then((sent) => {
        this.#running.delete(running);
        if (!sent && this.#closing) this.#leaveWaiting();
        this.#next();
      });
      this.#running.add(running);
    }
  }

  #leaveWaiting(): void {
    for (const key of this.#waiting.splice(0)) this.#jobs.delete(key);
  }

  async #sendUnlessRunning(
    collection: Collection<OutboxDocument>,
    document: OutboxDocument,
  ): Promise<boolean> {
    const key = keyOf(collection, document._id);
    if (this.#jobs.has(key)) return true;
    const job: Job = { collection, document, again: false };
    this.#jobs.set(key, job);
    return this.#send(key, job);
  }

  /** Never throws; false if something is left for the sweep. */
  async #send(key: string, job: Job): Promise<boolean> {
    try {
      let left: OutboxDocument | null = job.document;
      while (left !== null) {
        job.again = false;
        left = await this.#sendOnce(job.collection, left);
        while (left === null && wasWrittenAgain(job)) left = await reread(job);
      }
      if (this.#failing) this.#options.log.info({}, 'the outbox sends messages again');
      this.#failing = false;
      return true;
    } catch (error) {
      this.#report(job, toServiceError(error));
      return false;
    } finally {
      this.#jobs.delete(key);
    }
  }

  /** Publishes in order up to the first failure; acknowledged and refused messages are removed in either case. */
  async #sendOnce(
    collection: Collection<OutboxDocument>,
    document: OutboxDocument,
  ): Promise<OutboxDocument | null> {
    const acknowledged: OutboxMessage[] = [];
    let failure: { error: unknown } | undefined;
    for (const message of document.outbox ?? []) {
      try {
        await this.#options.bus.publish(message);
        acknowledged.push(message);
      } catch (error) {
        failure = await this.#bury(collection, { document, message, error });
        if (failure) break;
      }
    }
    const left =
      failure && acknowledged.length === 0
        ? document
        : await this.#takeOut(collection, document, acknowledged);
    if (failure) throw failure.error;
    return left;
  }

  /** Buries a message that can never be published, so that the others continue; returns the error that prevents this. */
  async #bury(
    collection: Collection<OutboxDocument>,
    { document, message, error }: { document: OutboxDocument; message: OutboxMessage; error: unknown },
  ): Promise<{ error: unknown } | undefined> {
    if (!(error instanceof InvalidInput)) return { error };
    const { id, subject } = message;
    try {
      await this.#options.bus.bury(message, error.message);
      // No copy is kept, because nothing should publish it again.
      await takeOut(collection, [{ documentId: document._id, messages: [message] }]);
      this.#options.log.error({ err: error, documentId: document._id, id, subject }, 'message.refused');
      return undefined;
    } catch (failed) {
      return { error: failed };
    }
  }

  /** The rest of the outbox; messages that another writer added are left to that writer, or to the sweep. */
  async #takeOut(
    collection: Collection<OutboxDocument>,
    document: OutboxDocument,
    messages: readonly OutboxMessage[],
  ): Promise<OutboxDocument | null> {
    const acknowledged = { documentId: document._id, messages };
    if (document.removeWhenSent) {
      await this.#options.published.add([acknowledged]);
      const sentIds = messages.map(({ id }) => id);
      return takeOutAndRemove(collection, document, sentIds);
    }
    await this.#removalFrom(collection).do(acknowledged);
    return null;
  }

  #removalFrom(collection: Collection<OutboxDocument>): Batcher<Acknowledged, void> {
    const { namespace } = collection;
    const batcher =
      this.#removals.get(namespace) ??
      new Batcher<Acknowledged, void>(
        (sent) => this.#keepAndTakeOut(collection, sent),
        DOCUMENTS_MAX,
        () => delay(GATHER_MS),
      );
    this.#removals.set(namespace, batcher);
    return batcher;
  }

  async #keepAndTakeOut(collection: Collection<OutboxDocument>, sent: readonly Acknowledged[]): Promise<[]> {
    await this.#options.published.add(sent);
    // An erased document must leave no copies of its messages, because its eraser could not find them yet.
    for (const { documentId, messages } of await takeOut(collection, sent))
      await this.#options.published.eraseOf(messages[0]?.accountId ?? '', [documentId]);
    return [];
  }

  /** Logs one line at the beginning of an outage, not one for each message; the gauge shows the rest. */
  #report(job: Job, error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    const fields = { collection: job.collection.collectionName, id: job.document._id, err: error };
    this.#options.log.warn(fields, 'the outbox cannot send, messages wait in their documents');
  }
}

const keyOf = (collection: { namespace: string }, id: string): string => `${collection.namespace}/${id}`;

/** Read anew each time, because it changes during an await. */
const wasWrittenAgain = ({ again }: Job): boolean => again;

function reread(job: Job): Promise<OutboxDocument | null> {
  job.again = false;
  return job.collection.findOne({ _id: job.document._id }, { projection: OUTBOX_FIELDS });
}
