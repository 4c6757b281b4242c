import type { Collection } from '@estate/persistence';
import type { ListingDoc } from './listing-store.ts';

/** A target with something due, whose it is, and since when its oldest listing has been due. */
export interface DueTarget {
  targetId: string;
  accountId: string;
  dueAt: Date;
}

const PAGE = 100;

/**
 * Every target with something due, each once. Goes through the index of due listings by target and hops over what a
 * target has more than a page, so a target with thousands costs one look.
 */
export async function dueTargets(listings: Collection<ListingDoc>, now: Date): Promise<DueTarget[]> {
  const found: DueTarget[] = [];
  for (let after = ''; ;) {
    const rows = await listings
      .find(
        { targetId: { $gt: after }, dueAt: { $lte: now } },
        { projection: { _id: 0, targetId: 1, accountId: 1, dueAt: 1 } },
      )
      .sort({ targetId: 1, dueAt: 1 })
      .limit(PAGE)
      .toArray();
    for (const { targetId, accountId, dueAt } of rows) {
      if (targetId !== after && dueAt) found.push({ targetId, accountId, dueAt });
      after = targetId;
    }
    if (rows.length < PAGE) return found;
  }
}
