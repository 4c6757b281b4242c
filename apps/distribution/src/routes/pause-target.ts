import { pauseTarget } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { targetResource } from '../domain/target.ts';
import { pausedEvent } from '../targets/target-events.ts';

/** Stops publishing to a target for its customer. One that the customer paused before stays as it is. */
export const pauseTargetRoute = (deps: Deps) =>
  answer(pauseTarget, async ({ id, reason }, { accountId }) => {
    const { clock, newId, targets } = deps;
    const present = async () => found(await targets.find(accountId, id), 'target', id);
    const target = await present();
    const at = clock();
    const actor = currentTrace()?.actor;
    const customerPause = { at, ...(reason && { reason }), ...(actor && { actor }) };
    const event = pausedEvent(target, { customerPause }, { newId, at });
    return targetResource(
      (await targets.pauses.begin(target, customerPause, event)) ?? (await present()),
      deps,
    );
  });
