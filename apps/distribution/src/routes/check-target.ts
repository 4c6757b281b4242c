import { setTimeout as pause } from 'node:timers/promises';
import { checkTarget } from '@estate/contracts';
import { Conflict, Unavailable, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { ClaimedTarget } from '../domain/target.ts';
import { isSetAside } from '../lanes/claim-lane.ts';
import { noteLostAttempt } from '../lanes/note-attempt.ts';
import { openAccount } from '../lanes/platform-account.ts';

const CHECK_TIMEOUT_MS = 25_000;
const LEASE_MS = 30_000;
const CLAIM_TRIES = 20;
const CLAIM_PAUSE_MS = 200;

/** Tries a target's credentials while it holds the lane: an account never has two sessions. */
export const checkTargetRoute = (deps: Deps) =>
  answer(checkTarget, async ({ id }, { accountId }) => {
    found(await deps.targets.find(accountId, id), 'target', id);
    const target = await claim(id, deps);
    try {
      const platform = deps.platforms.get(target.type);
      if (!platform) throw new Unavailable(`The operator has removed the type ${target.type}.`);
      const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
      const check = await platform.check(openAccount(target, deps), signal);
      if (check.ok && target.failing) await deps.targets.leases.accepted(target.lease);
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
