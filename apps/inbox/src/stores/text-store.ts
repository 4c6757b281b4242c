import { createHash } from 'node:crypto';
import { addressesIn, isDuplicateKey, personKeysOf } from '@estate/persistence';
import type { Collection } from '@estate/persistence';

/** A text that several requests of an account share. */
export interface TextDoc {
  _id: string;
  accountId: string;
  text: string;
  personKeys?: string[];
  /** Grows each time the text is put, so that a text that just came into use again is not removed. */
  puts?: number;
}

/** Texts of emails, each stored once for an account, however many requests refer to it. */
export class TextStore {
  readonly #docs: Collection<TextDoc>;

  constructor(docs: Collection<TextDoc>) {
    this.#docs = docs;
  }

  /** Saves a text unless it is there; returns its id, which is the same for the same text. */
  async put(accountId: string, text: string): Promise<string> {
    const id = createHash('sha256').update(`${accountId}\n${text}`).digest('hex');
    const fields = { accountId, text, personKeys: personKeysOf(accountId, addressesIn(text)) };
    const put = () =>
      this.#docs.updateOne({ _id: id }, { $setOnInsert: fields, $inc: { puts: 1 } }, { upsert: true });
    // Two inserts at once: the second one finds the first.
    await put().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return put();
    });
    return id;
  }

  async read(ids: readonly string[]): Promise<Map<string, string>> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(docs.map(({ _id, text }) => [_id, text]));
  }

  /** The text with the number of its uses, for `remove`; null if there is none. */
  find(id: string): Promise<TextDoc | null> {
    return this.#docs.findOne({ _id: id });
  }

  /** Removes a text as it was seen; does nothing when it was put again since. */
  async remove({ _id, puts }: Pick<TextDoc, '_id' | 'puts'>): Promise<void> {
    await this.#docs.deleteOne({ _id, puts: puts ?? { $exists: false } });
  }
}
