import { standingOf } from '../../domain/listing-standing.ts';
import { plannedAway } from '../../domain/listing-times.ts';
import type { ListingTimes, Withheld } from '../../domain/listing-times.ts';
import { planOf } from '../../domain/listing.ts';
import type { ListingRecord } from '../../domain/listing.ts';

/** The fields that a customer may change of a listing; left out, they become unset. */
export interface Wish extends ListingTimes {
  preventPublication?: boolean | undefined;
}

const CHANGED = ['preventPublication', 'publishFrom', 'publishUntil', 'plannedAt', 'withheld'] as const;

/** The parts of an update that give a listing what a customer wants of it. How it stands follows from what it is and from that. */
export function wishedUpdate(before: ListingRecord, { preventPublication, ...times }: Wish, at: Date) {
  const withheld = withheldAfter(before, times, at);
  const wished: Partial<ListingRecord> = {
    ...(preventPublication !== undefined && { preventPublication }),
    ...planOf(times, at),
    ...(withheld && { withheld }),
  };
  const left = CHANGED.filter((name) => wished[name] === undefined);
  return {
    $set: { ...wished, standing: standingOf({ ...before, preventPublication, withheld }) },
    $unset: Object.fromEntries(left.map((name) => [name, '' as const])) as {
      [Name in (typeof CHANGED)[number]]?: '';
    },
  };
}

/** Why the platform does not show a listing once its times have changed; what it shows, it shows until it is taken down. */
function withheldAfter(
  { published, withheld }: ListingRecord,
  times: ListingTimes,
  at: Date,
): Withheld | undefined {
  if (published) return undefined;
  return plannedAway(times, at) ?? (withheld === 'sold' ? withheld : undefined);
}
