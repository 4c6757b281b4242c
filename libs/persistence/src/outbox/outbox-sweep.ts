import type { Gauge } from 'prom-client';
import type { Collection, Filter } from 'mongodb';
import { presentTime } from '../mongo/database-clock.ts';
import { OUTBOX_FIELDS } from './outbox.ts';
import type { OutboxDocument } from './outbox.ts';

const AT_ONCE = 16;
/** The number of failures in a row that end a sweep: the broker is unavailable, and each attempt costs a timeout. */
const FAILURES_MAX = 32;
/** The maximum clock skew: a message from further in the future was written by a wrong clock. */
const CLOCK_SKEW_MS_MAX = 60_000;

export interface OutboxSweepOptions {
  collections: readonly Collection<OutboxDocument>[];
  minAgeMs: number;
  oldest: Gauge;
  /** False if a message of the document could not be sent. */
  send: (collection: Collection<OutboxDocument>, document: OutboxDocument) => Promise<boolean>;
}

/** Finds the messages that no writer sent. */
export class OutboxSweep {
  readonly #options: OutboxSweepOptions;
  /** The position where the sweep of a collection stopped; the next one continues there, so that failures never block the rest. */
  readonly #position = new Map<string, Date>();
  #failures = 0;

  constructor(options: OutboxSweepOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<boolean> {
    this.#failures = 0;
    for (const collection of this.#options.collections) {
      await this.#measure(collection);
      await this.#sweep(collection, signal);
    }
    return false;
  }

  async #measure(collection: Collection<OutboxDocument>): Promise<void> {
    const waiting = await collection
      .find(atFilter({ $gt: new Date(0) }), { projection: { 'outbox.at': 1 } })
      .sort({ 'outbox.at': 1 })
      .limit(1)
      .toArray();
    const at = waiting[0]?.outbox?.[0]?.at.getTime() ?? Number.POSITIVE_INFINITY;
    const seconds = Math.max(0, (presentTime().getTime() - at) / 1000);
    this.#options.oldest.set({ collection: collection.collectionName }, seconds);
  }

  async #sweep(collection: Collection<OutboxDocument>, signal: AbortSignal): Promise<void> {
    const now = presentTime().getTime();
    const due = new Date(now - this.#options.minAgeMs);
    const from = this.#position.get(collection.namespace) ?? new Date(0);
    this.#position.delete(collection.namespace);
    for (const at of [{ $gt: from, $lte: due }, { $gt: new Date(now + CLOCK_SKEW_MS_MAX) }]) {
      const cursor = collection
        .find(atFilter(at), { projection: OUTBOX_FIELDS, batchSize: 100 })
        .sort({ 'outbox.at': 1 });
      for await (const batch of batches(cursor, AT_ONCE)) {
        await this.#sendAll(collection, batch);
        if (signal.aborted) return;
        if (this.#failures >= FAILURES_MAX) {
          this.#remember(collection, batch.at(-1), due);
          return;
        }
      }
    }
  }

  async #sendAll(collection: Collection<OutboxDocument>, batch: readonly OutboxDocument[]): Promise<void> {
    const sent = await Promise.all(batch.map((document) => this.#options.send(collection, document)));
    for (const ok of sent) this.#failures = ok ? 0 : this.#failures + 1;
  }

  #remember(collection: Collection<OutboxDocument>, last: OutboxDocument | undefined, due: Date): void {
    const at = last?.outbox?.[0]?.at;
    if (at && at < due) this.#position.set(collection.namespace, at);
  }
}

const atFilter = (range: { $gt: Date; $lte?: Date }): Filter<OutboxDocument> => ({ 'outbox.at': range });

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
