import * as contracts from '@estate/contracts';
import { InvalidInput, found } from '@estate/errors';
import { answer, readable } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { findLane, shownLane } from '../lanes/shown-lane.ts';
import { profileOf } from '../platforms/any-portal.ts';
import { pausedEvent } from '../targets/target-events.ts';
import { republishTarget } from '../targets/republish-target.ts';

/** One page of the lanes of all accounts. */
export const listLanesRoute = ({ clock, listings, targets }: Pick<Deps, 'clock' | 'listings' | 'targets'>) =>
  answer(contracts.listLanes, async (query) => {
    const { hasMore, data } = await targets.lanes.list(query);
    const lanes = await Promise.all(
      data.map(async (target) => ({ id: target.id, target, waiting: await listings.due.waiting(target.id) })),
    );
    const now = clock();
    return { hasMore, data: lanes.map(readable(({ target, waiting }) => shownLane(target, waiting, now))) };
  });

/** Stops the lane of a target of any account; the publication that is under way ends. */
const pauseLaneRoute = (deps: Pick<Deps, 'clock' | 'listings' | 'newId' | 'targets'>) =>
  answer(contracts.pauseLane, async ({ id }) => {
    const { clock, newId, targets } = deps;
    const target = found(await targets.peek(id), 'target', id);
    const at = clock();
    await targets.lanes.pause(id, at, pausedEvent(target, { pausedAt: at }, { newId, at }));
    return findLane(id, deps);
  });

/** Lets the lane of a target of any account go on. */
const resumeLaneRoute = (deps: Pick<Deps, 'clock' | 'listings' | 'targets' | 'wakeLane'>) =>
  answer(contracts.resumeLane, async ({ id }) => {
    await deps.targets.lanes.resume(id);
    const lane = await findLane(id, deps);
    deps.wakeLane(id);
    return lane;
  });

type Needed = Pick<Deps, 'clock' | 'listings' | 'newId' | 'profiles' | 'targets' | 'wakeLane'>;

/** Brings a platform and the restored listings of a target together again; the marks on the target survive a crash. */
const reconcileLaneRoute = (deps: Needed) =>
  answer(contracts.reconcileLane, async ({ id, removeUnknown }, caller) => {
    const { newId, profiles, targets } = deps;
    const target = found(await targets.peek(id), 'target', id);
    const reason = { token: newId(), ...traceOf(caller), restored: true as const };
    if (removeUnknown === true) {
      if (profileOf(target, profiles)?.fullTransfer !== true) throw notEmptied(target.type);
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

/** The publishing queues, for the operator. */
export const laneRoutes = (deps: Deps) => [
  listLanesRoute(deps),
  pauseLaneRoute(deps),
  resumeLaneRoute(deps),
  reconcileLaneRoute(deps),
];
