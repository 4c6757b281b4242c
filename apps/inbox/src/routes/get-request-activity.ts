import { COUNT_MAX, getRequestActivity as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { lastDays } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { requestActivity } from '../activity/request-activity.ts';

/** How many requests an account received, day by day, about which properties and from which targets. */
export const getRequestActivity = ({ requests, clock }: Pick<Deps, 'requests' | 'clock'>) =>
  answer(operation, async ({ days }, { accountId }) => {
    const dates = lastDays(days, clock());
    const since = new Date(dates[0] ?? clock());
    const newest = await requests.origins(accountId, since, COUNT_MAX + 1);
    return requestActivity(newest, dates);
  });
