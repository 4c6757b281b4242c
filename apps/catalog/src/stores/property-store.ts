import type { OutgoingMessage } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { KeptTrace } from '@estate/observability';
import { BatchedFind, BatchedInsert, isDuplicateKey, unchanged } from '@estate/persistence';
import type { Collection, Filter, OutboxRelay } from '@estate/persistence';
import { changesBetween } from '../changes-between.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { creationEntry, updateEntry } from '../domain/timeline.ts';
import {
  EXTERNAL_ID_INDEX,
  LIVE,
  filesOf,
  named,
  namedUploads,
  recordsIn,
  scheduleFor,
  searchTerms,
  toRecord,
} from './property-document.ts';
import type { NamedProperty, PropertyDoc } from './property-document.ts';
import { listProperties } from './property-lists.ts';
import type { PropertyPage, PropertySelection } from './property-lists.ts';
import type { PropertyTimeline } from './property-timeline.ts';
import { rangesWithBlanks } from './ranges-with-blanks.ts';

/** A delete that has not ended after this time no longer blocks new listings. */
export const DELETE_MARK_MS = 60_000;

export interface PropertyKey {
  accountId: string;
  id: string;
  /** The key matches only while the property is as it was read. */
  seen?: PropertyRecord;
}

/** The mark of one delete that is under way. */
export interface DeleteMark {
  token: string;
  now: Date;
}

/** The present state of a contact; without `revision` it was deleted. */
export interface ContactState {
  accountId: string;
  contactId: string;
  revision?: number;
  now: Date;
}

/** The request that a property is written for, and the messages to publish with the write. */
export interface WriteReason {
  trace: KeptTrace;
  messages: OutgoingMessage[];
}

const CONTACT_BATCH = 100;
const CONTACT_AT_ONCE = 10;

/** The properties of all accounts. */
export class PropertyStore {
  readonly #docs: Collection<PropertyDoc>;
  readonly #inserts: BatchedInsert<PropertyDoc>;
  readonly #finds: BatchedFind<PropertyDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;
  readonly #timeline: Pick<PropertyTimeline, 'keep' | 'makeRoom'>;

  constructor(
    docs: Collection<PropertyDoc>,
    relay: Pick<OutboxRelay, 'sent'>,
    timeline: Pick<PropertyTimeline, 'keep' | 'makeRoom'>,
  ) {
    this.#docs = docs;
    this.#timeline = timeline;
    this.#inserts = new BatchedInsert(docs);
    this.#finds = new BatchedFind(recordsIn(docs));
    this.#relay = relay;
  }

  /** Saves a new property; false when its account has the external id already. */
  async add(record: PropertyRecord, { trace, messages }: WriteReason): Promise<boolean> {
    const { id, stored, renditions, ...fields } = record;
    const doc: PropertyDoc = {
      _id: id,
      ...fields,
      ...filesOf({ stored, renditions }),
      processing: scheduleFor(record, trace),
      terms: searchTerms(record),
      ...namedUploads(record),
      history: [creationEntry(record, trace)],
      ...(messages.length > 0 && { outbox: messages }),
    };
    try {
      await this.#inserts.insert(doc);
    } catch (error) {
      if (isDuplicateKey(error, EXTERNAL_ID_INDEX)) return false;
      throw error;
    }
    this.#sent(doc);
    return true;
  }

  async find({ accountId, id }: Omit<PropertyKey, 'seen'>): Promise<PropertyRecord | null> {
    const doc = await this.#finds.find({ accountId, id });
    return doc && toRecord(doc);
  }

  /** The account's property with this external id. */
  async ofExternalId(accountId: string, externalId: string): Promise<NamedProperty | null> {
    const doc = await this.#docs.findOne({ accountId, externalId }, { projection: { type: 1 } });
    return doc && named(doc);
  }

  /**
   * The account's one property whose external id differs only in blanks at its ends, which platforms remove; null also for several.
   */
  async ofTrimmedExternalId(accountId: string, externalId: string): Promise<NamedProperty | null> {
    const trimmed = externalId.trim();
    if (trimmed === '') return null;
    const docs = await this.#docs
      .find(
        { $or: rangesWithBlanks(trimmed).map((range) => ({ accountId, externalId: range })) },
        { projection: { externalId: 1, type: 1 } },
      )
      .toArray();
    const [only, another] = docs.filter((doc) => doc.externalId.trim() === trimmed);
    return only && !another ? named(only) : null;
  }

  list(accountId: string, query: PropertySelection): Promise<PropertyPage> {
    return listProperties(this.#docs, accountId, query);
  }

  /** Replaces the revision that was read with the next one; null if the property has changed since. */
  async replace(
    seen: PropertyRecord,
    next: PropertyRecord,
    { trace, messages }: WriteReason,
  ): Promise<PropertyRecord | null> {
    const { fields, attachments, links, processingStatus, revision, updatedAt } = next;
    const { contactId, contactRevision, onSold } = next;
    const uploads = namedUploads(next);
    await this.#timeline.makeRoom(seen.id);
    const entry = updateEntry(next, changesBetween(seen, next), { ...trace, at: updatedAt });
    const doc = await this.#docs.findOneAndUpdate(
      live({ ...seen, seen }),
      {
        $set: {
          ...{ fields, attachments, links, processingStatus, revision, updatedAt },
          ...(contactId !== undefined && { contactId }),
          ...(contactRevision !== undefined && { contactRevision }),
          ...(onSold !== undefined && { onSold }),
          ...{ processing: scheduleFor(next, trace), terms: searchTerms(next), ...uploads },
        },
        $unset: {
          ...{ processingFailure: '', attachmentFailures: '' },
          ...(contactId === undefined && { contactId: '', contactRevision: '' }),
          ...(onSold === undefined && { onSold: '' }),
          ...(attachments.length === 0 && { stored: '', renditions: '' }),
          ...(uploads.uploads === undefined && { uploads: '' }),
        },
        $push: { history: entry, ...(messages.length > 0 && { outbox: { $each: messages } }) },
      },
      { returnDocument: 'after' },
    );
    if (!doc) return null;
    this.#sent(doc);
    return toRecord(doc);
  }

