import { COMPARED_AT_ONCE, COUNT_MAX } from '@estate/contracts';
import { page } from '@estate/persistence';
import type { Collection, PageQuery, SearchedPage } from '@estate/persistence';
import { LIVE } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

/** Selects the wanted ones among ids in the order of the list. `next` is the first wanted id after them, or one of them at which the search stopped. */
export type Among = (ids: string[]) => Promise<{ propertyIds: string[]; next?: string | undefined }>;

type Start = Pick<PageQuery, 'limit' | 'order' | 'startAfter'> & {
  /** In the place of `startAfter`: with this id itself. */
  startAt?: string | undefined;
};

export type Candidates = (
  from: Start,
) => Promise<Pick<SearchedPage<PropertyDoc>, 'docs' | 'hasMore' | 'continueAfter'>>;

/** Most pages are full after the first comparison. */
const COMPARED_FIRST = 100;
/** After that, a page ends before it is full, and a count is a lower bound: the caller waits for both. */
const WALK_MS = 2000;

interface Walked {
  ids: string[];
  /** Where it stopped, with more to compare. */
  stoppedAt?: string;
}

/**
 * One page of the properties that match here and are wanted by another service. Each side gives ids in the same order and skips what
 * the other one does not have, so that a page and a count are exact although each service has half of what is asked for.
 */
export async function listAmong(
  collection: Collection<PropertyDoc>,
  { candidates, among }: { candidates: Candidates; among: Among },
  { limit, order, startAfter, count }: PageQuery,
): Promise<SearchedPage<PropertyDoc>> {
  const walk = walkOver(candidates, among);
  const [{ ids, stoppedAt }, counted] = await Promise.all([
    walk({ order, startAfter, limit: limit + 1 }),
    count && walk({ order: 'asc', limit: COUNT_MAX + 1 }),
  ]);
  const shown = ids.slice(0, limit);
  const hasMore = ids.length > limit || stoppedAt !== undefined;
  const end = ids.length > limit ? shown.at(-1) : stoppedAt;
  const { docs } = await page<PropertyDoc>(collection, { _id: { $in: shown }, ...LIVE }, { limit, order });
  const goesOnElsewhere = end !== undefined && end !== docs.at(-1)?._id;
  return {
    ...{ hasMore, docs },
    ...(goesOnElsewhere && { continueAfter: end }),
    ...(counted && countOf(counted)),
  };
}

const countOf = ({ ids, stoppedAt }: Walked) => ({
  count: Math.min(ids.length, COUNT_MAX),
  ...((stoppedAt !== undefined || ids.length > COUNT_MAX) && { countIsLimited: true as const }),
});

const walkOver =
  (candidates: Candidates, among: Among) =>
  async ({ limit, ...start }: Start): Promise<Walked> => {
    const ids: string[] = [];
    let step: Step = { from: start };
    let atOnce = Math.min(Math.max(COMPARED_FIRST, limit), COMPARED_AT_ONCE);
    const end = performance.now() + WALK_MS;
    do {
      const portion = await candidates({ ...step.from, limit: atOnce });
      const compared = portion.docs.map(({ _id }) => _id);
      const found = compared.length === 0 ? undefined : await among(compared);
      if (found) ids.push(...found.propertyIds);
      const next = found ? stepTo(found.next, compared, start) : stepAfter(portion.continueAfter, start);
      if (!next || ids.length >= limit) return { ids };
      step = next;
      atOnce = COMPARED_AT_ONCE;
    } while (performance.now() < end);
    return { ids, ...(step.seen !== undefined && { stoppedAt: step.seen }) };
  };

interface Step {
  from: Omit<Start, 'limit'>;
  /** Up to here, everything is known. */
  seen?: string | undefined;
}

type Ordered = Pick<Start, 'order'>;

/** Goes on with the next one that is wanted, if there is one; it may be one of those that were compared. */
function stepTo(next: string | undefined, compared: readonly string[], { order }: Ordered): Step | undefined {
  if (next === undefined) return undefined;
  const seen = compared.findLast((id) => (order === 'asc' ? id < next : id > next));
  return { from: { order, startAt: next }, seen };
}

/** Goes on after a portion in which nothing matched, if it was not the last one. */
const stepAfter = (portionEnd: string | undefined, { order }: Ordered): Step | undefined =>
  portionEnd === undefined ? undefined : { from: { order, startAfter: portionEnd }, seen: portionEnd };
