import { firstDueOfEach } from '@estate/persistence';
import type { Collection, DueWork, Filter } from '@estate/persistence';
import { standingOf } from '../../domain/listing-standing.ts';
import type { LastError, ListingRecord } from '../../domain/listing.ts';
import { fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

interface Postponement {
  dueAt: Date;
  lastError?: LastError;
  /** The error counts as an attempt of each listing. */
  isAttempt?: boolean;
  /** Why it is put off is an internal error. */
  internalError?: boolean;
}

/** The effects that a full transfer would have. */
export interface BeforeFullTransfer {
  listings: number;
  shown: number;
  removals: number;
  first: string[];
}

/** Counting a target's due listings ends here. */
const COUNTED_MAX = 1000;

/** The schedule of the listings: of which targets something is due, what of one target, and since when. */
export class DueListings {
  readonly #docs: Collection<ListingDoc>;

  constructor(docs: Collection<ListingDoc>) {
    this.#docs = docs;
  }

  /** Every target with something due, each once. */
  async targets(now: Date): Promise<DueWork[]> {
    const docs = await firstDueOfEach(this.#docs, {
      by: 'targetId',
      dueAt: 'dueAt',
      filter: { dueAt: { $lte: now } },
      fields: { _id: 0, targetId: 1, accountId: 1, dueAt: 1 },
    });
    return docs.flatMap(({ targetId: id, accountId, dueAt }) => (dueAt ? [{ id, accountId, dueAt }] : []));
  }

  /** The target, if something of it is due. */
  async ifDue(targetId: string, now: Date): Promise<DueWork | null> {
    const oldest = await this.#docs.findOne(
      { targetId, dueAt: { $lte: now } },
      { projection: { _id: 0, accountId: 1, dueAt: 1 }, sort: { dueAt: 1 } },
    );
    return oldest?.dueAt ? { id: targetId, accountId: oldest.accountId, dueAt: oldest.dueAt } : null;
  }

  /** The first of what is due on a target, in order; with `attempts`, of what has failed so often. */
  async ofTarget(
    targetId: string,
    until: Date,
    { limit, attempts = 0 }: { limit: number; attempts?: number },
  ): Promise<ListingRecord[]> {
    const filter = { targetId, dueAt: { $lte: until }, ...(attempts > 0 && { attempt: { $gte: attempts } }) };
    return (await this.#docs.find(filter).sort({ dueAt: 1 }).limit(limit).toArray()).map(fromListingDoc);
  }

  /** The first of what is to stay on a target, due or not. */
  async liveOfTarget(targetId: string, limit: number): Promise<ListingRecord[]> {
    const live = this.#docs.find({ targetId, state: 'live' }).sort({ _id: 1 }).limit(limit);
    return (await live.toArray()).map(fromListingDoc);
  }

  /** How much is to be done on a target now or later, and when the first of it. */
  async waiting(targetId: string): Promise<{ dueCount: number; oldestDueAt: Date | undefined }> {
    const due = { targetId, dueAt: { $exists: true } };
    const [dueCount, oldest] = await Promise.all([
      this.#docs.countDocuments(due, { limit: COUNTED_MAX }),
      this.#docs.findOne(due, { sort: { dueAt: 1 }, projection: { dueAt: 1 } }),
    ]);
    return { dueCount, oldestDueAt: oldest?.dueAt };
  }

  /**
   * How many listings of a target a full transfer would contain, how many the platform shows, and the shown ones that could not be sent last and
   * are not tried again, with the first names.
   */
  async beforeFullTransfer(
    { id: targetId, accountId }: { id: string; accountId: string },
    namesMax: number,
  ): Promise<BeforeFullTransfer> {
    const live = { accountId, targetId, state: 'live' as const };
    // Listings that are still retried are counted when the transfer is sent.
    const failed = { ...live, standing: 'update_failed' as const, dueAt: { $exists: false } };
    const [listings, shown, removals, first] = await Promise.all([
      this.#docs.countDocuments({ targetId, state: { $in: ['pending', 'live'] } }),
      this.#docs.countDocuments({ ...live, standing: { $in: ['published', 'update_failed'] } }),
      this.#docs.countDocuments(failed),
      this.#docs
        .find(failed, { projection: { summary: 1 } })
        .sort({ _id: 1 })
        .limit(namesMax)
        .toArray(),
    ]);
    const names = first.map(({ _id, summary }) => summary?.externalId ?? _id);
    return { listings, shown, removals, first: names };
  }

  /** True if something is on the target, or to be done there. */
  async hasUnfinished(targetId: string): Promise<boolean> {
    const open: Filter<ListingDoc> = {
      targetId,
      $or: [{ state: 'live' }, { state: 'deleted', dueAt: { $exists: true } }],
    };
    return (await this.#docs.findOne(open, { projection: { _id: 1 } })) !== null;
  }

  /** Puts off everything that is due on a target. */
  async postpone(
    targetId: string,
    now: Date,
    { dueAt, lastError, isAttempt, internalError }: Postponement,
  ): Promise<void> {
    const due: Filter<ListingDoc> = { targetId, dueAt: { $lte: now } };
    if (!lastError) {
      const $inc = internalError ? { $inc: { troubles: 1 } } : {};
      await this.#docs.updateMany(due, { $set: { dueAt }, ...$inc });
      return;
    }
    const counted = isAttempt ? { $inc: { attempt: 1, attemptsOfAll: 1 } } : {};
    const $set = { dueAt, lastError, updatedAt: now };
    for (const published of [true, false]) {
      const standing = standingOf({ published, lastError });
      await this.#docs.updateMany(
        { ...due, state: 'live', published },
        { $set: { ...$set, standing }, ...counted },
      );
    }
    // Only those that are in no list are left.
    await this.#docs.updateMany({ ...due, state: { $ne: 'live' } }, { $set, ...counted });
  }

  /** Makes due what was put off until exactly that time. */
  async bringForward(targetId: string, { from, to }: { from: Date; to: Date }): Promise<void> {
    await this.#docs.updateMany({ targetId, dueAt: from }, { $set: { dueAt: to } });
  }
}
