import { COUNT_MAX, PROPERTY_TYPE_NAMES, PROPERTY_TYPES, ProcessingStatus } from '@estate/contracts';
import type { PropertyQuery, PropertyType } from '@estate/contracts';
import { conditionsOnWords, countUpTo, findingTerms, isOneWord, page, searchPage } from '@estate/persistence';
import type { BoundedCount, Collection, Filter, PageQuery, SearchedPage } from '@estate/persistence';
import type { PropertyRecord } from '../domain/property.ts';
import { LIVE, toRecord } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

export interface PropertyPage extends Partial<BoundedCount> {
  hasMore: boolean;
  continueAfter?: string;
  records: PropertyRecord[];
}

type Selection = Pick<PropertyQuery, 'externalId' | 'q' | 'type' | 'deal' | 'processingStatus' | 'contactId'>;

/** One page of the account's properties that the query selects. */
export async function listProperties(
  collection: Collection<PropertyDoc>,
  accountId: string,
  { limit, order, startAfter, count, ...selection }: PropertyQuery,
): Promise<PropertyPage> {
  const query = { limit, order, startAfter, count };
  const { docs, ...about } = await (selection.q === undefined
    ? listed(collection, { accountId, selection }, query)
    : searched(collection, { accountId, selection: { ...selection, q: selection.q } }, query));
  return { ...about, records: docs.map(toRecord) };
}

/** One index has all that is asked for. */
async function listed(
  collection: Collection<PropertyDoc>,
  { accountId, selection }: { accountId: string; selection: Selection },
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

/** Each word is found by the same index, and everything else by another one. */
function searched(
  collection: Collection<PropertyDoc>,
  { accountId, selection }: { accountId: string; selection: Selection & { q: string } },
  query: PageQuery,
): Promise<SearchedPage<PropertyDoc>> {
  const { q, type, deal, processingStatus, contactId, externalId } = selection;
  const words = conditionsOnWords(q).map((word) => ({
    ...{ accountId, ...word },
    type: oneOf(typesOf(type, deal)),
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
  const { externalId, q, contactId } = selection;
  return {
    accountId,
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
