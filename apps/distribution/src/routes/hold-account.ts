import { holdAccount } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Stops the lanes of an account whose closing can still be cancelled, or lets them go on. */
export const holdAccountRoute = ({ clock, targets, wakeLane }: Deps) =>
  answer(holdAccount, async ({ closingId: id, isHeld }, { accountId }) => {
    if (isHeld) await targets.closings.hold(accountId, { id, at: clock() });
    else for (const targetId of await targets.closings.letGo(accountId, id)) wakeLane(targetId);
    return {};
  });
