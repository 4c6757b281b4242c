import type { ContactQuery, OwnContactFields } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import {
  conditionsOnWords,
  findingTerms,
  isOneWord,
  page,
  searchPage,
  termsOf,
  unchanged,
} from '@estate/persistence';
import type { Collection, Filter, OutboxRelay, SearchedPage, WithOutbox } from '@estate/persistence';
import { photosOf } from '../domain/contact.ts';
import type { ContactRecord } from '../domain/contact.ts';

/** A contact as it is saved. */
export interface ContactDoc extends Omit<ContactRecord, 'id'>, WithOutbox {
  _id: string;
  /** The search terms of the contact. */
  terms?: string[];
  /** The uploaded attachments that it names. */
  uploads?: string[];
}

export interface ContactPage extends Omit<SearchedPage<ContactDoc>, 'docs'> {
  records: ContactRecord[];
}

export interface ContactKey {
  accountId: string;
  id: string;
  /** The key matches only while the contact is as it was read. */
  seen?: ContactRecord;
}

const LIVE = { removeWhenSent: { $exists: false } };

/** The contacts of all accounts. */
export class ContactStore {
  readonly #docs: Collection<ContactDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(docs: Collection<ContactDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  async add({ id, ...fields }: ContactRecord): Promise<void> {
    await this.#docs.insertOne({
      ...{ _id: id, ...fields, terms: contactTerms(fields) },
      ...namedUploads(fields.fields),
    });
  }

  async find(key: ContactKey): Promise<ContactRecord | null> {
    const doc = await this.#docs.findOne(live(key));
    return doc && toRecord(doc);
  }

  async list(accountId: string, { q, ...query }: ContactQuery): Promise<ContactPage> {
    const { docs, ...about } = await (q === undefined
      ? page<ContactDoc>(this.#docs, { accountId, ...LIVE }, query)
      : searchPage<ContactDoc>(this.#docs, searchFor(accountId, q), query));
    return { ...about, records: docs.map(toRecord) };
  }

  async replace(
    key: ContactKey,
    { fields, now }: { fields: OwnContactFields; now: Date },
    changed: OutgoingMessage,
  ): Promise<ContactRecord | null> {
    const named = namedUploads(fields);
    const update = {
      $set: { fields, terms: contactTerms({ fields }), updatedAt: now, ...named },
      ...(named.uploads === undefined && { $unset: { uploads: '' as const } }),
      $inc: { revision: 1 },
      $push: { outbox: changed },
    };
    const doc = await this.#docs.findOneAndUpdate(live(key), update, { returnDocument: 'after' });
    return this.#saved(doc);
  }

  /** Deletes the contact; its document is removed once the message is published. */
  async remove(key: ContactKey, deleted: OutgoingMessage): Promise<ContactRecord | null> {
    const update = {
      $set: { removeWhenSent: true },
      $unset: { terms: '' as const, uploads: '' as const },
      $push: { outbox: deleted },
    };
    const doc = await this.#docs.findOneAndUpdate(live(key), update, { returnDocument: 'after' });
    return this.#saved(doc);
  }

  #saved(doc: ContactDoc | null): ContactRecord | null {
    if (!doc) return null;
    this.#relay.sent(this.#docs, doc);
    return toRecord(doc);
  }
}

const namedUploads = (fields: OwnContactFields): Pick<ContactDoc, 'uploads'> => {
  const uploads = photosOf(fields);
  return uploads.length > 0 ? { uploads } : {};
};

const live = ({ accountId, id, seen }: ContactKey): Filter<ContactDoc> => ({
  _id: id,
  accountId,
  ...LIVE,
  ...(seen && unchanged(seen, ['fields', 'updatedAt'])),
});

/** Each word is found by the same index. A deleted contact has no terms. */
const searchFor = (accountId: string, q: string) => ({
  filter: { accountId, ...findingTerms(q) },
  candidates: isOneWord(q) ? [] : conditionsOnWords(q).map((word) => ({ accountId, ...word })),
});

/** The search terms of a contact with these fields. */
export const contactTerms = ({ fields }: Pick<ContactRecord, 'fields'>): string[] =>
  termsOf(fields.firstName ?? '', fields.lastName, fields.email);

function toRecord({
  _id: id,
  terms: _terms,
  uploads: _uploads,
  outbox: _outbox,
  removeWhenSent: _remove,
  ...contact
}: ContactDoc) {
  return { id, ...contact };
}
