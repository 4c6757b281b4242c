import { createListing, deleteListing, listListings } from '@estate/contracts';
import type { ImportProblem } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound, ServiceError } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { PlannedTimes } from '../domain/object-content.ts';
import { problemOf } from '../domain/problems.ts';
import type { KnownDoc, Unlisted } from '../stores/known-store.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';

type ListingDeps = Pick<ApplyDeps, 'bus' | 'known'>;

/** No later attempt at the same times is accepted, because time does not go back. */
export const FINAL: readonly string[] = ['publish-until-impossible'];

/** Until the first attempt has ended, also if the process does not survive it. */
export const notYet = (targetId: string): Unlisted => ({
  targetId,
  code: 'pending',
  message: 'The property has not been listed yet.',
});

/** Lists a new property on the targets of its source. What is refused is noted and tried again later. */
export async function createListings(deps: ListingDeps, known: KnownDoc, applying: Applying) {
  const targetIds = Object.keys(known.listingIds);
  const { listingIds, refused } = await listOn(deps, { known, targetIds }, applying);
  await deps.known.noteUnlisted(known, refused);
  const problems = refused.map(({ targetId, code, message }) =>
    FINAL.includes(code) && known.times
      ? notListed(targetId, ended(known.times))
      : notListed(targetId, { reason: 'listing_refused', parameters: { details: message } }),
  );
  return { listingIds, problems };
}

/** The refusals of a new property that a dry run knows of: no target lists an offer that has ended. */
export const foreseenRefusals = (times: PlannedTimes, targetIds: readonly string[], now: Date) =>
  times.publishUntil !== undefined && new Date(times.publishUntil) <= now
    ? targetIds.map((targetId) => notListed(targetId, ended(times)))
    : [];

type Why = Pick<Parameters<typeof problemOf>[1], 'reason' | 'parameters'>;

const ended = ({ publishUntil = '' }: PlannedTimes): Why => ({
  reason: 'offer_ended',
  parameters: { publishUntil },
});

export const notListed = (value: string, why: Why): ImportProblem =>
  problemOf('listing_refused', { severity: 'warning', value, ...why });

interface Wanted {
  known: Pick<KnownDoc, 'propertyId' | 'listingIds' | 'times'>;
  targetIds: readonly string[];
}

/** The property is listed already, or gone: there is nothing to try again. */
const SETTLED: ReadonlySet<string> = new Set(['listing-exists', 'property-unknown']);

/** Lists a property on targets, each time under the id that was reserved for it. */
export async function listOn(
  { bus }: Pick<ListingDeps, 'bus'>,
  { known: { propertyId, listingIds, times }, targetIds }: Wanted,
  { caller, source }: Pick<Applying, 'caller' | 'source'>,
): Promise<{ listingIds: string[]; refused: Unlisted[] }> {
  const made: string[] = [];
  const refused: Unlisted[] = [];
  for (const targetId of targetIds) {
    const reservedId = listingIds[targetId];
    if (reservedId === undefined) continue;
    const input = { propertyId, targetId, ...times };
    const prevented = source?.preventPublication ? { ...input, preventPublication: true } : input;
    try {
      const listing = await bus
        .ask(createListing, prevented, caller, { reservedId })
        .catch((error: unknown) => {
          // Only some types of targets have the option.
          if (!hasCode(error, 'prevent-publication-unsupported')) throw error;
          return bus.ask(createListing, input, caller, { reservedId });
        });
      made.push(listing.id);
    } catch (error) {
      if (!(error instanceof InvalidInput || error instanceof Conflict || error instanceof NotFound))
        throw error;
      const { code, message } = error;
      if (!SETTLED.has(code)) refused.push({ targetId, code, message });
    }
  }
  return { listingIds: made, refused };
}

const AT_ONCE = 100;

/** Takes a property off all its targets; its listings count as deleted from then on. */
export async function deleteListings(
  { bus }: Pick<ApplyDeps, 'bus'>,
  propertyId: string,
  caller: Caller,
): Promise<void> {
  let startAfter: string | undefined;
  for (;;) {
    const query = { propertyId, limit: AT_ONCE, ...(startAfter !== undefined && { startAfter }) };
    const { data, hasMore, continueAfter } = await bus.ask(listListings, query, caller);
    for (const { id } of data) {
      await bus.ask(deleteListing, { id }, caller).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error;
      });
    }
    startAfter = continueAfter ?? data.at(-1)?.id;
    if (!hasMore || startAfter === undefined) return;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ServiceError && error.code === code;
