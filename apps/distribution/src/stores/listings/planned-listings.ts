import { NO_ATTEMPTS } from '../../domain/publication.ts';
import { newRequestId } from '@estate/observability';
import type { Collection } from '@estate/persistence';
import { nextPlanned } from '../../domain/listing-times.ts';
import type { ListingDoc } from './listing-document.ts';

/** The planned times of listings: when one has passed, its listing wants something else of its platform. */
export class PlannedListings {
  readonly #docs: Collection<ListingDoc>;

  constructor(docs: Collection<ListingDoc>) {
    this.#docs = docs;
  }

  /** Makes the first listings due whose planned time has passed; returns their targets, of each listing once. */
  async makeDue(now: Date, limit: number): Promise<string[]> {
    const passed = { state: 'live' as const, plannedAt: { $lte: now } };
    const docs = await this.#docs.find(passed).sort({ plannedAt: 1 }).limit(limit).toArray();
    for (const doc of docs) await this.#begin(doc, now);
    return docs.map(({ targetId }) => targetId);
  }

  /** Nobody called for it. What a lane knows of an older version does not undo it. */
  async #begin({ _id, plannedAt: passed, ...times }: ListingDoc, now: Date): Promise<void> {
    if (!passed) return;
    const plannedAt = nextPlanned(times, now);
    await this.#docs.updateOne(
      { _id, state: 'live', plannedAt: passed },
      {
        $set: {
          dueAt: now,
          ...NO_ATTEMPTS,
          'wanted.requestId': newRequestId(),
          ...(plannedAt && { plannedAt }),
        },
        $inc: { 'wanted.version': 1 },
        $unset: { 'wanted.actor': '', ...(!plannedAt && { plannedAt: '' }) },
      },
    );
  }
}
