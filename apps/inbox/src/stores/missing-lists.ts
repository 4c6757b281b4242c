import { Portions } from '@estate/persistence';
import type { Collection, WalkDoc } from '@estate/persistence';
import { listsOf } from '../domain/account-part.ts';
import { toRecord, unchangedSince } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';

/** Younger emails may still be read by a process of a version without lists, or be on their way into the database. */
const SETTLED_MS = 600_000;

/** Puts emails into the lists of their accounts that were read by a version without lists. */
export class MissingLists {
  readonly #docs: Collection<MailDoc>;
  readonly #portions: Portions<MailDoc>;

  constructor(docs: Collection<MailDoc>, walks: Collection<WalkDoc>) {
    this.#docs = docs;
    this.#portions = new Portions(docs, walks, { name: 'mail-lists', settledMs: SETTLED_MS });
  }

  /** Looks at the next portion; false at the end. A later call continues where this one ended, also after a restart. */
  async fillNext(now: Date): Promise<boolean> {
    const portion = await this.#portions.next(now);
    for (const doc of portion.docs) if (!doc.listedUnder && doc.results.length > 0) await this.#fill(doc);
    await this.#portions.finish(portion);
    return portion.hasMore;
  }

  /** A concurrent change or reading of the email writes its lists. */
  async #fill(doc: MailDoc): Promise<void> {
    const seen = { ...unchangedSince(doc), listedUnder: { $exists: false } };
    await this.#docs.updateOne(seen, { $set: { listedUnder: listsOf(toRecord(doc)) } });
  }
}
