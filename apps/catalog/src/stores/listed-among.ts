import { COMPARED_AT_ONCE, COUNT_MAX } from '@estate/contracts';
import { page } from '@estate/persistence';
import type { Collection, PageQuery, SearchedPage } from '@estate/persistence';
import { LIVE } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

/** Which of some ids, given in the order of the list, are wanted, and the first wanted one after them. */
export type Among = (ids: string[]) => Promise<{ propertyIds: string[]; next?: string | undefined }>;

type Start = Pick<PageQuery, 'limit' | 'order' | 'startAfter'> & {
  /** In the place of `startAfter`: with this id itself. */
  startAt?: string | undefined;
};

export type Candidates = (
  from: Start,
) => Promise<Pick<SearchedPage<PropertyDoc>, 'docs' | 'hasMore' | 'continueAfter'>>;

/** Most pages are full after the first comparison. */
const COMPARED_FIRST = 200;
/** With more comparisons, a page ends before it is full, and a count is a lower bound. */
const COMPARISONS_MAX = 100;

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
    let from: Omit<Start, 'limit'> | undefined = start;
    let stoppedAt: string | undefined;
    let atOnce = Math.min(Math.max(COMPARED_FIRST, limit), COMPARED_AT_ONCE);
    for (let comparison = 1; comparison <= COMPARISONS_MAX; comparison += 1) {
      const { docs, hasMore, continueAfter } = await candidates({ ...from, limit: atOnce });
      const found = docs.length === 0 ? undefined : await among(docs.map(({ _id }) => _id));
      if (found) ids.push(...found.propertyIds);
      from = hasMore ? nextStart(start, { portionEnd: continueAfter, found }) : undefined;
      if (!from || ids.length >= limit) return { ids };
      stoppedAt = continueAfter ?? docs.at(-1)?._id;
      atOnce = COMPARED_AT_ONCE;
    }
    return { ids, ...(stoppedAt !== undefined && { stoppedAt }) };
  };

/** Where to go on; undefined when nothing that is wanted follows. */
function nextStart(
  { order }: Pick<Start, 'order'>,
  { portionEnd, found }: { portionEnd: string | undefined; found: Awaited<ReturnType<Among>> | undefined },
): Omit<Start, 'limit'> | undefined {
  if (found && found.next === undefined) return undefined;
  return portionEnd === undefined ? { order, startAt: found?.next } : { order, startAfter: portionEnd };
}
