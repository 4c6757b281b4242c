import { NOBODY } from '@estate/contracts';
import type { RequestQuery } from '@estate/contracts';
import {
  conditionsOnWords,
  dateOf,
  findingTerms,
  isOneWord,
  madeBetween,
  searchPage,
} from '@estate/persistence';
import type { Collection, Filter, SearchedPage } from '@estate/persistence';
import type { RequestDoc } from './request-document.ts';

type Selected = Filter<RequestDoc>;

/** One page of the account's requests that the query selects; each of its filters but that for no assignee has an index. */
export function listRequests(
  collection: Collection<RequestDoc>,
  accountId: string,
  { limit, order, startAfter, count, q, from, to, ...named }: RequestQuery,
): Promise<SearchedPage<RequestDoc>> {
  const fields = fieldsOf(named);
  const unassigned = named.assignee === NOBODY ? [{ 'handling.assignee': null }] : [];
  const period = madeBetween<RequestDoc>({ time: 'createdAt', id: '_id' }, dateOf(from), dateOf(to));
  const words = q === undefined ? [] : conditionsOnWords(q);
  const indexed = [...words, ...fields].map((condition) => ({ accountId, ...condition }));
  const isServed =
    fields.length + unassigned.length + Number(q !== undefined) < 2 && (q === undefined || isOneWord(q));
  const found = q === undefined ? [] : [findingTerms(q)];
  const filter = [...fields, ...unassigned, ...found].reduce<Selected>((all, each) => ({ ...all, ...each }), {
    accountId,
  });
  return searchPage<RequestDoc>(
    collection,
    { filter: both(filter, period), candidates: isServed ? [] : orAll(indexed, accountId) },
    { limit, order, startAfter, count },
  );
}

/** A word of one character has no entry of its own in an index. */
const orAll = (indexed: Selected[], accountId: string): Selected[] =>
  indexed.length > 0 ? indexed : [{ accountId }];

type Named = Pick<RequestQuery, 'targetId' | 'propertyId' | 'state' | 'assignee'>;

const fieldsOf = ({ targetId, propertyId, state, assignee }: Named): Selected[] => [
  ...(targetId === undefined ? [] : [{ targetId }]),
  ...(propertyId === undefined ? [] : [{ propertyId }]),
  ...(state === undefined ? [] : [{ 'handling.state': state === 'new' ? { $in: [null, state] } : state }]),
  ...(assignee === undefined || assignee === NOBODY ? [] : [{ 'handling.assignee': assignee }]),
];

const both = (filter: Selected, period: Selected): Selected =>
  '$and' in period ? { ...filter, $and: [...(filter.$and ?? []), ...(period.$and ?? [])] } : filter;
