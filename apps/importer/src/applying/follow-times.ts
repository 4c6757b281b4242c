import { getListing, updateListing } from '@estate/contracts';
import type { ImportProblem, Listing } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound } from '@estate/errors';
import type { PlannedTimes } from '../domain/object-content.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';
import { asRead, decideAgain, isOutdated } from './as-read.ts';
import { FINAL, notListed, notYet } from './apply-listings.ts';
import { hashOf } from './hash-of.ts';

export interface Followed {
  /** True if a listing has other times now. */
  changed: boolean;
  problems: ImportProblem[];
}

type FollowDeps = Pick<ApplyDeps, 'bus'> & { known: Pick<ApplyDeps['known'], 'noteTimes'> };

/** True if the object says other times than before. */
export const saysOtherTimes = ({ times = {} }: Pick<KnownDoc, 'times'>, now: PlannedTimes = {}): boolean =>
  hashOf(times) !== hashOf(now);

/** Gives the listings of a property the times that its object says now, also those that are still to be made. */
export async function followTimes(
  deps: FollowDeps,
  { known, now = {} }: { known: KnownDoc; now: PlannedTimes | undefined },
  applying: Pick<Applying, 'caller'>,
): Promise<Followed> {
  const all: Followed = { changed: false, problems: [] };
  if (!saysOtherTimes(known, now)) return all;
  for (const [targetId, id] of Object.entries(known.listingIds)) {
    const following = { ...known, id, targetId, now };
    const { changed, problems } = await decideAgain(() => follow(deps, following, applying));
    all.changed ||= changed;
    all.problems.push(...problems);
  }
  const open = known.unlisted?.map((one) => (FINAL.includes(one.code) ? notYet(one.targetId) : one));
  // The last step: after a crash before it, listings that follow already are not those that somebody planned otherwise.
  await deps.known.noteTimes(known._id, now, open);
  return all;
}

interface Following {
  id: string;
  targetId: string;
  times?: PlannedTimes;
  now: PlannedTimes;
}

async function follow(
  { bus }: Pick<FollowDeps, 'bus'>,
  { id, targetId, times, now }: Following,
  { caller }: Pick<Applying, 'caller'>,
): Promise<Followed> {
  const listing = await bus.ask(getListing, { id }, caller).catch(unlessGone);
  if (!listing || !isSame(listing, times ?? {})) return { changed: false, problems: [] };
  const { preventPublication } = listing;
  const wish = { id, ...(preventPublication !== undefined && { preventPublication }), ...now };
  try {
    const updated = await bus.ask(updateListing, wish, caller, asRead(listing)).catch(unlessGone);
    return { changed: updated !== undefined, problems: [] };
  } catch (error) {
    const isRefusal = error instanceof InvalidInput || error instanceof Conflict;
    if (!isRefusal || isOutdated(error)) throw error;
    const why = { reason: 'listing_refused' as const, parameters: { details: error.message } };
    return { changed: false, problems: [notListed(targetId, why)] };
  }
}

/** The listing was not made, or its customer has deleted it. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}

const momentOf = (time: string | undefined) => time && new Date(time).getTime();

const isSame = (listing: Pick<Listing, keyof PlannedTimes>, times: PlannedTimes): boolean =>
  momentOf(listing.publishFrom) === momentOf(times.publishFrom) &&
  momentOf(listing.publishUntil) === momentOf(times.publishUntil);
