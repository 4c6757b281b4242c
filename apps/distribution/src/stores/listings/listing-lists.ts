import { COUNT_MAX } from '@estate/contracts';
import type { ListingState, PlatformStateName } from '@estate/contracts';
import { conditionsOnWords, countUpTo, findingTerms, isOneWord, page, searchPage } from '@estate/persistence';
import type { BoundedCount, Collection, Filter, PageQuery, SearchedPage } from '@estate/persistence';
import { STANDINGS, isShown, standingsIn } from '../../domain/listing-standing.ts';
import type { Standing } from '../../domain/listing-standing.ts';
import type { ListingRecord } from '../../domain/listing.ts';
import { currentAnswer } from '../../domain/platform-answer.ts';
import { fromListingDoc } from './listing-document.ts';
import type { ListingDoc } from './listing-document.ts';

interface Selection {
  propertyId?: string | undefined;
  /** Only on one of these targets. */
  targetIds?: readonly string[] | undefined;
  /** The pauses of the targets are already in `targetIds`. */
  state?: ListingState | undefined;
  published?: boolean | undefined;
  platformState?: PlatformStateName | undefined;
  /** Whether the planned publication is after this time. */
  scheduled?: { isAhead: boolean; of: Date } | undefined;
  q?: string | undefined;
}

export type ListingSelection = PageQuery & Selection;

export interface ListingPage extends Partial<BoundedCount> {
  hasMore: boolean;
  continueAfter?: string;
  data: ListingRecord[];
}

/** One page of the account's listings that are selected. */
export async function listListings(
  collection: Collection<ListingDoc>,
  accountId: string,
  { limit, order, startAfter, count, ...selection }: ListingSelection,
): Promise<ListingPage> {
  const filters = filtersOf(accountId, selection);
  if (!filters) return { hasMore: false, data: [], ...(count && { count: 0 }) };
  const { docs, ...about } = await readPage(collection, filters, { limit, order, startAfter, count });
  const records = docs.map(fromListingDoc);
  const { platformState } = selection;
  // A process that ended after an upload may have left an outdated answer.
  const isAsked = (record: ListingRecord) =>
    platformState === undefined || currentAnswer(record)?.state === platformState;
  const data = records.filter(isAsked);
  // The next page begins after the outdated answers that were left out.
  const last = platformState !== undefined && about.hasMore ? records.at(-1)?.id : undefined;
  return { ...about, ...(last !== undefined && { continueAfter: about.continueAfter ?? last }), data };
}

async function readPage(
  collection: Collection<ListingDoc>,
  { found: filter, counted, candidates }: Filters,
  query: PageQuery,
): Promise<SearchedPage<ListingDoc>> {
  if (candidates) return searchPage(collection, { filter, candidates }, query);
  const [found, count] = await Promise.all([
    page<ListingDoc>(collection, filter, { ...query, count: false }),
    query.count && countUpTo(collection, counted, COUNT_MAX),
  ]);
  return { ...found, ...count };
}

interface Filters {
  found: Filter<ListingDoc>;
  /** Matches by the fields of one index alone, so that no document is read. */
  counted: Filter<ListingDoc>;
  /** The parts of a search for words that indexes find. */
  candidates?: Filter<ListingDoc>[];
}

/** Undefined: nothing can match. */
function filtersOf(accountId: string, selection: Selection): Filters | undefined {
  const filters = filtersByStanding(accountId, selection);
  const further = furtherConditions(selection);
  if (!filters || !further) return filters;
  const { found, counted, candidates } = filters;
  return {
    found: { ...found, ...further },
    counted: { ...counted, state: 'live', ...further },
    ...(candidates && { candidates }),
  };
}

/** Conditions on fields of no index. */
function furtherConditions({ platformState, scheduled }: Selection): Filter<ListingDoc> | undefined {
  if (platformState === undefined && !scheduled) return undefined;
  const isAhead = scheduled && { $gt: scheduled.of };
  return {
    ...(platformState !== undefined && { 'platformAnswer.state': platformState }),
    ...(isAhead && { publishFrom: scheduled.isAhead ? isAhead : { $not: isAhead } }),
  };
}

function filtersByStanding(accountId: string, selection: Selection): Filters | undefined {
  const { propertyId, targetIds, published, state, q } = selection;
  const standings = standingsOf(selection);
  if (standings.length === 0 || targetIds?.length === 0) return undefined;
  const live = { accountId, state: 'live' as const, ...(propertyId !== undefined && { propertyId }) };
  const isPlain = [targetIds, published, state, q].every((each) => each === undefined);
  if (isPlain) return { found: live, counted: live };
  const counted: Filter<ListingDoc> = {
    // Only live listings stand anywhere. The few of one property are found by its index.
    ...(propertyId === undefined ? { accountId } : live),
    ...(targetIds && { targetId: oneOf(targetIds) }),
    ...(q !== undefined && findingTerms(q)),
    standing: oneOf(standings),
  };
  return {
    ...{ found: counted, counted },
    ...(q !== undefined && { candidates: candidatesOf(accountId, selection) }),
  };
}

/** One filter for each index: every word by itself, and the targets. The few listings of a property need no others. */
function candidatesOf(accountId: string, selection: Selection): Filter<ListingDoc>[] {
  const { q = '', targetIds, propertyId } = selection;
  if (propertyId !== undefined || (isOneWord(q) && !targetIds)) return [];
  const words = conditionsOnWords(q);
  const targets = targetIds ? [{ targetId: oneOf(targetIds) }] : [];
  const conditions = words.length + targets.length === 0 ? [{}] : [...words, ...targets];
  const standing = oneOf(standingsOf(selection));
  return conditions.map((condition): Filter<ListingDoc> => ({ accountId, ...condition, standing }));
}

const standingsOf = ({ state, published }: Selection): Standing[] =>
  (state === undefined ? [...STANDINGS] : standingsIn(state)).filter(
    (standing) => published === undefined || isShown(standing) === published,
  );

/** A single value needs no merge of several ranges. */
const oneOf = <T extends string>(values: readonly T[]) => {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : { $in: [...values] };
};
