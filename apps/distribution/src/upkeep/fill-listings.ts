import { checkProperty } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { MissingFields } from '../stores/listings/missing-fields.ts';

/** How often the distribution looks for listings that an earlier version has saved since. */
const SWEEP_EVERY_MS = 600_000;
/** Questions to the catalog at a time. */
const ASKED_AT_ONCE = 8;

export interface FillDeps extends Pick<Deps, 'bus' | 'clock'> {
  missingFields: Pick<MissingFields, 'finish' | 'next' | 'stand' | 'summarize'>;
  log: Logger;
}

/** Gives listings of an earlier version what lists and searches find them by, portion by portion. */
export const fillWorker = (deps: FillDeps): Worker =>
  new Worker({
    name: 'listing-fields',
    run: () => fillListings(deps),
    sweepEveryMs: SWEEP_EVERY_MS,
    log: deps.log,
  });

/** True when there is more to do at once. A portion that the catalog could not answer is retried later. */
export async function fillListings(deps: FillDeps): Promise<boolean> {
  const { clock, log, missingFields } = deps;
  const portion = await missingFields.next(clock());
  for (const doc of portion.docs) if (!doc.standing) await missingFields.stand(doc);
  const properties = new Map(
    portion.docs.filter(({ summary }) => !summary).map((doc) => [doc.propertyId, doc]),
  );
  const asked = [...properties.values()];
  try {
    while (asked.length > 0) {
      await Promise.all(asked.splice(0, ASKED_AT_ONCE).map((doc) => summarize(doc, deps)));
    }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ err: error }, 'listing-fields.put-off');
    return false;
  }
  await missingFields.finish(portion);
  return portion.hasMore;
}

async function summarize(doc: ListingDoc, { bus, missingFields }: FillDeps): Promise<void> {
  const { accountId, propertyId, wanted } = doc;
  const caller = { accountId, requestId: wanted.requestId };
  const { exists, summary } = await bus.ask(checkProperty, { propertyId }, caller);
  if (summary) await missingFields.summarize({ accountId, propertyId }, summary);
  // It is answered again, with a summary, when the catalog has the same version.
  else if (exists) throw new Unavailable('the catalog does not know summaries of properties yet');
}
