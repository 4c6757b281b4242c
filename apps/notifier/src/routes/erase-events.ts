import { eraseEvents } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { eraseEvents as erase } from '../erasing/erase-events.ts';

/** Erases the events about requests and emails of the account. */
export const eraseEventsRoute = ({ erasing }: Pick<Deps, 'erasing'>) =>
  answer(eraseEvents, async (input, { accountId }) => {
    await erase(erasing, { ...input, accountId });
    return {};
  });
