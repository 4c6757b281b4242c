import { erasePersonFromEvents } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { erasePerson } from '../erasing/erase-person.ts';

/** Erases a portion of the events that name a person, and says what was erased so far. */
export const erasePersonRoute = ({
  erasing,
  personKeyBackfill,
  tally,
  clock,
}: Pick<Deps, 'erasing' | 'personKeyBackfill' | 'tally' | 'clock'>) =>
  answer(erasePersonFromEvents, async ({ erasureId, email, requestedAt }, { accountId }) => {
    const hadKeys = await personKeyBackfill.fillUntil(new Date(requestedAt), clock());
    const foundNothing = await erasePerson(erasing, { accountId, erasureId, email });
    const [events, deliveries, messages] = await Promise.all([
      tally.count(erasureId, 'event'),
      tally.count(erasureId, 'delivery'),
      tally.count(erasureId, 'message'),
    ]);
    return { events, deliveries, messages, isDone: foundNothing && hadKeys };
  });
