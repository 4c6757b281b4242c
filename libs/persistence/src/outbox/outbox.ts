import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { IndexSpec } from '../mongo/indexes.ts';

/** A message that waits in its document until the broker has it; `id` is its de-duplication id. */
export interface OutboxMessage {
  id: string;
  subject: string;
  accountId: string;
  requestId: string;
  traceparent?: string;
  at: Date;
  data: unknown;
}

/** The outbox of a document, which is written together with it. */
export interface WithOutbox {
  outbox?: OutboxMessage[];
  /** Set if the document is deleted after its last message is sent; set together with at least one message. */
  removeWhenSent?: boolean;
}

export interface OutboxDocument extends WithOutbox {
  _id: string;
}

/** Messages of a document that the broker has acknowledged. */
export interface Acknowledged {
  documentId: string;
  messages: readonly OutboxMessage[];
}

/** The part of the message bus that the outbox needs; resolves when the broker has acknowledged. */
export interface Publisher {
  /** @throws InvalidInput for a message that no later attempt can publish either */
  publish(message: OutboxMessage): Promise<void>;
  /** Stores a message that cannot be published as a dead letter. */
  bury(message: OutboxMessage, reason: string): Promise<void>;
}

/** The index for documents with waiting messages, oldest first; required for each collection with an outbox. */
export const outboxIndex: IndexSpec = { key: { 'outbox.at': 1 }, sparse: true, name: 'outbox' };

export const OUTBOX_FIELDS = { outbox: 1, removeWhenSent: 1 } as const;

/** Removes acknowledged messages from a document, or the document itself if they were its last; returns the rest of its outbox, or null. */
export async function takeOutAndRemove(
  collection: Collection<OutboxDocument>,
  document: OutboxDocument,
  sentIds: readonly string[],
): Promise<OutboxDocument | null> {
  if (await removeSent(collection, document._id, sentIds)) return null;
  const left = await collection.findOneAndUpdate({ _id: document._id }, pullOf(sentIds), {
    returnDocument: 'after',
    projection: OUTBOX_FIELDS,
  });
  if (left === null || left.outbox?.length) return left;
  if (left.removeWhenSent) await removeSent(collection, left._id, []);
  return null;
}

/**
 * Removes acknowledged messages from many documents in one write; messages that were added since stay. Returns those whose documents no
 * longer exist.
 */
export async function takeOut(
  collection: Collection<OutboxDocument>,
  sent: readonly Acknowledged[],
): Promise<Acknowledged[]> {
  // Ids of messages are unique over all documents, so one list of them serves every document.
  const ids = sent.flatMap(({ messages }) => messages.map(({ id }) => id));
  const documentIds = new Set(sent.map(({ documentId }) => documentId));
  const filter = { _id: { $in: [...documentIds] } } as Filter<OutboxDocument>;
  const { matchedCount } = await collection.updateMany(filter, pullOf(ids));
  if (matchedCount === documentIds.size) return [];
  const there = await collection.find(filter, { projection: { _id: 1 } }).toArray();
  const missing = documentIds.difference(new Set(there.map(({ _id }) => _id)));
  return sent.filter(({ documentId }) => missing.has(documentId));
}

const pullOf = (ids: readonly string[]) =>
  ({ $pull: { outbox: { id: { $in: ids } } } }) as unknown as UpdateFilter<OutboxDocument>;

/** Deletes the document unless it has a new message that was not sent. */
async function removeSent(
  collection: Collection<OutboxDocument>,
  id: string,
  sentIds: readonly string[],
): Promise<boolean> {
  const filter = {
    _id: id,
    removeWhenSent: true,
    outbox: { $not: { $elemMatch: { id: { $nin: sentIds } } } },
  } as unknown as Filter<OutboxDocument>;
  return (await collection.deleteOne(filter)).deletedCount === 1;
}
