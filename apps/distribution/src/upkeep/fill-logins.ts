import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import type { LoginDeps } from '../platforms/access/target-access.ts';
import type { TargetRecord } from '../domain/target.ts';

/** How often the distribution looks for targets whose login an earlier version or a silent platform left unknown. */
const SWEEP_EVERY_MS = 600_000;
const BATCH = 200;

type FillDeps = LoginDeps & Pick<Deps, 'targets'> & { log: Logger };

export const loginWorker = (deps: FillDeps): Worker =>
  new Worker({
    name: 'target-logins',
    run: (signal) => fillLogins(deps, signal),
    sweepEveryMs: SWEEP_EVERY_MS,
    log: deps.log,
  });

/** Saves with every target which login it has, and makes one target of each account the owner of a login. */
export async function fillLogins(deps: FillDeps, signal: AbortSignal): Promise<boolean> {
  const { logins } = deps.targets;
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
    const targets: TargetRecord[] = await logins.after(after, BATCH);
    for (const target of targets)
      // A target whose token cannot be decrypted does not keep the others waiting.
      await fillLogin(target, deps).catch((error: unknown) =>
        deps.log.warn({ err: error, targetId: target.id }, 'target.login.unknown'),
      );
    after = targets.at(-1)?.id;
  }
  return false;
}

async function fillLogin(target: TargetRecord, deps: FillDeps): Promise<void> {
  const login = await accessTo(target.type).login(target, deps);
  if (login === undefined || (login === target.login && target.ownsLogin)) return;
  await deps.targets.logins.claim({ ...target, login });
}
