import { createListing, deleteListing, listListings } from '@estate/contracts';
import type { ImportProblem } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound, ServiceError } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import { problemOf } from '../domain/problems.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { ApplyDeps, Applying } from './apply-deps.ts';

/** Lists a new property on the targets of its source, each under the id that was reserved for it. */
export async function createListings(
  { bus }: Pick<ApplyDeps, 'bus'>,
  { propertyId, listingIds }: Pick<KnownDoc, 'propertyId' | 'listingIds'>,
  { caller, source }: Pick<Applying, 'caller' | 'source'>,
): Promise<{ listingIds: string[]; problems: ImportProblem[] }> {
  const made: string[] = [];
  const problems: ImportProblem[] = [];
  for (const [targetId, reservedId] of Object.entries(listingIds)) {
    const input = { propertyId, targetId };
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
      const about = { reason: 'listing_refused', parameters: { details: error.message } } as const;
      problems.push(problemOf('listing_refused', { severity: 'warning', value: targetId, ...about }));
    }
  }
  return { listingIds: made, problems };
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
