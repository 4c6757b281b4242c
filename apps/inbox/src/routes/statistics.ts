import { COUNT_MAX, listRequestStatistics } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { statisticsOf, statisticsPart, timeOfId } from '@estate/persistence';
import type { Deps } from '../deps.ts';

/** The contact requests about a property, or of one or all targets of an account. */
const listStatistics = ({ requests, statistics, clock }: Pick<Deps, 'requests' | 'statistics' | 'clock'>) =>
  answer(listRequestStatistics, async ({ propertyId, targetId, from, to }, { accountId }) => {
    if (propertyId !== undefined) {
      const about = await requests.about(accountId, propertyId, { from, to, most: COUNT_MAX + 1 });
      const requestsAbout = about.slice(0, COUNT_MAX).map((request) => ({
        at: timeOfId(request._id),
        targetId: request.targetId,
        name: 'requests' as const,
      }));
      return statisticsOf(requestsAbout, { isLimited: about.length > COUNT_MAX, clock });
    }
    const whose = { accountId, ...(targetId !== undefined && { of: targetId }) };
    return statisticsPart(statistics, whose, { from, to });
  });

export const statisticsRoutes = (deps: Deps) => [listStatistics(deps)];
