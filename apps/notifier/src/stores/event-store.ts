import { EVENT_NAMES } from '@estate/contracts';
import type { EventName, ListQuery } from '@estate/contracts';
import { ensureIndexes, isDuplicateKey, page } from '@estate/persistence';
import type { Collection, Db } from '@estate/persistence';
import type { StoredEvent } from '../domain/event.ts';

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

  /** Stores an event; one that is stored already stays as it is. */
  async insertOnce({ id, ...fields }: StoredEvent): Promise<void> {
    try {
      await this.#docs.insertOne({ _id: id, ...fields });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The texts to send, by event id; those that were forgotten are missing. */
  async bodies(ids: readonly string[]): Promise<Map<string, string>> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] } })
      .project<Pick<EventDoc, '_id' | 'rawBody'>>({ rawBody: 1 })
      .toArray();
    return new Map(docs.map(({ _id, rawBody }) => [_id, rawBody]));
  }

  /** Events whose names this version of the contract knows. */
  async list(
    accountId: string,
    { eventName, ...query }: ListQuery & { eventName?: EventName | undefined },
  ): Promise<{ hasMore: boolean; data: StoredEvent[] }> {
    const filter = { accountId, eventName: eventName ?? { $in: [...EVENT_NAMES] } };
    const { hasMore, docs } = await page(this.#docs, filter, query);
    return { hasMore, data: docs.map(({ _id, ...fields }) => ({ id: _id, ...fields })) };
  }
}
