import { MESSAGES_KEPT_DAYS } from '@estate/contracts';
import type { Collection, Db, Document } from 'mongodb';
import { firstIdAt, newId } from '../mongo/ids.ts';
import type { Acknowledged, OutboxMessage } from './outbox.ts';

const DAY_MS = 86_400_000;
const PORTION = 200;
/** The maximum count of messages. */
const COUNTED_MAX = 10_000;

/** A message that the broker has acknowledged; its `_id` is in the order in which messages were kept. */
export interface PublishedMessageDoc {
  _id: string;
  /** The document whose outbox it was in. */
  documentId: string;
  accountId: string;
  message: OutboxMessage;
  /** The keys by which an account finds the persons whose addresses it names. */
  personKeys?: string[];
}

export interface PublishedMessagesOptions {
  /** Defined for a service whose messages name persons. */
  personKeysOf?: (message: OutboxMessage) => string[];
}

/**
 * The messages that a service has published and the streams may still hold. If the broker loses its disk, they are published again from
 * here.
 */
export class PublishedMessages {
  readonly #docs: Collection<PublishedMessageDoc>;
  readonly #personKeysOf: ((message: OutboxMessage) => string[]) | undefined;

  constructor(db: Db, { personKeysOf }: PublishedMessagesOptions = {}) {
    this.#docs = db.collection('published-messages');
    this.#personKeysOf = personKeysOf;
  }

  /** Stores acknowledged messages before they leave their documents, so that a message is always in one of the two places. */
  async add(acknowledged: readonly Acknowledged[]): Promise<void> {
    const docs = acknowledged.flatMap(({ documentId, messages }) =>
      messages.map((message) => this.#docOf(documentId, message)),
    );
    if (docs.length > 0) await this.#docs.insertMany(docs, { ordered: false });
  }

  /** The messages after a position, in order. */
  after(place: string): Promise<PublishedMessageDoc[]> {
    return this.#docs
      .find({ _id: { $gt: place } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .toArray();
  }

  /** The number of messages after a position, up to a limit. */
  countAfter(place: string): Promise<number> {
    return this.#docs.countDocuments({ _id: { $gt: place } }, { limit: COUNTED_MAX });
  }

  /** Removes messages that no stream holds any more. */
  async removeOld(now: Date): Promise<void> {
    const oldest = new Date(now.getTime() - MESSAGES_KEPT_DAYS * DAY_MS);
    await this.#docs.deleteMany({ _id: { $lt: firstIdAt(oldest) } });
  }

  /** Removes the messages of an account's documents, so that they are never published again. */
  async eraseOf(accountId: string, documentIds: readonly string[]): Promise<void> {
    await this.#docs.deleteMany({ accountId, documentId: { $in: [...documentIds] } });
  }

  /** The messages of an account's documents. */
  async of(accountId: string, documentIds: readonly string[]): Promise<PublishedMessageDoc[]> {
    return this.#docs.find({ accountId, documentId: { $in: [...documentIds] } }).toArray();
  }

  async remove(places: readonly string[]): Promise<void> {
    await this.#docs.deleteMany({ _id: { $in: [...places] } });
  }

  /** Replaces the data of a message. */
  async replaceData({ _id, message }: PublishedMessageDoc, data: Document): Promise<void> {
    const personKeys = this.#personKeysOf?.({ ...message, data }) ?? [];
    const unnamed = personKeys.length === 0;
    await this.#docs.updateOne(
      { _id },
      {
        $set: { 'message.data': data, ...(!unnamed && { personKeys }) },
        ...(unnamed && { $unset: { personKeys: '' as const } }),
      },
    );
  }

  #docOf(documentId: string, message: OutboxMessage): PublishedMessageDoc {
    const personKeys = this.#personKeysOf?.(message) ?? [];
    return {
      _id: newId(),
      documentId,
      accountId: message.accountId,
      message,
      ...(personKeys.length > 0 && { personKeys }),
    };
  }
}
