import { reconcileLane } from '@estate/contracts';
import { InvalidInput, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { laneResource } from '../domain/lane.ts';
import { republishTarget } from '../upkeep/republish-target.ts';

type Needed = Pick<Deps, 'clock' | 'lanes' | 'listings' | 'newId' | 'profiles' | 'ring' | 'targets'>;

/** Brings a platform and the restored listings of a target together again; the marks on the target survive a crash. */
export const reconcileLaneRoute = (deps: Needed) =>
  answer(reconcileLane, async ({ id, removeUnknown }, caller) => {
    const { clock, lanes, newId, profiles, targets } = deps;
    const { target } = found(await lanes.find(id, clock()), 'target', id);
    const reason = { token: newId(), ...traceOf(caller), restored: true as const };
    if (removeUnknown === true) {
      if (profiles.get(target.type)?.fullTransfer !== true) throw notEmptied(target.type);
      await targets.reconcile(id, { emptying: reason });
    } else {
      const marked = found(await targets.reconcile(id, { republish: reason }), 'target', id);
      await republishTarget(marked, deps);
    }
    const now = clock();
    return laneResource(found(await lanes.find(id, now), 'target', id), now);
  });

const notEmptied = (type: string) =>
  new InvalidInput(
    `Platforms of the type ${type} do not accept full transfers, so unknown objects cannot be removed. Leave removeUnknown out.`,
  );
