import { entryId } from '@estate/contracts';
import type { Actor, TimelineEntry } from '@estate/contracts';
import { shownTimes } from './listing-times.ts';
import type { ListingTimes } from './listing-times.ts';
import type { PlatformAnswer } from './platform-answer.ts';

type Kept<E> = E extends { at: string; nextAttemptAt?: string | undefined }
  ? Omit<E, 'at' | 'nextAttemptAt'> & { at: Date; nextAttemptAt?: Date }
  : E extends { at: string }
    ? Omit<E, 'at'> & { at: Date }
    : never;

type OfListing = Extract<TimelineEntry, { kind: `listing_${string}` | 'publication_attempt' }>;

/** An entry of the timeline of a listing as it is stored. */
export type ListingEntry = Kept<OfListing>;

export type AttemptEntry = Extract<ListingEntry, { kind: 'publication_attempt' }>;

/** The calls that change a listing. */
export type ListingChange = 'created' | 'updated' | 'retried' | 'deleted';

interface Subject extends ListingTimes {
  id: string;
  propertyId: string;
  targetId: string;
  preventPublication?: boolean | undefined;
}

interface About {
  at: Date;
  requestId?: string;
  actor?: Actor;
  /** Names the call among all that do the same with the listing; it is created once. */
  source?: string;
}

/** The entry that says what a call has done with a listing. */
export function listingEntry(
  change: ListingChange,
  { id: listingId, propertyId, targetId, preventPublication, ...times }: Subject,
  { at, requestId, actor, source = listingId }: About,
): ListingEntry {
  const kind = `listing_${change}` as const;
  const isWish = change === 'created' || change === 'updated';
  return {
    id: entryId(at, kind, source),
    at,
    kind,
    ...(requestId !== undefined && { requestId }),
    ...(actor && { actor }),
    ...{ listingId, propertyId, targetId },
    ...(isWish && { ...(preventPublication !== undefined && { preventPublication }), ...shownTimes(times) }),
  };
}

/** The creation of a listing that is not recorded, because it is older than its timeline. */
export const presumedCreation = (listing: Subject & { createdAt: Date }): ListingEntry =>
  listingEntry('created', listing, { at: listing.createdAt });

/** The entry that says what the platform answered; `requestId` is that of the call that had the property sent. */
export const answerEntry = (
  { id: listingId, propertyId, targetId, wanted: { requestId } }: Subject & { wanted: { requestId: string } },
  { state, source, messages, reportId, at }: Omit<PlatformAnswer, 'sequence'>,
): ListingEntry => ({
  id: entryId(at, 'listing_answered', `${listingId} ${reportId ?? source}`),
  at,
  kind: 'listing_answered',
  requestId,
  ...{ listingId, propertyId, targetId, state, source, messages },
  ...(reportId !== undefined && { reportId }),
});

/** The entry as it is shown. */
export function toTimelineEntry({ at, ...entry }: ListingEntry): TimelineEntry {
  const { nextAttemptAt, ...rest } = entry as Omit<AttemptEntry, 'at'>;
  return {
    ...rest,
    at: at.toISOString(),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
  };
}
