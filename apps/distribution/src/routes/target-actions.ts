import * as contracts from '@estate/contracts';
import { Conflict, Unavailable, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { pauseOf } from '../domain/pause.ts';
import { typeMissing, typeUnknown } from '../domain/target-rules.ts';
import { lastCheckOf, targetResource } from '../domain/target.ts';
import type { ClaimedTarget, TargetRecord } from '../domain/target.ts';
import { isSetAside } from '../lanes/claim-lane.ts';
import { noteLostAttempt } from '../lanes/note-attempt.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import { pausedEvent } from '../targets/target-events.ts';
import { setTimeout as pause } from 'node:timers/promises';

const CHECK_TIMEOUT_MS = 25_000;
const LEASE_MS = 30_000;
const CLAIM_TRIES = 20;
const CLAIM_PAUSE_MS = 200;

/** Tries a target's credentials while it holds the lane: an account never has two sessions. */
const checkTargetRoute = (deps: Deps) =>
  answer(contracts.checkTarget, async ({ id }, { accountId }) => {
    found(await deps.targets.find(accountId, id), 'target', id);
    const target = await claim(id, deps);
    try {
      const platform = deps.platforms.get(target.type);
      if (!platform) throw new Unavailable(`The operator has removed the type ${target.type}.`);
      const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
      const check = await platform.check(accessTo(target.type).account(target, deps), signal);
      if (check.ok && target.failing) await deps.targets.leases.accepted(target.lease);
      await deps.targets.leases.checked(target, lastCheckOf(check, deps.clock()));
      return check;
    } finally {
      await deps.targets.leases.release(target.lease);
      deps.wakeLane(id);
    }
  });

async function claim(id: string, deps: Deps): Promise<ClaimedTarget> {
  const { clock, log, newId, owner, signal, targets } = deps;
  const { leases } = targets;
  for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
    const target = await leases.claimForCheck(id, { owner, leaseMs: LEASE_MS, now: clock() });
    if (target) await noteLostAttempt(target, deps);
    if (target && !(await isSetAside(target, { clock, leases, log, newId }))) return target;
    const { setAside } = found(await targets.peek(id), 'target', id);
    if (setAside) throw setAsideConflict(setAside.deaths);
    await pause(CLAIM_PAUSE_MS, undefined, { signal });
  }
  throw new Unavailable('A publication is using this account. Try again in a few seconds.', {
    code: 'target-busy',
    retryAfterMs: 5000,
  });
}

const setAsideConflict = (deaths: number) =>
  new Conflict(
    `The service crashed ${String(deaths)} times in a row while it published to this target. Update the target (PUT /targets/{id}) before you check it.`,
    { code: 'target-set-aside' },
  );

/** Adds the problems of the platform to a target that the contract refuses already, so that a caller sees everything at once. */
const explainTargetRoute = (deps: Deps) =>
  answer(contracts.explainTarget, (question) => {
    const { type } = question;
    if (type !== undefined && deps.platforms.has(type))
      return Promise.resolve({ problems: accessTo(type).problems({ ...question, type }, deps) });
    const known = [...deps.platforms.keys()];
    const problem = type === undefined ? typeMissing(known) : typeUnknown(known);
    return Promise.resolve({ problems: [problem], instead: true });
  });

/** Stops publishing to a target for its customer. One that the customer paused before stays as it is. */
const pauseTargetRoute = (deps: Deps) =>
  answer(contracts.pauseTarget, async ({ id, reason }, { accountId }) => {
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

/** Ends the pause of the customer. What the operator or the service stopped stays stopped. */
const resumeTargetRoute = (deps: Deps) =>
  answer(contracts.resumeTarget, async ({ id }, { accountId }) => {
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

/** Actions on a target, and the question of the gateway before it is saved. */
export const targetActionRoutes = (deps: Deps) => [
  checkTargetRoute(deps),
  explainTargetRoute(deps),
  pauseTargetRoute(deps),
  resumeTargetRoute(deps),
];
