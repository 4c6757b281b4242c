import { createTarget, hasFlow } from '@estate/contracts';
import type { TargetInput } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { beginAuthorization } from '../authorizations/begin-authorization.ts';
import type { Deps } from '../deps.ts';
import { problemsWith, requireNone, rulesOf } from '../domain/target-rules.ts';
import { portalLogin } from '../targets/target-login.ts';
import { newTarget, targetResource } from '../domain/target.ts';
import { requireLogin } from '../targets/claim-login.ts';
import type { Access, TargetRecord } from '../domain/target.ts';
import { hostProblems } from '../targets/host-problems.ts';

export const createTargetRoute = (deps: Deps) =>
  answer(createTarget, async (input, { accountId, ...reservation }) => {
    const target = await createOnce(reservation, {
      newId: deps.newId,
      find: (id) => deps.targets.peek(id),
      create: (id) => create(input, { id, accountId }, deps),
    });
    return targetResource(target, deps);
  });

async function create(
  input: TargetInput,
  ids: { id: string; accountId: string },
  deps: Deps,
): Promise<TargetRecord> {
  const { clock, newEmailId, targets } = deps;
  const target = newTarget({
    ...ids,
    type: input.type,
    ...(input.name !== undefined && { name: input.name }),
    ...(await accessOf(input, ids, deps)),
    autoCollectRequests: input.autoCollectRequests ?? false,
    ...(input.hiddenAddress !== undefined && { hiddenAddress: input.hiddenAddress }),
    emailId: newEmailId(),
    at: clock(),
  });
  const { login } = target;
  const insert = () => targets.insert(target);
  await (login === undefined ? insert() : requireLogin({ ...target, login }, insert, deps));
  return target;
}

async function accessOf(
  input: TargetInput,
  { id, accountId }: { id: string; accountId: string },
  deps: Deps,
): Promise<Access & Pick<TargetRecord, 'login'>> {
  if (hasFlow(input)) {
    const begun = await beginAuthorization(input, { accountId, targetId: id }, deps);
    return { authorization: { status: 'pending', ...begun } };
  }
  const { egress, flows, profiles, vault } = deps;
  const rules = rulesOf(profiles, input.type, flows.keys());
  requireNone([...problemsWith(rules, input), ...hostProblems(input.credentials.host, egress)]);
  const { password, ...credentials } = input.credentials;
  const login = portalLogin(credentials, rules.defaultPath);
  return { credentials, login, sealedPassword: vault.seal(password, id) };
}
