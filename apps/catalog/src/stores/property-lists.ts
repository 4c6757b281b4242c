import { COUNT_MAX, PROPERTY_TYPE_NAMES, PROPERTY_TYPES, ProcessingStatus } from '@estate/contracts';
import type { PropertyQuery, PropertyType } from '@estate/contracts';
import { conditionsOnWords, countUpTo, findingTerms, isOneWord, page, searchPage } from '@estate/persistence';
import type { BoundedCount, Collection, Filter, PageQuery, SearchedPage } from '@estate/persistence';
import type { PropertyRecord } from '../domain/property.ts';
import { listAmong } from './listed-among.ts';
import type { Among, Candidates } from './listed-among.ts';
import { LIVE, toRecord } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

export interface PropertyPage extends Partial<BoundedCount> {
  hasMore: boolean;
  continueAfter?: string;
  records: PropertyRecord[];
}

export interface PropertySelection extends Omit<PropertyQuery, 'targetId' | 'listingState'> {
  /** Only those that another service says. */
  among?: Among;
}

type Selection = Pick<
  PropertyQuery,
  'externalId' | 'q' | 'type' | 'deal' | 'processingStatus' | 'contactId'
> & {
  /** Where the ids begin. */
  _id?: Filter<PropertyDoc>['_id'];
};

/** One page of the account's properties that the query selects. */
export async function listProperties(
  collection: Collection<PropertyDoc>,
  accountId: string,
  { limit, order, startAfter, count, among, ...selection }: PropertySelection,
): Promise<PropertyPage> {
  const query = { limit, order, startAfter, count };
  const whose = { accountId, selection };
  const { docs, ...about } = await (among
    ? listAmong(collection, { candidates: candidatesIn(collection, whose), among }, query)
    : (searched(collection, whose, query) ?? listed(collection, whose, query)));
  return { ...about, records: docs.map(toRecord) };
}

interface Whose {
  accountId: string;
  selection: Selection;
}

/** The ids of what is selected, from the same indexes as its pages. */
const candidatesIn =
  (collection: Collection<PropertyDoc>, { accountId, selection }: Whose): Candidates =>
  ({ startAt, ...query }) => {
    const start = { [query.order === 'asc' ? '$gte' : '$lte']: startAt };
    const from = { ...selection, ...(startAt !== undefined && { _id: start }) };
    const only = { ...query, fields: ['_id'] };
    return (
      searched(collection, { accountId, selection: from }, only) ??
      page<PropertyDoc>(collection, selected(accountId, from), only)
    );
  };

/** One index has all that is asked for. */
async function listed(
  collection: Collection<PropertyDoc>,
  { accountId, selection }: Whose,
  { count, ...query }: PageQuery,
): Promise<SearchedPage<PropertyDoc>> {
  const isPlain = Object.values(selection).every((value) => value === undefined);
  const filter = { ...(isPlain ? { accountId } : selected(accountId, selection)), ...LIVE };
  const [found, counted] = await Promise.all([
    page<PropertyDoc>(collection, filter, query),
    count && countUpTo(collection, selected(accountId, selection), COUNT_MAX),
  ]);
  return { ...found, ...counted };
}

/** Each word is found by the same index, and everything else by another one; undefined without words. */
function searched(
  collection: Collection<PropertyDoc>,
  { accountId, selection }: Whose,
  query: PageQuery,
): Promise<SearchedPage<PropertyDoc>> | undefined {
  const { q, type, deal, processingStatus, contactId, externalId, _id } = selection;
  if (q === undefined) return undefined;
  const words = conditionsOnWords(q).map((word) => ({
    ...{ accountId, ...word },
    type: oneOf(typesOf(type, deal)),
    ...(_id !== undefined && { _id }),
  }));
  const hasOthers = [processingStatus, contactId].some((value) => value !== undefined);
  const others = hasOthers || words.length === 0 ? [selected(accountId, { ...selection, q: undefined })] : [];
  const isServed = externalId !== undefined || (isOneWord(q) && !hasOthers);
  const candidates = isServed ? [] : [...words, ...others];
  return searchPage<PropertyDoc>(collection, { filter: selected(accountId, selection), candidates }, query);
}

/**
 * Matches by the fields of one index up to the id, which it orders. Every field of it is named, those that may have any value
 * too, except where an external id leaves one property. A deleted property has none of them.
 */
function selected(accountId: string, selection: Selection): Filter<PropertyDoc> {
  const { externalId, q, contactId, _id } = selection;
  return {
    accountId,
    ...(_id !== undefined && { _id }),
    ...(contactId !== undefined && { contactId }),
    ...(externalId !== undefined && { externalId }),
    ...(q !== undefined && findingTerms(q)),
    ...ofType(selection),
    ...ofStatus(selection),
  };
}

const ofType = ({ externalId, type, deal }: Selection): Filter<PropertyDoc> =>
  externalId !== undefined && type === undefined && deal === undefined
    ? {}
    : { type: oneOf(typesOf(type, deal)) };

/** The index that finds words does not have the status. */
function ofStatus({ externalId, q, processingStatus, contactId }: Selection): Filter<PropertyDoc> {
  if (processingStatus !== undefined) return { processingStatus };
  const isFound = q !== undefined && contactId === undefined && conditionsOnWords(q).length > 0;
  return isFound || externalId !== undefined ? {} : { processingStatus: oneOf(ProcessingStatus.options) };
}

/** A single value needs no merge of several ranges. */
const oneOf = <T extends string>(values: readonly T[]) => {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : { $in: values };
};

/** The types that both fit; all of them when neither is given. */
function typesOf(type: PropertyQuery['type'], deal: PropertyQuery['deal']): PropertyType[] {
  const fits = (name: PropertyType) =>
    (type ?? name) === name && (deal ?? PROPERTY_TYPES[name].deal) === PROPERTY_TYPES[name].deal;
  return PROPERTY_TYPE_NAMES.filter(fits);
}
