import type { ListQuery } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import { isDuplicateKey, page, unchanged } from '@estate/persistence';
import type { Collection, Filter, OutboxRelay } from '@estate/persistence';
import type { PropertyContent, PropertyRecord } from '../domain/property.ts';
import { EXTERNAL_ID_INDEX, LIVE, toRecord } from './property-document.ts';
import type { PropertyDoc, RequestTrace } from './property-document.ts';

/** A delete that has not ended after this time is taken for given up. */
export const DELETE_MARK_MS = 60_000;

export interface PropertyKey {
  accountId: string;
  id: string;
  /** Names the property only as long as it is as it was seen then. */
  seen?: PropertyRecord;
}

/** The mark of one delete that is under way. */
export interface DeleteMark {
  token: string;
  now: Date;
}

/** A contact has other data or is gone, as told by the message of this id. */
export interface ContactChange {
  accountId: string;
  contactId: string;
  deleted: boolean;
  messageId: string;
  now: Date;
}

const CONTACT_BATCH = 100;

/** The properties of all accounts, for the questions and orders of their owners. */
export class PropertyStore {
  readonly #docs: Collection<PropertyDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(docs: Collection<PropertyDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  /** Saves a new property, due at once; false when its account has the external id already. */
  async add(record: PropertyRecord, trace: RequestTrace): Promise<boolean> {
    const { id, ...fields } = record;
    try {
      await this.#docs.insertOne({
        _id: id,
        ...fields,
        processing: { dueAt: record.createdAt, attempt: 0, troubles: 0, trace },
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error, EXTERNAL_ID_INDEX)) return false;
      throw error;
    }
  }

  async find(key: PropertyKey): Promise<PropertyRecord | null> {
    const doc = await this.#docs.findOne(live(key));
    return doc && toRecord(doc);
  }

  /** The id of the account's property with this external id. */
  async idOfExternalId(accountId: string, externalId: string): Promise<string | null> {
    const doc = await this.#docs.findOne({ accountId, externalId }, { projection: { _id: 1 } });
    return doc?._id ?? null;
  }

  async list(accountId: string, query: ListQuery): Promise<{ hasMore: boolean; records: PropertyRecord[] }> {
    const { hasMore, docs } = await page<PropertyDoc>(this.#docs, { accountId, ...LIVE }, query);
    return { hasMore, records: docs.map(toRecord) };
  }

  /** Puts the content in the place of the present one as a new revision that is due at once. */
  async replace(
    key: PropertyKey,
    content: PropertyContent,
    { now, trace }: { now: Date; trace: RequestTrace },
  ): Promise<PropertyRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(
      live(key),
      {
        $set: {
          ...content,
          processingStatus: 'pending',
          processing: { dueAt: now, attempt: 0, troubles: 0, trace },
          updatedAt: now,
        },
        $unset: { processingFailure: '', ...(content.contactId === undefined && { contactId: '' }) },
        $inc: { revision: 1 },
      },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }

  /** Whether a listing may be made for the property. */
  async isOpen(key: PropertyKey, now: Date): Promise<boolean> {
    const doc = await this.#docs.findOne(live(key));
    if (!doc?.deleting) return doc !== null;
    if (doc.deleting.at > givenUpBefore(now)) return false;
    // The mark must be gone before the answer: otherwise a delete that was only slow could still end.
    await this.unmarkDeleting(key, doc.deleting.token);
    return (await this.#docs.countDocuments({ ...live(key), deleting: { $exists: false } })) === 1;
  }

  /** Marks the property as being deleted; null when there is none, `'busy'` while another delete is under way. */
  async markDeleting(key: PropertyKey, { token, now }: DeleteMark): Promise<PropertyRecord | 'busy' | null> {
    const free = { $or: [{ deleting: { $exists: false } }, { 'deleting.at': { $lte: givenUpBefore(now) } }] };
    const doc = await this.#docs.findOneAndUpdate(
      { ...live(key), ...free },
      { $set: { deleting: { token, at: now } } },
      { returnDocument: 'after' },
    );
    if (doc) return toRecord(doc);
    return (await this.#docs.findOne(live(key))) && 'busy';
  }

  async unmarkDeleting(key: PropertyKey, token: string): Promise<void> {
    await this.#docs.updateOne({ ...live(key), 'deleting.token': token }, { $unset: { deleting: '' } });
  }

  /** Deletes the property if the mark still is its own; the document goes once the message is out. */
  async remove(key: PropertyKey, token: string, told: OutgoingMessage): Promise<boolean> {
    const doc = await this.#docs.findOneAndUpdate(
      { ...live(key), 'deleting.token': token },
      {
        $set: { removeWhenSent: true, stored: [] },
        $unset: { externalId: '', contactId: '', 'processing.dueAt': '' },
        $inc: { revision: 1 },
        $push: { outbox: told },
      },
      { returnDocument: 'after' },
    );
    if (!doc) return false;
    this.#sent(doc);
    return true;
  }

  /** Gives every property of the contact a new revision, once a message; those being processed are told of at the end. */
  async followContact(change: ContactChange, tell: (next: PropertyRecord) => OutgoingMessage): Promise<void> {
    const { accountId, contactId, messageId } = change;
    const unseen = { accountId, contactId, contactSeen: { $ne: messageId }, ...LIVE };
    for (;;) {
      const docs = await this.#docs.find(unseen).limit(CONTACT_BATCH).toArray();
      if (docs.length === 0) return;
      for (const doc of docs) await this.#followOne(doc, change, tell);
    }
  }

  async #followOne(
    doc: PropertyDoc,
    { contactId, messageId, deleted, now }: ContactChange,
    tell: (next: PropertyRecord) => OutgoingMessage,
  ): Promise<void> {
    const revision = doc.revision + 1;
    const ended = doc.processingStatus !== 'pending';
    const after = await this.#docs.findOneAndUpdate(
      { _id: doc._id, contactId, revision: doc.revision, ...LIVE },
      {
        $set: { revision, contactSeen: messageId, ...(deleted && { updatedAt: now }) },
        ...(deleted && { $unset: { contactId: '' as const } }),
        ...(ended && { $push: { outbox: tell({ ...toRecord(doc), revision }) } }),
      },
      { returnDocument: 'after' },
    );
    if (after) this.#sent(after);
  }

  /** Whether a property has an attachment with these bytes. */
  async namesBytes(sha256: string): Promise<boolean> {
    return (await this.#docs.findOne({ 'stored.sha256': sha256 }, { projection: { _id: 1 } })) !== null;
  }

  #sent(doc: PropertyDoc): void {
    this.#relay.sent(this.#docs, doc);
  }
}

/** What a customer sees of a property changes only with its revision and with the end of its processing. */
const live = ({ accountId, id, seen }: PropertyKey): Filter<PropertyDoc> => ({
  _id: id,
  accountId,
  ...LIVE,
  ...(seen && unchanged(seen, ['revision', 'processingStatus'])),
});

const givenUpBefore = (now: Date): Date => new Date(now.getTime() - DELETE_MARK_MS);
