import { hasFlow, updateTarget } from '@estate/contracts';
import type { InputOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { beginAuthorization } from '../authorizations/begin-authorization.ts';
import type { Deps } from '../deps.ts';
import { requireFitting, requireSame, rulesOf } from '../domain/target-rules.ts';
import { targetResource } from '../domain/target.ts';
import { republishTarget } from '../upkeep/republish-target.ts';
import { redirectUrlOf } from './redirect-url-of.ts';
import { requireOpenHost } from './require-open-host.ts';

type Input = InputOf<typeof updateTarget>;
type FlowInput = Extract<Input, { redirectUrl?: unknown }>;
type LoginInput = Exclude<Input, FlowInput>;

/** Stands in for a password that is left out, and with that stays as it is stored. */
const KEPT = 'kept';

/**
 * Replaces a target. One with a login publishes all its listings again, with a fresh set of attempts; one with a redirect
 * flow gets a fresh invitation and does so once the end user has accepted it.
 */
export const updateTargetRoute = (deps: Deps) =>
  answer(updateTarget, async (input, caller) => {
    const stored = found(await deps.targets.find(caller.accountId, input.id), 'target', input.id);
    requireSame('type', stored.type, input.type);
    const target = hasFlow(input)
      ? await inviteAgain(input, caller, deps)
      : await replaceLogin(input, caller, deps);
    return targetResource(target, deps.clock());
  });

async function replaceLogin(input: LoginInput, { accountId, requestId }: Caller, deps: Deps) {
  const { clock, egress, flows, newId, profiles, targets, vault } = deps;
  const { id, type, credentials: given, autoCollectRequests } = input;
  const { password, ...credentials } = given;
  requireFitting(rulesOf(profiles, type, flows.keys()), {
    credentials: { ...credentials, password: password ?? KEPT },
    autoCollectRequests,
  });
  requireOpenHost(credentials.host, egress);
  const updated = await targets.update(accountId, id, {
    credentials,
    ...(password !== undefined && { sealedPassword: vault.seal(password, id) }),
    autoCollectRequests: autoCollectRequests ?? false,
    updatedAt: clock(),
    republish: { token: newId(), requestId },
  });
  const target = found(updated, 'target', id);
  await republishTarget(target, deps);
  return target;
}

async function inviteAgain(input: FlowInput, { accountId }: Caller, deps: Deps) {
  const { id, type, autoCollectRequests } = input;
  const redirectUrl = redirectUrlOf(input);
  const flow = rulesOf(deps.flows, type);
  const invitation = await beginAuthorization({ accountId, targetId: id, type, redirectUrl }, flow, deps);
  const updated = await deps.targets.updateFlow(accountId, id, {
    redirectUrl,
    invitation,
    autoCollectRequests: autoCollectRequests ?? false,
    updatedAt: deps.clock(),
  });
  return found(updated, 'target', id);
}
