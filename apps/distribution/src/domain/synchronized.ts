import type { ListingRecord } from './listing.ts';
import type { TargetRecord } from './target.ts';

interface Synchronized {
  state: 'pending' | 'succeeded' | 'skipped' | 'failed';
  reason?: { code: string; message: string };
}

const skipped = (code: string, message: string): Synchronized => ({
  state: 'skipped',
  reason: { code, message },
});

/** The result of a listing since everything of its target was to be sent again. */
export function synchronizedOf(
  listing: ListingRecord | undefined,
  target: Pick<TargetRecord, 'fullTransfer' | 'republish' | 'emptying'> | null,
): Synchronized {
  if (!target) return skipped('target-unknown', 'The target was deleted.');
  if (listing?.state !== 'live') return skipped('listing-not-found', 'The listing was deleted.');
  const isMarked = [target.fullTransfer, target.republish, target.emptying].some(
    (mark) => mark !== undefined,
  );
  if (isMarked || listing.dueAt) return { state: 'pending' };
  const { lastError, withheld } = listing;
  if (lastError) {
    const { failureCode: code, failureMessage: message } = lastError;
    return { state: 'failed', reason: { code, message } };
  }
  return withheld
    ? skipped('listing-withheld', 'The listing is not to be on the platform at this time.')
    : { state: 'succeeded' };
}
