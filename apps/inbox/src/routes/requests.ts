import * as contracts from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import { lastDays } from '@estate/persistence';
import { requestActivity } from '../activity/request-activity.ts';
import type { Deps } from '../deps.ts';
import { answerOf, mailIdOf, toHandling, toRequest } from '../domain/mail.ts';
import type { RequestRecord } from '../domain/mail.ts';

/** One page of the account's contact requests. */
const listRequests = ({ requests }: Deps) =>
  answer(contracts.listRequests, async (query, { accountId }) => {
    const { records, ...page } = await requests.list(accountId, query);
    return { ...page, data: records.map(readable(toRequest)) };
  });

/** One contact request of the account. */
const getRequest = ({ requests }: Deps) =>
  answer(contracts.getRequest, async ({ id }, { accountId }) =>
    toRequest(found(await requests.find(accountId, id), 'request', id)),
  );

/** Replaces the handling of a request; the caller knows the users of the account. */
const handleRequest = ({ requests, clock }: Pick<Deps, 'requests' | 'clock'>) =>
  answer(contracts.handleRequest, async ({ id, ...input }, asker) => {
    const changedBy = currentTrace()?.actor;
    const handled = await changeIfMatch(asker, {
      shownBy: contracts.handleRequest,
      read: async () => found(await requests.find(asker.accountId, id), 'request', id),
      show: toRequest,
      write: (seen, only) => {
        const change = { ...input, changedAt: clock(), ...(changedBy && { changedBy }) };
        return requests.handle(seen, { ...change, ...answerOf(seen.handling, change) }, { only });
      },
    });
    return toRequest(found(handled, 'request', id));
  });

/** Takes a request out of its account; the worker erases it. */
const deleteRequest = ({ requests, erasing, clock }: Pick<Deps, 'requests' | 'erasing' | 'clock'>) =>
  answer(contracts.deleteRequest, async ({ id }, asker) => {
    const { accountId } = asker;
    const taken = await changeIfMatch(asker, {
      shownBy: contracts.deleteRequest,
      read: async () => found(await requests.find(accountId, id), 'request', id),
      show: toRequest,
      write: async (seen) => {
        const count = await erasing.deps.erasedRequests.take([id], { accountId, dueAt: clock() });
        return count === 1 ? seen : null;
      },
    });
    erasing.wake();
    return toRequest(found(taken, 'request', id));
  });

/** How many requests an account received, day by day, about which properties and from which targets. */
export const getRequestActivity = ({ requests, clock }: Pick<Deps, 'requests' | 'clock'>) =>
  answer(contracts.getRequestActivity, async ({ days }, { accountId }) => {
    const dates = lastDays(days, clock());
    const since = new Date(dates[0] ?? clock());
    const newest = await requests.origins(accountId, since, contracts.COUNT_MAX + 1);
    return requestActivity(newest, dates);
  });

/** The contact requests for a property, or for its listing on a target. */
export const listTimeline = ({ requests: store }: Pick<Deps, 'requests'>) =>
  answer(
    contracts.listInboxTimeline,
    async ({ propertyId = '', targetId, limit, startAfter }, { accountId }) => {
      const of = { propertyId, ...(targetId !== undefined && { targetId }) };
      const { requests, hasMore } = await store.ofTimeline(accountId, of, { limit, startAfter });
      const isKnown =
        requests.length > 0 ||
        (startAfter !== undefined &&
          (await store.ofTimeline(accountId, of, { limit: 1 })).requests.length > 0);
      return { hasMore, data: requests.map(readable(entryOf)), isKnown };
    },
  );

type Received = Pick<RequestRecord, 'id' | 'createdAt' | 'handling' | 'origin' | 'propertyId' | 'targetId'>;

const entryOf = (request: Received) => {
  const { id, createdAt, handling, propertyId, targetId } = request;
  return {
    id: contracts.entryId(createdAt, 'request', id),
    at: createdAt.toISOString(),
    kind: 'request' as const,
    contactRequestId: id,
    mailId: mailIdOf(request),
    targetId,
    ...(propertyId !== undefined && { propertyId }),
    ...(handling && { handling: toHandling(handling) }),
  };
};

/**
 * Erases a portion of what the account has of a person, and says what was erased so far. It is done once everything that may name the
 * person can be found, and nothing is.
 */
export const erasePerson = ({
  erasing,
  erasePerson: erase,
  queue,
  personKeyBackfill,
  clock,
}: Pick<Deps, 'erasing' | 'erasePerson' | 'queue' | 'personKeyBackfill' | 'clock'>) =>
  answer(
    contracts.erasePersonFromInbox,
    async ({ erasureId, email, requestedAt: requested }, { accountId }) => {
      const { tally, erasedRequests } = erasing.deps;
      const requestedAt = new Date(requested);
      const haveUnread = await queue.hasUnread(requestedAt);
      const hadKeys = await personKeyBackfill.fillUntil(requestedAt, clock());
      const foundNothing = await erase({ accountId, erasureId, email }, erasing.deps);
      erasing.wake();
      const [requests, mails, left] = await Promise.all([
        tally.count(erasureId, 'request'),
        tally.count(erasureId, 'mail'),
        erasedRequests.left(erasureId),
      ]);
      const isDone = foundNothing && left === 0 && !haveUnread && hadKeys;
      return { requests, mails, isDone };
    },
  );

/** Contact requests, and what is erased of them. */
export const requestRoutes = (deps: Deps) => [
  listRequests(deps),
  getRequest(deps),
  handleRequest(deps),
  deleteRequest(deps),
  getRequestActivity(deps),
  listTimeline(deps),
  erasePerson(deps),
];
