import { unchanged } from '@estate/persistence';
import type { Collection, Filter, History, OutboxRelay } from '@estate/persistence';
import type { OutgoingMessage } from '@estate/messaging';
import type { ListingRecord } from '../../domain/listing.ts';
import { answerAfter } from '../../domain/platform-answer.ts';
import type { PlatformAnswer, Said } from '../../domain/platform-answer.ts';
import { answerEntry } from '../../domain/timeline.ts';
import type { ListingEntry } from '../../domain/timeline.ts';
import { FILES_DOUBTED, fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

/** The owner of the listings that may be meant. */
interface Whose {
  accountId: string;
  targetId: string;
}

/** The event about an answer, if there is one. */
type EventFor = (record: ListingRecord, answer: PlatformAnswer) => OutgoingMessage | undefined;

/** The fields that decide; an answer to a listing that has changed in them is decided again. */
const SEEN = ['platformAnswer', 'sequence', 'lastPublishedAt', 'published', 'publicUrl'] as const;

/** Stores the answers of platforms after an upload. */
export class ListingAnswers {
  readonly #docs: Collection<ListingDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;
  readonly #history: Pick<History<ListingEntry>, 'makeRoom'>;

  constructor(
    docs: Collection<ListingDoc>,
    to: { relay: Pick<OutboxRelay, 'sent'>; history: Pick<History<ListingEntry>, 'makeRoom'> },
  ) {
    this.#docs = docs;
    this.#relay = to.relay;
    this.#history = to.history;
  }

  /** The listings of a target, deleted ones included, with one of the ids. */
  async withIds({ accountId, targetId }: Whose, ids: readonly string[]): Promise<ListingRecord[]> {
    return this.#found({ _id: { $in: [...ids] }, accountId, targetId });
  }

  /** The live listings of a target whose properties have one of the external ids. */
  async withExternalIds({ accountId, targetId }: Whose, ids: readonly string[]): Promise<ListingRecord[]> {
    return this.#found({ accountId, targetId, state: 'live', 'summary.externalId': { $in: [...ids] } });
  }

  /** The live listing of a property on a target. */
  async ofProperty({ accountId, targetId }: Whose, propertyId: string): Promise<ListingRecord | undefined> {
    return (await this.#found({ accountId, propertyId, targetId, state: 'live' }))[0];
  }

  /** The listings of a property, also those that end. */
  async idsOfProperty(accountId: string, propertyId: string): Promise<string[]> {
    const docs = await this.#docs.find({ accountId, propertyId }, { projection: { _id: 1 } }).toArray();
    return docs.map(({ _id }) => _id);
  }

  /** Saves what a platform said of a live listing together with its event; false if it changes nothing. */
  async add(
    { id, accountId }: Pick<ListingRecord, 'id' | 'accountId'>,
    said: Said,
    eventFor: EventFor,
  ): Promise<boolean> {
    // A platform that did not simply take an object may lack its files, whichever package it speaks of.
    if (said.state !== 'confirmed' || said.messages.length > 0)
      await this.#docs.updateOne({ _id: id, accountId }, FILES_DOUBTED);
    for (;;) {
      const doc = await this.#docs.findOne({ _id: id, accountId, state: 'live' });
      if (!doc) return false;
      const record = fromListingDoc(doc);
      const platformAnswer = answerAfter(record, said);
      if (!platformAnswer) return false;
      await this.#history.makeRoom(id);
      const event = eventFor(record, platformAnswer);
      const saved = await this.#docs.findOneAndUpdate(
        { _id: id, state: 'live', ...unchanged(record, SEEN) },
        {
          $set: { platformAnswer, ...learnedUrl(record, said) },
          $push: { history: answerEntry(record, platformAnswer), ...(event && { outbox: event }) },
        },
        { returnDocument: 'after' },
      );
      if (!saved) continue;
      if (event) this.#relay.sent(this.#docs, saved);
      return true;
    }
  }

  async #found(filter: Filter<ListingDoc>): Promise<ListingRecord[]> {
    return (await this.#docs.find(filter).toArray()).map(fromListingDoc);
  }
}

/** The platform itself knows its pages best; an inquiry is believed where nothing is known. */
function learnedUrl(
  { publicUrl: known, published }: ListingRecord,
  { publicUrl, source, state }: Said,
): Pick<ListingDoc, 'publicUrl'> {
  const isShown = published && state === 'confirmed';
  if (publicUrl === undefined || !isShown || (source === 'inquiry' && known !== undefined)) return {};
  return { publicUrl };
}
