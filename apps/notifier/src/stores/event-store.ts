import { EVENT_NAMES, entryId } from '@estate/contracts';
import type { EventName, Page, PartQuery } from '@estate/contracts';
import { given, isDuplicateKey, madeBetween, newestFirst, page } from '@estate/persistence';
import type { Collection, DocumentPage, Filter, PageQuery } from '@estate/persistence';
import type { EventLinks } from '../domain/event-links.ts';
import { storedSince } from '../domain/event.ts';
import type { StoredEvent } from '../domain/event.ts';
import { personKeysIn } from './person-keys-in.ts';
import { unplanned } from './unplanned.ts';

export type EventContent = Pick<StoredEvent, 'rawBody' | 'requestId' | 'traceparent'>;
export interface EventFilter extends PageQuery, Optional<EventLinks> {
  eventName?: EventName | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

type Optional<T> = { [K in keyof T]?: T[K] | undefined };

export type EventDoc = Omit<StoredEvent, 'id'> & {
  _id: string;
  /** By which its account finds the persons whose addresses it names. */
  personKeys?: string[];
};

/** An event without what is sent. */
export type TimedEvent = Pick<EventDoc, '_id' | keyof typeof WITHOUT_BODY>;

const WITHOUT_BODY = {
  eventName: 1,
  eventTime: 1,
  requestId: 1,
  actor: 1,
  propertyId: 1,
  listingId: 1,
  targetId: 1,
  operation: 1,
} as const;

export class EventStore {
  readonly #docs: Collection<EventDoc>;

  constructor(docs: Collection<EventDoc>) {
    this.#docs = docs;
  }

  /**
   * Stores events; those that are stored already stay as they are. Returns since when events are stored if any of them
   * was before.
   */
  async insertOnce(events: readonly StoredEvent[]): Promise<ReadonlyMap<string, Date>> {
    if (events.length === 0) return new Map();
    const docs = events.map(toDoc);
    try {
      await this.#docs.insertMany(docs, { ordered: false });
      return new Map();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const since = await this.#storedSince(events);
      // Another insert than the duplicates may have failed for another reason.
      if (events.some(({ id }) => !since.has(id))) throw error;
      return since;
    }
  }

  async #storedSince(events: readonly StoredEvent[]): Promise<Map<string, Date>> {
    const ids = events.map(({ id }) => id);
    const docs = await this.#docs
      .find({ _id: { $in: ids } })
      .project<Pick<EventDoc, '_id' | 'expiresAt'>>({ expiresAt: 1 })
      .toArray();
    return new Map(docs.map(({ _id, expiresAt }) => [_id, storedSince(expiresAt)]));
  }

  /** The request bodies of events of an account, by event id. Expired events are missing. */
  async contents(accountId: string, ids: readonly string[]): Promise<Map<string, EventContent>> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] }, accountId })
      .project<EventContent & Pick<EventDoc, '_id'>>({ rawBody: 1, requestId: 1, traceparent: 1 })
      .toArray();
    return new Map(docs.map(({ _id, ...content }) => [_id, content]));
  }

  /** Events that happened and whose names this version of the contract knows. */
  async list(accountId: string, query: EventFilter): Promise<Page<StoredEvent>> {
    const { eventName, propertyId, listingId, targetId, since, until, ...paging } = query;
    const isSmall = propertyId !== undefined || listingId !== undefined;
    const filter: Filter<EventDoc> = {
      accountId,
      eventName: eventName ?? { $in: [...EVENT_NAMES] },
      ...given({ propertyId, listingId, targetId: isSmall ? unplanned(targetId) : targetId }),
      ...madeBetween<EventDoc>({ time: 'eventTime', id: '_id' }, since, until),
    };
    const { docs, ...about } = await page(this.#docs, filter, paging);
    return { ...about, data: docs.map(fromDoc) };
  }

  /** The events of the timeline of a property or a listing, newest first by their times. */
  async ofTimeline(
    accountId: string,
    of: Pick<EventLinks, 'propertyId' | 'listingId'>,
    { limit, startAfter }: Pick<PartQuery, 'limit' | 'startAfter'>,
  ): Promise<DocumentPage<TimedEvent>> {
    const filter: Filter<EventDoc> = { accountId, ...of, eventName: { $in: [...EVENT_NAMES] } };
    const entryIdOf = (event: TimedEvent) => entryId(event.eventTime, 'event', event._id);
    return newestFirst<EventDoc>(this.#docs, filter, {
      limit,
      startAfter,
      entryIdOf,
      projection: WITHOUT_BODY,
    });
  }

  /** Events of an account by id; expired ones are missing. */
  async ofIds(accountId: string, ids: readonly string[]): Promise<Map<string, StoredEvent>> {
    const docs = await this.#docs.find({ _id: { $in: [...ids] }, accountId }).toArray();
    return new Map(docs.map((doc) => [doc._id, fromDoc(doc)]));
  }

  /** Returns the events that belong to other accounts. */
  async foreignTo(accountId: string, ids: readonly string[]): Promise<Set<string>> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] }, accountId: { $ne: accountId } }, { projection: { _id: 1 } })
      .toArray();
    return new Set(docs.map(({ _id }) => _id));
  }
}

/** Tests have names of their own, so that an index by name holds exactly what is listed. */
const testName = (eventName: string): string => `test.${eventName}`;

const toDoc = ({ id, ...fields }: StoredEvent): EventDoc => ({
  _id: id,
  ...fields,
  ...(fields.test ? { eventName: testName(fields.eventName) } : personKeysIn(fields)),
});

const fromDoc = ({ _id, personKeys: _keys, ...fields }: EventDoc): StoredEvent => ({ id: _id, ...fields });
