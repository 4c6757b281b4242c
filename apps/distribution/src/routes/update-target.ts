import { hasFlow, updateTarget } from '@estate/contracts';
import type { InputOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { answer, changeIfMatch } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { beginAuthorization } from '../authorizations/begin-authorization.ts';
import type { Deps } from '../deps.ts';
import { KEPT, problemsWith, requireNone, requireSame, rulesOf } from '../domain/target-rules.ts';
import { portalLogin } from '../targets/target-login.ts';
import { targetResource } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';
import { republishTarget } from '../upkeep/republish-target.ts';
import { requireLogin } from '../targets/claim-login.ts';
import { hostProblems } from '../targets/host-problems.ts';

/** Who asks, for which target, and for which state of it alone. */
type IfSeen = Caller & { stored: TargetRecord; seen: TargetRecord | undefined };

type Input = InputOf<typeof updateTarget>;
type FlowInput = Extract<Input, { redirectUrl?: unknown }>;
type LoginInput = Exclude<Input, FlowInput>;

/**
 * Replaces a target. One with a login publishes all its listings again, with a fresh set of attempts; one with a redirect
 * flow gets a fresh invitation and does so once the end user has accepted it.
 */
export const updateTargetRoute = (deps: Deps) =>
  answer(updateTarget, async (input, asker) => {
    const updated = await changeIfMatch(asker, {
      shownBy: updateTarget,
      read: async () => found(await deps.targets.find(asker.accountId, input.id), 'target', input.id),
      show: (stored) => targetResource(stored, deps),
      write: (stored, only) => {
        requireSame('type', stored.type, input.type);
        const caller = { ...asker, stored, seen: only ? stored : undefined };
        return hasFlow(input) ? inviteAgain(input, caller, deps) : replaceLogin(input, caller, deps);
      },
    });
    const target = found(updated, 'target', input.id);
    await republishTarget(target, deps);
    return targetResource(target, deps);
  });

async function replaceLogin(input: LoginInput, { accountId, seen, stored, ...caller }: IfSeen, deps: Deps) {
  const { clock, egress, flows, newId, profiles, targets, vault } = deps;
  const { id, type, credentials: given, autoCollectRequests } = input;
  const { password, ...credentials } = given;
  const rules = rulesOf(profiles, type, flows.keys());
  const wish = { credentials: { ...credentials, password: password ?? KEPT }, autoCollectRequests };
  requireNone([...problemsWith(rules, wish), ...hostProblems(credentials.host, egress)]);
  const login = portalLogin(credentials, rules.defaultPath);
  const change = {
    ...choicesOf(input),
    credentials,
    login,
    ...(password !== undefined && { sealedPassword: vault.seal(password, id) }),
    updatedAt: clock(),
    republish: { token: newId(), ...traceOf(caller) },
    seen,
  };
  const isKept = stored.credentials && portalLogin(stored.credentials, rules.defaultPath) === login;
  const write = () => targets.update(accountId, id, isKept ? change : { ...change, ownsLogin: true });
  return requireLogin({ id, accountId, type, login, ...(isKept && { isKept }) }, write, deps);
}

/** The same for a type with a redirect flow. What it publishes waits for the end user, but what it must not send does not. */
async function inviteAgain(input: FlowInput, { accountId, seen, stored, ...caller }: IfSeen, deps: Deps) {
  const { id, hiddenAddress = stored.hiddenAddress } = input;
  const begun = await beginAuthorization(input, { accountId, targetId: id }, deps);
  return deps.targets.updateFlow(accountId, id, {
    ...begun,
    ...choicesOf(input),
    updatedAt: deps.clock(),
    ...(hiddenAddress !== undefined && { republish: { token: deps.newId(), ...traceOf(caller) } }),
    seen,
  });
}

const choicesOf = ({ name, autoCollectRequests, hiddenAddress }: Input) => ({
  ...(name !== undefined && { name }),
  autoCollectRequests: autoCollectRequests ?? false,
  ...(hiddenAddress !== undefined && { hiddenAddress }),
});
