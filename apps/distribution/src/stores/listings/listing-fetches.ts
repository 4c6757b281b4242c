import type { OutgoingMessage } from '@estate/messaging';
import type { Collection, OutboxRelay } from '@estate/persistence';
import { standingOf } from '../../domain/listing-standing.ts';
import type { ListingRecord } from '../../domain/listing.ts';
import { fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

/** Listings whose platform fetches them. */
export class ListingFetches {
  readonly #docs: Collection<ListingDoc>;
  readonly #relay: Pick<OutboxRelay, 'sent'>;

  constructor(docs: Collection<ListingDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    this.#docs = docs;
    this.#relay = relay;
  }

  async find(id: string): Promise<ListingRecord | null> {
    const doc = await this.#docs.findOne({ _id: id, state: 'live' });
    return doc && fromListingDoc(doc);
  }

  /** Saves that what was sent last of a listing was fetched, once; what is being replaced or taken down by now says nothing. */
  async shown({ id, sequence }: ListingRecord, at: Date, event: OutgoingMessage): Promise<void> {
    for (const isFailing of [false, true]) {
      const doc = await this.#docs.findOneAndUpdate(
        {
          ...{ _id: id, sequence, state: 'live', withheld: { $exists: false }, lastPublishedAt: { $ne: at } },
          lastError: { $exists: isFailing },
        },
        {
          $set: {
            ...{ published: true, lastPublishedAt: at, updatedAt: at },
            standing: standingOf({ published: true, ...(isFailing && { lastError: isFailing }) }),
          },
          $push: { outbox: event },
        },
        { returnDocument: 'after' },
      );
      if (doc) {
        this.#relay.sent(this.#docs, doc);
        return;
      }
    }
  }
}
