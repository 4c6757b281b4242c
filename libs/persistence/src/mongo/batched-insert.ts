import type { Collection } from 'mongodb';
import { Batcher } from './batcher.ts';
import type { Gather } from './batcher.ts';
import { insertEach } from './insert-each.ts';
import type { Refusal } from './insert-each.ts';

const BATCH_MAX = 100;

/** Combines simultaneous inserts into one command; each document is refused individually. */
export class BatchedInsert<T extends { _id: unknown }> {
  readonly #batches: Batcher<T, Refusal>;

  /** A command starts when `gather` resolves; by default at once. */
  constructor(collection: Collection<T>, gather?: Gather) {
    this.#batches = new Batcher((docs: T[]) => insertEach(collection, docs), BATCH_MAX, gather);
  }

  /** @throws MongoServerError as `insertOne` does */
  async insert(doc: T): Promise<void> {
    const refusal = await this.#batches.do(doc);
    if (refusal) throw refusal;
  }
}
