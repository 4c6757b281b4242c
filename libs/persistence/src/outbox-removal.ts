import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { OutboxDocument } from './outbox.ts';

/** Acknowledged messages stay this long, so that those of other documents can leave with them in one write. */
const GATHER_MS = 5;
const DOCUMENTS_MAX = 500;

interface Entry {
  id: string;
  sentIds: readonly string[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Takes acknowledged messages out of their documents, many documents of a collection in one write. */
export class OutboxRemoval {
  readonly #collection: Collection<OutboxDocument>;
  #waiting: Entry[] = [];
  #running = false;

  constructor(collection: Collection<OutboxDocument>) {
    this.#collection = collection;
  }

  /** Resolves when the messages are out of the document; what was added to it meanwhile stays. */
  take(id: string, sentIds: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, sentIds, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      await pause(GATHER_MS);
      const entries = this.#waiting.splice(0, DOCUMENTS_MAX);
      await this.#write(entries).then(
        () => entries.forEach(({ resolve }) => resolve()),
        (error: unknown) => entries.forEach(({ reject }) => reject(error)),
      );
    }
    this.#running = false;
  }

  /** Ids of messages are unique over all documents, so one list of them serves every document. */
  async #write(entries: readonly Entry[]): Promise<void> {
    const sentIds = entries.flatMap((entry) => entry.sentIds);
    const filter = { _id: { $in: entries.map(({ id }) => id) } } as Filter<OutboxDocument>;
    const pull = { $pull: { outbox: { id: { $in: sentIds } } } } as unknown as UpdateFilter<OutboxDocument>;
    await this.#collection.updateMany(filter, pull);
  }
}
