import { ensureIndexes, page } from '@estate/persistence';
import type { Collection, Db, Filter, PageQuery } from '@estate/persistence';
import type { LaneView } from '../domain/lane.ts';
import { listingCollection } from './listing-store.ts';
import type { ListingDoc } from './listing-store.ts';
import { BLAME } from './target-store.ts';
import type { TargetDoc } from './target-store.ts';

const COUNTED_MAX = 1000;

type LaneState = 'paused' | 'set_aside' | 'open';

const IN_STATE: Record<LaneState, Filter<TargetDoc>> = {
  paused: { pausedAt: { $gt: new Date(0) } },
  set_aside: { 'setAside.at': { $gt: new Date(0) } },
  open: { pausedAt: { $exists: false }, setAside: { $exists: false } },
};

/** Lanes as the operator sees and stops them. */
export class LaneStore {
  readonly #targets: Collection<TargetDoc>;
  readonly #listings: Collection<ListingDoc>;

  constructor(db: Db) {
    this.#targets = db.collection<TargetDoc>('targets');
    this.#listings = listingCollection(db);
  }

  async prepare(): Promise<void> {
    await ensureIndexes(this.#targets, [
      {
        key: { pausedAt: 1, _id: 1 },
        name: 'paused',
        partialFilterExpression: { pausedAt: { $exists: true } },
      },
    ]);
  }

  async list(
    query: PageQuery & { state?: LaneState | undefined },
    now: Date,
  ): Promise<{ hasMore: boolean; lanes: LaneView[] }> {
    const { state, ...where } = query;
    const filter = state === undefined ? {} : IN_STATE[state];
    const { hasMore, docs } = await page(this.#targets, filter, where);
    return { hasMore, lanes: await Promise.all(docs.map((doc) => this.#view(doc, now))) };
  }

  /** From now on nobody takes the lane; null when there is no such target. */
  async pause(id: string, now: Date): Promise<LaneView | null> {
    await this.#targets.updateOne({ _id: id, pausedAt: { $exists: false } }, { $set: { pausedAt: now } });
    return this.#find(id, now);
  }

  /** Lets a lane that is paused or set aside be taken again. */
  async resume(id: string, now: Date): Promise<LaneView | null> {
    await this.#targets.updateOne(
      { _id: id, $or: [{ pausedAt: { $exists: true } }, { setAside: { $exists: true } }] },
      { $unset: { pausedAt: '', ...BLAME }, $inc: { laneEpoch: 1 } },
    );
    return this.#find(id, now);
  }

  find(id: string, now: Date): Promise<LaneView | null> {
    return this.#find(id, now);
  }

  async #find(id: string, now: Date): Promise<LaneView | null> {
    const doc = await this.#targets.findOne({ _id: id });
    return doc && this.#view(doc, now);
  }

  async #view(target: TargetDoc, now: Date): Promise<LaneView> {
    const due = { targetId: target._id, dueAt: { $exists: true } };
    const [dueCount, oldest] = await Promise.all([
      this.#listings.countDocuments(due, { limit: COUNTED_MAX }),
      this.#listings.findOne(due, { sort: { dueAt: 1 }, projection: { dueAt: 1 } }),
    ]);
    const { lease } = target;
    return {
      target,
      working: lease !== undefined && lease !== null && lease.until > now,
      dueCount,
      oldestDueAt: oldest?.dueAt,
    };
  }
}
