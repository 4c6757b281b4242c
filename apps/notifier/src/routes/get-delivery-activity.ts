import { getDeliveryActivity } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** How often deliveries to all webhooks of an account succeeded, day by day. */
export const getDeliveryActivityRoute = ({
  webhooks,
  attemptDays,
  clock,
}: Pick<Deps, 'webhooks' | 'attemptDays' | 'clock'>) =>
  answer(getDeliveryActivity, async ({ days }, { accountId }) => {
    const own = await webhooks.ofAccounts([accountId]);
    return attemptDays.summary(
      own.map(({ id }) => id),
      { days, now: clock() },
    );
  });
