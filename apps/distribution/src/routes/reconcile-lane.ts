import { reconcileLane } from '@estate/contracts';
import { InvalidInput, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { findLane } from '../lanes/shown-lane.ts';
import { republishTarget } from '../upkeep/republish-target.ts';

type Needed = Pick<Deps, 'clock' | 'listings' | 'newId' | 'profiles' | 'targets' | 'wakeLane'>;

/** Brings a platform and the restored listings of a target together again; the marks on the target survive a crash. */
export const reconcileLaneRoute = (deps: Needed) =>
  answer(reconcileLane, async ({ id, removeUnknown }, caller) => {
    const { newId, profiles, targets } = deps;
    const { type } = found(await targets.peek(id), 'target', id);
    const reason = { token: newId(), ...traceOf(caller), restored: true as const };
    if (removeUnknown === true) {
      if (profiles.get(type)?.fullTransfer !== true) throw notEmptied(type);
      await targets.lanes.reconcile(id, { emptying: reason });
    } else {
      const marked = found(await targets.lanes.reconcile(id, { republish: reason }), 'target', id);
      await republishTarget(marked, deps);
    }
    return findLane(id, deps);
  });

const notEmptied = (type: string) =>
  new InvalidInput(
    `Platforms of the type ${type} do not accept full transfers, so unknown objects cannot be removed. Leave removeUnknown out.`,
  );
