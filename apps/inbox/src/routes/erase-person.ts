import { erasePersonFromInbox as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { erasePerson as erase } from '../erasing/erase-person.ts';

/**
 * Erases a portion of what the account has of a person, and says what was erased so far. It is done once everything that may name the
 * person can be found, and nothing is.
 */
export const erasePerson = ({
  erasing,
  queue,
  personKeyBackfills,
  clock,
}: Pick<Deps, 'erasing' | 'queue' | 'personKeyBackfills' | 'clock'>) =>
  answer(operation, async ({ erasureId, email, requestedAt: requested }, { accountId }) => {
    const { tally, erasedRequests } = erasing.deps;
    const requestedAt = new Date(requested);
    const haveUnread = await queue.hasUnread(requestedAt);
    const hadKeys = await Promise.all(personKeyBackfills.map((one) => one.fillUntil(requestedAt, clock())));
    const foundNothing = await erase(erasing.deps, { accountId, erasureId, email });
    erasing.wake();
    const [requests, mails, left] = await Promise.all([
      tally.count(erasureId, 'request'),
      tally.count(erasureId, 'mail'),
      erasedRequests.left(erasureId),
    ]);
    const isDone = foundNothing && left === 0 && !haveUnread && hadKeys.every(Boolean);
    return { requests, mails, isDone };
  });
