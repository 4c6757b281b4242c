import { ensureIndexes } from '@estate/persistence';
import type { Collection, Db, Filter } from '@estate/persistence';
import { dueTargets } from './due-targets.ts';
import { listingCollection } from './listing-store.ts';
import type { ListingDoc } from './listing-store.ts';
import type { TargetDoc } from './target-store.ts';

const COUNTED_MAX = 10_000;

export const STOP_REASONS = ['paused', 'set_aside'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

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

  /** Since when the oldest due listing of each type of target has been due; types of which nothing is due are left out. */
  async oldestDue(now: Date): Promise<ReadonlyMap<string, Date>> {
    const due = await dueTargets(this.#listings, now);
    const dueAt = new Map(due.map((target) => [target.targetId, target.dueAt]));
    const targets = await this.#targets
      .find({ _id: { $in: [...dueAt.keys()] } }, { projection: { type: 1 } })
      .toArray();
    const oldest = new Map<string, Date>();
    for (const { _id, type } of targets) {
      const at = dueAt.get(_id);
      const known = oldest.get(type);
      if (at && (!known || at < known)) oldest.set(type, at);
    }
    return oldest;
  }

  /** How many lanes are paused, and how many set aside. */
  async stopped(): Promise<Record<StopReason, ReadonlyMap<string, number>>> {
    const [paused, setAside] = await Promise.all([
      this.#countByType({ pausedAt: { $exists: true } }),
      this.#countByType({ 'setAside.at': { $exists: true } }),
    ]);
    return { paused, set_aside: setAside };
  }

  /** How many lanes are held back until later, because their platform or account refused everything. */
  held(now: Date): Promise<ReadonlyMap<string, number>> {
    return this.#countByType({ retryAt: { $gt: now } });
  }

  async #countByType(filter: Filter<TargetDoc>): Promise<ReadonlyMap<string, number>> {
    const targets = await this.#targets
      .find(filter, { projection: { _id: 0, type: 1 } })
      .limit(COUNTED_MAX)
      .toArray();
    const counts = new Map<string, number>();
    for (const { type } of targets) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }
}
