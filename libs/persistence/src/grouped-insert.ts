import type { Collection } from 'mongodb';
import { Group } from './group.ts';
import { insertEach } from './insert-each.ts';
import type { Refusal } from './insert-each.ts';

const AT_ONCE_MAX = 100;

/** Inserts what is asked for at the same moment with one command; each document is refused alone. */
export class GroupedInsert<T extends { _id: unknown }> {
  readonly #group: Group<T, Refusal>;

  constructor(collection: Collection<T>) {
    this.#group = new Group((docs: T[]) => insertEach(collection, docs), AT_ONCE_MAX);
  }

  /** @throws MongoServerError as `insertOne` does */
  async insert(doc: T): Promise<void> {
    const refusal = await this.#group.do(doc);
    if (refusal) throw refusal;
  }
}
