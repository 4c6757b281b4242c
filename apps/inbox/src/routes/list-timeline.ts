import { entryId, listInboxTimeline as operation } from '@estate/contracts';
import { answer, readable } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { mailIdOf } from '../domain/mail.ts';
import type { RequestRecord } from '../domain/mail.ts';

/** The contact requests for a property, or for its listing on a target. */
export const listTimeline = ({ requests: store }: Pick<Deps, 'requests'>) =>
  answer(operation, async ({ propertyId = '', targetId, limit, startAfter }, { accountId }) => {
    const of = { propertyId, ...(targetId !== undefined && { targetId }) };
    const { requests, hasMore } = await store.ofTimeline(accountId, of, { limit, startAfter });
    const isKnown =
      requests.length > 0 ||
      (startAfter !== undefined && (await store.ofTimeline(accountId, of, { limit: 1 })).requests.length > 0);
    return { hasMore, data: requests.map(readable(entryOf)), isKnown };
  });

const entryOf = (request: Pick<RequestRecord, 'id' | 'createdAt' | 'origin' | 'propertyId' | 'targetId'>) => {
  const { id, createdAt, propertyId, targetId } = request;
  return {
    id: entryId(createdAt, 'request', id),
    at: createdAt.toISOString(),
    kind: 'request' as const,
    contactRequestId: id,
    mailId: mailIdOf(request),
    targetId,
    ...(propertyId !== undefined && { propertyId }),
  };
};
