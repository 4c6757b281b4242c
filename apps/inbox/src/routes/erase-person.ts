import { erasePersonFromInbox as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { erasePerson as erase } from '../erasing/erase-person.ts';

/** Erases a portion of what the account has of a person, and says what was erased so far. */
export const erasePerson = ({
  erasing,
  personKeyBackfills,
  clock,
}: Pick<Deps, 'erasing' | 'personKeyBackfills' | 'clock'>) =>
  answer(operation, async ({ erasureId, email, requestedAt }, { accountId }) => {
    const { tally, erasedRequests } = erasing.deps;
    const foundNothing = await erase(erasing.deps, { accountId, erasureId, email });
    erasing.wake();
    const [requests, mails, left, ...keyed] = await Promise.all([
      tally.count(erasureId, 'request'),
      tally.count(erasureId, 'mail'),
      erasedRequests.left(erasureId),
      ...personKeyBackfills.map((backfill) => backfill.isPast(new Date(requestedAt), clock())),
    ]);
    return { requests, mails, isDone: foundNothing && left === 0 && keyed.every(Boolean) };
  });
