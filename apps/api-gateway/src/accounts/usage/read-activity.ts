import { getDeliveryActivity, getPublicationActivity, getRequestActivity } from '@estate/contracts';
import type { Activity, SummaryQuery } from '@estate/contracts';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Call } from '../../edge/routing/call.ts';

/** The activity of the caller's account, counted by its owners. @throws Unavailable if one of them does not answer */
export async function readActivity(
  query: SummaryQuery,
  call: Call,
  askOwner: AccountsDeps['askOwner'],
): Promise<Activity> {
  const [publications, deliveries, requests] = await Promise.all([
    askOwner(getPublicationActivity, query, call),
    askOwner(getDeliveryActivity, query, call),
    askOwner(getRequestActivity, query, call),
  ]);
  return { publications, deliveries, requests };
}
