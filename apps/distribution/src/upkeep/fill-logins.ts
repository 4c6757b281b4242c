import type { Logger } from '@estate/observability';
import { Worker } from '@estate/persistence';
import { callLimit } from '../authorizations/begin-authorization.ts';
import type { Deps } from '../deps.ts';
import { marketplaceLogin, portalLogin } from '../targets/target-login.ts';
import type { TargetRecord } from '../domain/target.ts';

/** How often the distribution looks for targets whose login an earlier version or a silent marketplace left unknown. */
const SWEEP_EVERY_MS = 600_000;
const BATCH = 200;

type FillDeps = Pick<Deps, 'consumers' | 'flows' | 'profiles' | 'signal' | 'targets' | 'vault'> & {
  log: Logger;
};

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
  const login = await loginOf(target, deps);
  if (login === undefined || (login === target.login && target.ownsLogin)) return;
  await deps.targets.logins.claim({ ...target, login });
}

async function loginOf(target: TargetRecord, deps: FillDeps): Promise<string | undefined> {
  const { type, credentials, login } = target;
  if (!credentials) return login ?? askMarketplace(target, deps);
  const profile = deps.profiles.get(type);
  return profile && portalLogin(credentials, profile.defaultPath);
}

async function askMarketplace(
  { id, accountId, type, authorization }: TargetRecord,
  { consumers, flows, signal, vault }: FillDeps,
): Promise<string | undefined> {
  const grant = authorization?.status === 'accepted' ? authorization.grant : undefined;
  const flow = flows.get(type);
  const consumer = await consumers.find(accountId, type);
  if (!grant || !flow || consumer?.key !== grant.consumerKey) return undefined;
  const token = { token: vault.open(grant.sealedToken, id), secret: vault.open(grant.sealedSecret, id) };
  const account = await flow.accountOf(consumer, token, callLimit(signal));
  return account === undefined ? undefined : marketplaceLogin(type, account);
}