  /** The property if a listing may be made for it. */
  async findOpen(key: PropertyKey, now: Date): Promise<PropertyRecord | null> {
    const doc = await this.#docs.findOne(live(key));
    if (!doc?.deleting) return doc && toRecord(doc);
    if (doc.deleting.at > abandonedBefore(now)) return null;
    // The mark must be removed before the answer: otherwise a slow delete could still end.
    await this.unmarkDeleting(key, doc.deleting.token);
    const open = await this.#docs.findOne({ ...live(key), deleting: { $exists: false } });
    return open && toRecord(open);
  }

  /**
   * Marks the property as being deleted; null when there is none. The mark of an earlier delete is replaced: that one can no longer
   * remove the property, so it does not matter whether it failed or is still under way.
   */
  async markDeleting(key: PropertyKey, { token, now }: DeleteMark): Promise<PropertyRecord | null> {
    const doc = await this.#docs.findOneAndUpdate(
      live(key),
      { $set: { deleting: { token, at: now } } },
      { returnDocument: 'after' },
    );
    return doc && toRecord(doc);
  }

  async unmarkDeleting(key: PropertyKey, token: string): Promise<void> {
    await this.#docs.updateOne({ ...live(key), 'deleting.token': token }, { $unset: { deleting: '' } });
  }

  /**
   * Deletes the property if the mark still is its own; the document is removed once the message is published. What it has recorded
   * is copied before, again if it has changed meanwhile.
   */
  async remove(key: PropertyKey, token: string, deleted: OutgoingMessage): Promise<boolean> {
    const marked = { ...live(key), 'deleting.token': token };
    for (;;) {
      const doc = await this.#docs.findOne(marked);
      if (!doc) return false;
      await this.#timeline.keep(doc);
      if (await this.#remove({ ...marked, revision: doc.revision }, deleted)) return true;
    }
  }

  async #remove(asKept: Filter<PropertyDoc>, deleted: OutgoingMessage): Promise<boolean> {
    const doc = await this.#docs.findOneAndUpdate(
      asKept,
      {
        $set: { removeWhenSent: true },
        $unset: {
          externalId: '',
          type: '',
          processingStatus: '',
          terms: '',
          contactId: '',
          contactRevision: '',
          stored: '',
          renditions: '',
          uploads: '',
          'processing.dueAt': '',
        },
        $inc: { revision: 1 },
        $push: { outbox: deleted },
      },
      { returnDocument: 'after' },
    );
    if (!doc) return false;
    this.#sent(doc);
    return true;
  }

  /**
   * Gives every property that has not followed the contact yet a new revision. For a property that is being processed, the change
   * is published when the processing ends. A second run continues where an interrupted one ended.
   */
  async followContact(
    contact: ContactState,
    announce: (next: PropertyRecord) => OutgoingMessage,
  ): Promise<void> {
    const { accountId, contactId, revision } = contact;
    const behind = {
      accountId,
      contactId,
      ...(revision !== undefined && { contactRevision: { $not: { $gte: revision } } }),
      ...LIVE,
    };
    for (;;) {
      const docs = await this.#docs.find(behind).limit(CONTACT_BATCH).toArray();
      if (docs.length === 0) return;
      while (docs.length > 0)
        await Promise.all(
          docs.splice(0, CONTACT_AT_ONCE).map((doc) => this.#followOne(doc, contact, announce)),
        );
    }
  }

  async #followOne(
    doc: PropertyDoc,
    { contactId, revision: contactRevision, now }: ContactState,
    announce: (next: PropertyRecord) => OutgoingMessage,
  ): Promise<void> {
    const revision = doc.revision + 1;
    const ended = doc.processingStatus !== 'pending';
    const isGone = contactRevision === undefined;
    await this.#timeline.makeRoom(doc._id);
    const entry = updateEntry({ id: doc._id, revision }, ['contact'], { ...currentTrace(), at: now });
    const after = await this.#docs.findOneAndUpdate(
      { _id: doc._id, contactId, ...unchanged(doc, ['revision', 'processingStatus']), ...LIVE },
      {
        $set: { revision, ...(isGone ? { updatedAt: now } : { contactRevision }) },
        ...(isGone && { $unset: { contactId: '' as const, contactRevision: '' as const } }),
        $push: { history: entry, ...(ended && { outbox: announce({ ...toRecord(doc), revision }) }) },
      },
      { returnDocument: 'after' },
    );
    if (after) this.#sent(after);
  }

  #sent(doc: PropertyDoc): void {
    this.#relay.sent(this.#docs, doc);
  }
}

/** Matches a property as it was seen: its customer sees it change only with its revision and with the end of its processing. */
const live = ({ accountId, id, seen }: PropertyKey): Filter<PropertyDoc> => ({
  _id: id,
  accountId,
  ...LIVE,
  ...(seen && unchanged(seen, ['revision', 'processingStatus'])),
});

const abandonedBefore = (now: Date): Date => new Date(now.getTime() - DELETE_MARK_MS);
