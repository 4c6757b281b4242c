import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { eraseEvents as erase } from '../erasing/erase-events.ts';

/** Erases the events about requests and emails of the account. */
const eraseEventsRoute = ({ erasing }: Pick<Deps, 'erasing'>) =>
  answer(contracts.eraseEvents, async (input, { accountId }) => {
    await erase(erasing, { ...input, accountId });
    return {};
  });

/** Erases a portion of the events that name a person, and says what was erased so far. */
export const erasePersonRoute = ({
  erasing,
  erasePerson,
  tally,
}: Pick<Deps, 'erasing' | 'erasePerson' | 'tally'>) =>
  answer(contracts.erasePersonFromEvents, async ({ erasureId, email }, { accountId }) => {
    const isDone = await erasePerson({ accountId, erasureId, email }, erasing);
    const [events, deliveries, messages] = await Promise.all([
      tally.count(erasureId, 'event'),
      tally.count(erasureId, 'delivery'),
      tally.count(erasureId, 'message'),
    ]);
    return { events, deliveries, messages, isDone };
  });

/** The erasures of a person. */
export const erasureRoutes = (deps: Deps) => [eraseEventsRoute(deps), erasePersonRoute(deps)];
