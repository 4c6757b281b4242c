import { EVENT_NAMES } from '@estate/contracts';
import type { EventQuery } from '@estate/contracts';
import { ensureIndexes, isDuplicateKey, page } from '@estate/persistence';
import type { Collection, Db, Filter } from '@estate/persistence';
import type { StoredEvent } from '../domain/event.ts';
import { madeBetween } from './made-between.ts';

export type EventContent = Pick<StoredEvent, 'rawBody' | 'traceparent'>;
type EventDoc = Omit<StoredEvent, 'id'> & { _id: string };

export class EventStore {
  readonly #docs: Collection<EventDoc>;

  constructor(db: Db) {
    this.#docs = db.collection('events');
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.#docs, [
      { key: { accountId: 1, _id: 1 }, name: 'account' },
      { key: { accountId: 1, eventName: 1, _id: 1 }, name: 'account-and-name' },
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ]);
  }

  /** Stores events; those that are stored already stay as they are. */
  async insertOnce(events: readonly StoredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const docs = events.map(({ id, ...fields }) => ({ _id: id, ...fields }));
    try {
      await this.#docs.insertMany(docs, { ordered: false });
    } catch (error) {
      // Another insert than the duplicates may have failed for another reason.
      if (!isDuplicateKey(error) || !(await this.#allStored(events))) throw error;
    }
  }

  async #allStored(events: readonly StoredEvent[]): Promise<boolean> {
    const ids = new Set(events.map(({ id }) => id));
    return (await this.#docs.countDocuments({ _id: { $in: [...ids] } })) === ids.size;
  }

  /** What is sent, by event id; expired events are missing. */
  async contents(ids: readonly string[]): Promise<Map<string, EventContent>> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] } })
      .project<EventContent & Pick<EventDoc, '_id'>>({ rawBody: 1, traceparent: 1 })
      .toArray();
    return new Map(docs.map(({ _id, ...content }) => [_id, content]));
  }

  /** Events that happened and whose names this version of the contract knows. */
  async list(
    accountId: string,
    { eventName, since, until, ...query }: EventQuery,
  ): Promise<{ hasMore: boolean; data: StoredEvent[] }> {
    const filter: Filter<EventDoc> = {
      accountId,
      eventName: eventName ?? { $in: [...EVENT_NAMES] },
      test: { $exists: false },
      ...madeBetween<EventDoc>('eventTime', since && new Date(since), until && new Date(until)),
    };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, data: docs.map(({ _id, ...fields }) => ({ id: _id, ...fields })) };
  }
}
