import { getWebhookSummary } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** How often deliveries to a webhook succeeded, day by day. */
export const getWebhookSummaryRoute = ({
  webhooks,
  attemptDays,
  clock,
}: Pick<Deps, 'webhooks' | 'attemptDays' | 'clock'>) =>
  answer(getWebhookSummary, async ({ id, days }, { accountId }) => {
    await webhooks.get(accountId, id);
    return attemptDays.summary([id], { days, now: clock() });
  });
