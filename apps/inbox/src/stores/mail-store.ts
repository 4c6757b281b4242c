import type { ListQuery, MailState } from '@estate/contracts';
import { claimedAtInsert, insertUnique, page } from '@estate/persistence';
import type { ClaimBy, Collection } from '@estate/persistence';
import type { MailRecord } from '../domain/mail.ts';
import { KEY_INDEX, toRecord } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';
import type { ClaimedMail, MailQueue } from './mail-queue.ts';

export interface Added {
  id: string;
  isNew: boolean;
  /** Set for a new email that was claimed with its insert. */
  claimed?: ClaimedMail;
}

/** An email to save, and who claims it with its insert. */
export interface NewMail {
  record: MailRecord;
  by: ClaimBy | undefined;
}

/** The received emails of all accounts. */
export class MailStore {
  readonly #docs: Collection<MailDoc>;
  readonly #queue: Pick<MailQueue, 'claimed'>;

  constructor(docs: Collection<MailDoc>, queue: Pick<MailQueue, 'claimed'>) {
    this.#docs = docs;
    this.#queue = queue;
  }

  /**
   * Saves emails as due, and claims those that this process will read. If an earlier copy of an email is stored, the recipients
   * of the new copy are added to it.
   */
  async addAll(mails: readonly NewMail[]): Promise<Added[]> {
    const docs = mails.map(docOf);
    const inserted = await insertUnique(this.#docs, docs, KEY_INDEX);
    return Promise.all(
      docs.map(async (doc, index) => (inserted[index] ? this.#added(doc) : this.#merge(toRecord(doc)))),
    );
  }

  #added(doc: MailDoc): Added {
    return { id: doc._id, isNew: true, ...(doc.lease && { claimed: this.#queue.claimed(doc) }) };
  }

  async #merge({ key, recipients, receivedAt }: Omit<MailRecord, 'id'>): Promise<Added> {
    for (;;) {
      const doc = await this.#docs.findOne({ key });
      if (doc === null) throw new Error('an email was removed while a copy of it arrived');
      const fresh = recipients.filter((address) => !doc.recipients.includes(address));
      const same = { id: doc._id, isNew: false };
      if (fresh.length === 0) return same;
      const { matchedCount } = await this.#docs.updateOne(
        { _id: doc._id, arrivals: doc.arrivals },
        {
          $set: { dueAt: receivedAt },
          $inc: { arrivals: 1 },
          $push: { recipients: { $each: fresh } },
        },
      );
      if (matchedCount === 1) return same;
    }
  }

  async find(id: string): Promise<MailRecord | null> {
    const doc = await this.#docs.findOne({ _id: id });
    return doc && toRecord(doc);
  }

  async list({ state, ...query }: ListQuery & { state?: MailState | undefined }) {
    const { hasMore, docs } = await page(this.#docs, state === undefined ? {} : { state }, query);
    return { hasMore, records: docs.map(toRecord) };
  }

  /** Makes an email due again; its results stay, so that no event is published twice. */
  async readAgain(id: string, now: Date): Promise<MailRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(
      { _id: id },
      {
        $set: { dueAt: now, state: 'pending', attempt: 0, internalErrors: 0 },
        $unset: { unended: '' },
        $inc: { arrivals: 1 },
      },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }

  /** Those of the hashes that are not of a stored email. */
  async unnamedRaws(sha256s: readonly string[]): Promise<string[]> {
    const naming = { rawSha256: { $in: [...sha256s] } };
    const docs = await this.#docs.find(naming, { projection: { _id: 0, rawSha256: 1 } }).toArray();
    const named = new Set(docs.map(({ rawSha256 }) => rawSha256));
    return sha256s.filter((sha256) => !named.has(sha256));
  }
}

function docOf({ record: { id, ...record }, by }: NewMail): MailDoc {
  const schedule = { dueAt: record.receivedAt, arrivals: 1, attempt: 0, internalErrors: 0 };
  return { _id: id, ...record, ...schedule, ...(by && { ...claimedAtInsert(by), unended: 1 }) };
}
