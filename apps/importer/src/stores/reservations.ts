import { isDuplicateKey } from '@estate/persistence';
import type { Collection, Filter, OptionalUnlessRequiredId } from '@estate/persistence';

interface Reserved {
  /** The reserved id. */
  _id: string;
}

/** Ids that are reserved before anything is created under them, so that it is created once. */
export class Reservations<T extends Reserved> {
  protected readonly docs: Collection<T>;

  constructor(docs: Collection<T>) {
    this.docs = docs;
  }

  async find(id: string): Promise<T | null> {
    return (await this.docs.findOne({ _id: id } as Filter<T>)) as T | null;
  }

  /** The reservation with the id of the document, an earlier one if there is any. */
  async reserve(doc: T): Promise<T> {
    for (;;) {
      try {
        await this.docs.insertOne(doc as OptionalUnlessRequiredId<T>);
        return doc;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const earlier = await this.find(doc._id);
        // It may have been removed since.
        if (earlier) return earlier;
      }
    }
  }
}
