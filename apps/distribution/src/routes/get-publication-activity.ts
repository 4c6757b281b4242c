import { getPublicationActivity } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** How often publications to all targets of an account succeeded, day by day. */
export const getPublicationActivityRoute = ({
  targets,
  attemptDays,
  clock,
}: Pick<Deps, 'targets' | 'attemptDays' | 'clock'>) =>
  answer(getPublicationActivity, async ({ days }, { accountId }) => {
    const own = await targets.ofAccount(accountId);
    return attemptDays.summary(
      own.map(({ id }) => id),
      { days, now: clock() },
    );
  });
