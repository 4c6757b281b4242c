import { ensureIndexes } from '@estate/persistence';
import type { Collection, Db } from '@estate/persistence';
import { listingCollection } from './listing-store.ts';
import type { ListingDoc } from './listing-store.ts';
import type { TargetDoc } from './target-store.ts';

/** Most rows that one look reads, and most looks: what is due is measured while it is at its worst. */
const ROWS_MAX = 1000;
const LOOKS_MAX = 3;
const HELD_MAX = 10_000;

export interface OldestDue {
  /** By type of target; types of which nothing is due are left out. */
  byType: ReadonlyMap<string, Date>;
  /** False when so much is due that types may be missing. */
  complete: boolean;
}

/** What waits in all lanes together, by type of target. */
export class LaneStateStore {
  readonly #listings: Collection<ListingDoc>;
  readonly #targets: Collection<TargetDoc>;

  constructor(db: Db) {
    this.#listings = listingCollection(db);
    this.#targets = db.collection<TargetDoc>('targets');
  }

  async prepare(): Promise<void> {
    await ensureIndexes(this.#targets, [{ key: { retryAt: 1 }, name: 'held' }]);
  }

  async oldestDue(now: Date): Promise<OldestDue> {
    const byTarget = new Map<string, Date>();
    let complete = false;
    for (let look = 0; look < LOOKS_MAX && !complete; look += 1) {
      const rows = await this.#listings
        .find(
          { dueAt: { $lte: now }, targetId: { $nin: [...byTarget.keys()] } },
          { projection: { _id: 0, targetId: 1, dueAt: 1 } },
        )
        .sort({ dueAt: 1 })
        .limit(ROWS_MAX)
        .toArray();
      for (const { targetId, dueAt } of rows) {
        if (dueAt && !byTarget.has(targetId)) byTarget.set(targetId, dueAt);
      }
      complete = rows.length < ROWS_MAX;
    }
    return { byType: await this.#byType(byTarget), complete };
  }

  /** How many lanes are held back until later, because their platform or account refused everything. */
  async held(now: Date): Promise<ReadonlyMap<string, number>> {
    const targets = await this.#targets
      .find({ retryAt: { $gt: now } }, { projection: { _id: 0, type: 1 } })
      .limit(HELD_MAX)
      .toArray();
    const counts = new Map<string, number>();
    for (const { type } of targets) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }

  async #byType(byTarget: ReadonlyMap<string, Date>): Promise<ReadonlyMap<string, Date>> {
    const targets = await this.#targets
      .find({ _id: { $in: [...byTarget.keys()] } }, { projection: { type: 1 } })
      .toArray();
    const oldest = new Map<string, Date>();
    for (const { _id, type } of targets) {
      const at = byTarget.get(_id);
      const known = oldest.get(type);
      if (at && (!known || at < known)) oldest.set(type, at);
    }
    return oldest;
  }
}
