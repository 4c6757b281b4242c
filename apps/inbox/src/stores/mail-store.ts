import type { ListQuery, MailState, ReceivedMailQuery } from '@estate/contracts';
import { Conflict } from '@estate/errors';
import { claimedAtInsert, insertUnique, page } from '@estate/persistence';
import type { ClaimBy, Collection, Filter, UpdateFilter } from '@estate/persistence';
import { doneFor, listFor, listsOf, markedResults } from '../domain/account-part.ts';
import type { AccountMail } from '../domain/account-part.ts';
import { MOST_RECIPIENTS } from '../domain/mail.ts';
import type { Done, MailRecord } from '../domain/mail.ts';
import { KEY_INDEX, isErased, toRecord, unchangedSince } from './mail-document.ts';
import type { MailDoc } from './mail-document.ts';
import type { ClaimedMail, MailQueue } from './mail-queue.ts';

export interface Added {
  id: string;
  isNew: boolean;
  /** A copy was added to a stored email, whose bytes an account may have erased since the copy stored them. */
  mayLackBytes?: true;
  /** Set for a new email that was claimed with its insert. */
  claimed?: ClaimedMail;
}

/** An email to save, and who claims it with its insert. */
export interface NewMail {
  record: MailRecord;
  by: ClaimBy | undefined;
}

/** The fields of a list; the content of the emails stays in the database. */
const LISTED = ['receivedAt', 'state', 'sender', 'subject', 'failure', 'results'];

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
   * of the new copy are added to it. One that was erased is stored again: for the accounts that have erased it, reading it leads to nothing.
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

  async #merge({ id: _id, key, ...copy }: MailRecord): Promise<Added> {
    for (;;) {
      const doc = await this.#docs.findOne({ key });
      if (doc === null) throw new Error('an email was removed while a copy of it arrived');
      const fresh = copy.recipients
        .filter((address) => !doc.recipients.includes(address))
        .slice(0, Math.max(0, MOST_RECIPIENTS - doc.recipients.length));
      const same = { id: doc._id, isNew: false };
      if (fresh.length === 0) return same;
      const { matchedCount } = await this.#docs.updateOne(
        { _id: doc._id, arrivals: doc.arrivals },
        isErased(doc) ? storedAgain(copy) : withRecipients(fresh, copy),
      );
      if (matchedCount === 1) return { ...same, mayLackBytes: true };
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

  /** One page of the emails that targets of an account received. */
  async listOf(accountId: string, { targetId, state, ...query }: ReceivedMailQuery) {
    const listedUnder = listFor(accountId, { targetId, state });
    const { docs, ...rest } = await page<MailDoc>(this.#docs, { listedUnder }, { ...query, fields: LISTED });
    return { ...rest, records: docs.map(toRecord) };
  }

  async findOf(accountId: string, id: string): Promise<AccountMail | null> {
    const doc = await this.#docs.findOne({ _id: id, listedUnder: listFor(accountId, {}) });
    return doc && { record: toRecord(doc), content: doc.content };
  }

  /**
   * Makes an email due again; its results stay, so that no event is published twice.
   * @throws Conflict for an email that was erased
   */
  async readAgain(id: string, now: Date): Promise<MailRecord | null> {
    const changed = await this.#change({ _id: id }, (record) => {
      if (isErased(record)) throw erased(id);
      return readingAt(now);
    });
    return changed && changed.record;
  }

  /**
   * Makes an email due again for an account, for which it is open again then. One that waits to be read stays as it is, so that
   * its attempts are not counted again.
   * @throws Conflict for an email that ends every thread that reads it
   */
  readAgainOf(accountId: string, id: string, now: Date): Promise<AccountMail | null> {
    return this.#change({ _id: id, listedUnder: listFor(accountId, {}) }, (record) => {
      if (record.unreadable) throw unreadable(id);
      if (record.state === 'pending') return undefined;
      return { ...readingAt(now), results: markedResults(record, accountId, undefined) };
    });
  }

  /** Marks an email as done for an account, once. */
  finishOf(accountId: string, id: string, done: Done): Promise<AccountMail | null> {
    return this.#change({ _id: id, listedUnder: listFor(accountId, {}) }, (record) =>
      doneFor(record, accountId) ? undefined : { results: markedResults(record, accountId, done) },
    );
  }

  /** Changes an email as it was seen, together with the lists that it is in; a reading that runs is outdated then. */
  async #change(
    filter: Filter<MailDoc>,
    change: (record: MailRecord) => Partial<MailDoc> | undefined,
  ): Promise<AccountMail | null> {
    for (;;) {
      const seen = await this.#docs.findOne(filter);
      if (seen === null) return null;
      const record = toRecord(seen);
      const set = change(record);
      if (set === undefined) return { record, content: seen.content };
      const doc = await this.#docs.findOneAndUpdate(
        unchangedSince(seen),
        {
          $set: { ...set, listedUnder: listsOf({ ...record, ...set }) },
          $inc: { arrivals: 1 },
          ...(set.dueAt && { $unset: { unended: '' } }),
        },
        { returnDocument: 'after' },
      );
      if (doc) return { record: toRecord(doc), content: doc.content };
    }
  }

  /** Returns the hashes that no stored email has. */
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

const withRecipients = (
  fresh: readonly string[],
  { receivedAt }: Pick<MailRecord, 'receivedAt'>,
): UpdateFilter<MailDoc> => ({
  $set: { dueAt: receivedAt },
  $inc: { arrivals: 1 },
  $push: { recipients: { $each: [...fresh] } },
});

const storedAgain = (copy: Omit<MailRecord, 'id' | 'key'>): UpdateFilter<MailDoc> => ({
  $set: { ...copy, ...readingAt(copy.receivedAt) },
  $inc: { arrivals: 1 },
  $unset: { unended: '' },
});

const readingAt = (now: Date) => ({
  dueAt: now,
  state: 'pending' as const,
  attempt: 0,
  internalErrors: 0,
});

const erased = (id: string): Conflict =>
  new Conflict(`The content of the email ${id} was erased. It cannot be read again.`, {
    code: 'mail-erased',
  });

const unreadable = (id: string): Conflict =>
  new Conflict(
    `Reading the email ${id} takes too much time or memory. Only the operator can have it read again.`,
    { code: 'mail-unreadable' },
  );
