import type { Collection } from '@estate/persistence';
import type { StoredEvent } from '../domain/event.ts';

export interface PropertyTypeDoc {
  _id: string;
  accountId: string;
  type: string;
  expiresAt: Date;
}

/** After the last processing of a property. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** The types of properties, learnt from the events about their processing, for the filters of webhooks. */
export class PropertyTypeStore {
  readonly #docs: Collection<PropertyTypeDoc>;

  constructor(docs: Collection<PropertyTypeDoc>) {
    this.#docs = docs;
  }

  /** Stores what events say about the types of their properties. */
  async learn(events: readonly StoredEvent[], now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    const writes = events.flatMap(({ propertyId: _id, propertyType: type, accountId }) =>
      _id === undefined || type === undefined
        ? []
        : [
            {
              updateOne: { filter: { _id }, update: { $set: { accountId, type, expiresAt } }, upsert: true },
            },
          ],
    );
    if (writes.length > 0) await this.#docs.bulkWrite(writes, { ordered: true });
  }

  /** The events with the types of their properties; of an unknown property it is missing. */
  async withTypes(events: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const ids = events.flatMap(({ propertyId, propertyType }) =>
      propertyId === undefined || propertyType !== undefined ? [] : [propertyId],
    );
    const docs = await this.#docs.find({ _id: { $in: [...new Set(ids)] } }).toArray();
    const types = new Map(docs.map(({ _id, type }) => [_id, type]));
    return events.map((event) => {
      const propertyType = event.propertyType ?? types.get(event.propertyId ?? '');
      return propertyType === undefined ? event : { ...event, propertyType };
    });
  }
}
