import type { Deps } from '../deps.ts';
import { failingEvent } from './target-events.ts';

interface Withdrawal {
  targetId: string;
  grantId: string;
  /** The reason of the platform, in words for the customer. */
  why: string;
}

/** Notes that the platform does not take a grant any more, with the event of that failure. */
export async function withdrawAuthorization(
  { targetId, grantId, why }: Withdrawal,
  { clock, newId, targets }: Pick<Deps, 'clock' | 'newId' | 'targets'>,
): Promise<void> {
  const target = await targets.peek(targetId);
  if (!target) return;
  const at = clock();
  const failing = { failureCode: 'authorization_revoked' as const, failureMessage: why, since: at };
  const event = failingEvent(target, failing, { newId, at });
  await targets.grants.revoke(targetId, grantId, { at, beginning: { failing, event } });
}
