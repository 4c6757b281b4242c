import { resumeTarget } from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { pauseOf } from '../domain/pause.ts';
import { targetResource } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';

/** Ends the pause of the customer. What the operator or the service stopped stays stopped. */
export const resumeTargetRoute = (deps: Deps) =>
  answer(resumeTarget, async ({ id }, { accountId }) => {
    const { targets, wakeLane } = deps;
    const resumed = await targets.pauses.end(accountId, id);
    if (!resumed)
      return targetResource(notStopped(found(await targets.find(accountId, id), 'target', id)), deps);
    wakeLane(id);
    return targetResource(resumed, deps);
  });

/** @throws Conflict when only others can end the pause */
function notStopped(target: TargetRecord): TargetRecord {
  const pause = pauseOf(target);
  if (pause?.by === 'operator') {
    const message = `${pause.message} Only the operator can resume it.`;
    throw new Conflict(message, { code: 'target-paused-by-operator' });
  }
  if (pause?.by === 'service') throw new Conflict(pause.message, { code: 'target-set-aside' });
  return target;
}
