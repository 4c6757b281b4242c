import { getTargetSummary } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** How often publications to a target succeeded, day by day. */
export const getTargetSummaryRoute = ({
  targets,
  attemptDays,
  clock,
}: Pick<Deps, 'targets' | 'attemptDays' | 'clock'>) =>
  answer(getTargetSummary, async ({ id, days }, { accountId }) => {
    found(await targets.find(accountId, id), 'target', id);
    return attemptDays.summary([id], { days, now: clock() });
  });
