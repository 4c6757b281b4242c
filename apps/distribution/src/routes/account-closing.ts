import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import { takeDown } from '../closing/take-down.ts';
import type { Deps } from '../deps.ts';

/** Stops the lanes of an account whose closing can still be cancelled, or lets them go on. */
const holdAccountRoute = ({ clock, targets, wakeLane }: Deps) =>
  answer(contracts.holdAccount, async ({ closingId: id, isHeld }, { accountId }) => {
    if (isHeld) await targets.closings.hold(accountId, { id, at: clock() });
    else for (const targetId of await targets.closings.letGo(accountId, id)) wakeLane(targetId);
    return {};
  });

const takeDownAccountRoute = (deps: Deps) =>
  answer(contracts.takeDownAccount, ({ closingId }, { accountId, requestId }) =>
    takeDown({ accountId, closingId, requestId }, deps),
  );

/** The steps of a closing account. */
export const accountClosingRoutes = (deps: Deps) => [holdAccountRoute(deps), takeDownAccountRoute(deps)];
