import { entryId } from '@estate/contracts';
import type { PartQuery, RequestQuery } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import {
  addressesIn,
  Batcher,
  endsOf,
  firstIdAt,
  insertUnique,
  newestFirst,
  personKeysOf,
  termsOf,
  unchanged,
} from '@estate/persistence';
import type { Collection, DayPeriod, Filter, OutboxRelay } from '@estate/persistence';
import type { RequestRecord, StoredHandling } from '../domain/mail.ts';
import { cutText } from '../domain/cut.ts';
import { keysOf } from './request-document.ts';
import type { RequestDoc } from './request-document.ts';
import { listRequests } from './request-lists.ts';
import type { TextStore } from './text-store.ts';

/** The subject of a request, its origin, and who answered it when. */
export type RequestOrigin = Pick<RequestDoc, '_id' | 'targetId' | 'propertyId'> & {
  handling?: Pick<StoredHandling, 'answeredAt' | 'answeredBy'>;
};

export const ORIGIN_INDEX = 'origin';

/** The contact requests of all accounts. */
export class RequestStore {
  readonly #docs: Collection<RequestDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;
  readonly #texts: Pick<TextStore, 'read'>;
  readonly #adding = new Batcher((docs: RequestDoc[]) => this.#addAll(docs));

  constructor(
    docs: Collection<RequestDoc>,
    relay: Pick<OutboxRelay, 'sent'>,
    texts: Pick<TextStore, 'read'>,
  ) {
    this.#docs = docs;
    this.#relay = relay;
    this.#texts = texts;
  }

  /** Saves a request together with its messages; false when it was made before. */
  add({ id, message, ...record }: RequestRecord, ...outbox: OutgoingMessage[]): Promise<boolean> {
    const own = record.textId === undefined && { message };
    const { accountId, prospect } = record;
    const keys = keysOf(accountId, { ...record, ...own });
    const terms = requestTerms(prospect, message);
    return this.#adding.do({ _id: id, ...record, ...own, ...keys, terms, outbox });
  }

  async #addAll(docs: readonly RequestDoc[]): Promise<boolean[]> {
    const inserted = await insertUnique(this.#docs, docs, ORIGIN_INDEX);
    for (const doc of docs.filter((_doc, index) => inserted[index])) this.#relay.sent(this.#docs, doc);
    return inserted;
  }

  async find(accountId: string, id: string): Promise<RequestRecord | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && ((await this.#toRecords([doc]))[0] ?? null);
  }

  async list(accountId: string, query: RequestQuery) {
    const { docs, ...found } = await listRequests(this.#docs, accountId, query);
    return { ...found, records: await this.#toRecords(docs) };
  }

  /** Sets the handling, with `only` just if the request still is as it was seen; null when it is not, or is gone. */
  async handle(
    seen: RequestRecord,
    handling: StoredHandling,
    { only }: { only: boolean },
  ): Promise<RequestRecord | null> {
    const { id: _id, accountId, origin, textId, message } = seen;
    const asSeen = { handling: seen.handling, textId, message: textId === undefined ? message : undefined };
    const noteKeys = personKeysOf(accountId, addressesIn(handling.note));
    const { matchedCount } = await this.#docs.updateOne(
      { _id, accountId, origin, ...(only && unchanged(asSeen, ['handling', 'textId', 'message'])) },
      noteKeys.length > 0
        ? { $set: { handling, noteKeys } }
        : { $set: { handling }, $unset: { noteKeys: '' } },
    );
    return matchedCount === 1 ? { ...seen, handling } : null;
  }

  /** The origins of the newest requests of an account since a time, up to a number. */
  async origins(accountId: string, since: Date, most: number): Promise<RequestOrigin[]> {
    const filter: Filter<RequestDoc> = { accountId, _id: { $gte: firstIdAt(since) } };
    return this.#docs
      .find(filter, {
        projection: { targetId: 1, propertyId: 1, 'handling.answeredAt': 1, 'handling.answeredBy': 1 },
      })
      .sort({ _id: -1 })
      .limit(most)
      .toArray();
  }

  /** Where the newest requests about a property in a period came from, up to a number. */
  async about(
    accountId: string,
    propertyId: string,
    { most, ...period }: DayPeriod & { most: number },
  ): Promise<Pick<RequestDoc, '_id' | 'targetId'>[]> {
    const [from, to] = endsOf(period).map(firstIdAt);
    const filter = { accountId, propertyId, _id: { $gte: from, $lt: to } } as Filter<RequestDoc>;
    return this.#docs
      .find(filter, { projection: { targetId: 1 } })
      .sort({ _id: -1 })
      .limit(most)
      .toArray();
  }

  /**
   * The ids of the requests that an email led to for these targets, up to a number; the index of origins finds them.
   */
  async idsOfMail(mailId: string, targetIds: readonly string[], most: number): Promise<string[]> {
    const ids: string[] = [];
    for (const targetId of targetIds) {
      if (ids.length === most) break;
      const origin = { $gte: `${targetId}:${mailId}:`, $lt: `${targetId}:${mailId};` };
      const docs = await this.#docs
        .find({ origin, accountId: { $ne: '' } }, { projection: { _id: 1 } })
        .sort({ origin: 1 })
        .limit(most - ids.length)
        .toArray();
      ids.push(...docs.map(({ _id }) => _id));
    }
    return ids.toSorted();
  }

  /** The requests of the timeline of a property, or of its listing on a target, newest first by their times. */
  async ofTimeline(
    accountId: string,
    of: { propertyId: string; targetId?: string },
    { limit, startAfter }: Pick<PartQuery, 'limit' | 'startAfter'>,
  ) {
    const filter: Filter<RequestDoc> = { accountId, ...of };
    const entryIdOf = ({ _id, createdAt }: RequestDoc) => entryId(createdAt, 'request', _id);
    const projection = { origin: 1, createdAt: 1, targetId: 1, propertyId: 1, handling: 1 };
    const { docs, hasMore } = await newestFirst(this.#docs, filter, {
      limit,
      startAfter,
      entryIdOf,
      projection,
    });
    return { hasMore, requests: docs.map(({ _id, ...request }) => ({ id: _id, ...request })) };
  }

  /** Adds the texts that requests share. */
  async #toRecords(docs: readonly RequestDoc[]): Promise<RequestRecord[]> {
    const textIds = new Set(docs.flatMap(({ textId }) => textId ?? []));
    const texts = textIds.size === 0 ? new Map<string, string>() : await this.#texts.read([...textIds]);
    return docs.map((doc) => toRecord(doc, texts));
  }
}

/** Only the beginning of a message is searched: each word costs entries in the index. */
const SEARCHED_LENGTH = 500;

/** The search terms of the request of a person. */
export const requestTerms = (
  { firstName, lastName, company, email, phone, mobilePhone }: RequestRecord['prospect'],
  message: string,
): string[] => {
  const person = [firstName, lastName, company, email, phone, mobilePhone].flatMap((part) => part ?? []);
  return termsOf(...person, cutText(message, SEARCHED_LENGTH));
};

export function toRecord(
  {
    _id,
    outbox: _outbox,
    removeWhenSent: _remove,
    personKeys: _keys,
    hasAllKeys: _hasAll,
    noteKeys: _noteKeys,
    terms: _terms,
    erasing: _erasing,
    message,
    ...record
  }: RequestDoc,
  texts: ReadonlyMap<string, string>,
): RequestRecord {
  const text = message ?? texts.get(record.textId ?? '');
  if (text === undefined) throw new Error(`the text of request ${_id} is gone`);
  return { id: _id, ...record, message: text };
}
