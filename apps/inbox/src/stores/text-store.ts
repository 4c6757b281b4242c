import { createHash } from 'node:crypto';
import { insertUnique } from '@estate/persistence';
import type { Collection } from '@estate/persistence';

/** A text that several requests of an account share. */
export interface TextDoc {
  _id: string;
  accountId: string;
  text: string;
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
    await insertUnique(this.#docs, [{ _id: id, accountId, text }], '_id_');
    return id;
  }

  async read(ids: readonly string[]): Promise<Map<string, string>> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(docs.map(({ _id, text }) => [_id, text]));
  }
}
