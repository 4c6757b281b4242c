import { createTarget, hasFlow } from '@estate/contracts';
import type { TargetInput } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import { beginAuthorization } from '../authorizations/begin-authorization.ts';
import type { Deps } from '../deps.ts';
import { problemsWith, requireNone, rulesOf } from '../domain/target-rules.ts';
import { newTarget, targetResource } from '../domain/target.ts';
import type { NewTarget, TargetRecord } from '../domain/target.ts';
import { hostProblems } from '../targets/host-problems.ts';
import { redirectUrlOf } from '../domain/redirect-url-of.ts';

export const createTargetRoute = (deps: Deps) =>
  answer(createTarget, async (input, { accountId, reservedId }) => {
    const target = await createOnce(reservedId, {
      newId: deps.newId,
      find: (id) => deps.targets.peek(id),
      create: (id) => create(input, { id, accountId }, deps),
    });
    return targetResource(target, deps);
  });

async function create(
  input: TargetInput,
  { id, accountId }: { id: string; accountId: string },
  deps: Deps,
): Promise<TargetRecord> {
  const { clock, newEmailId, targets } = deps;
  const access = hasFlow(input) ? await invited(input, { id, accountId }, deps) : login(input, id, deps);
  const target = newTarget({
    id,
    accountId,
    type: input.type,
    ...access,
    autoCollectRequests: input.autoCollectRequests ?? false,
    emailId: newEmailId(),
    at: clock(),
  });
  await targets.insert(target);
  return target;
}

type FlowInput = Extract<TargetInput, { redirectUrl?: unknown }>;
type LoginInput = Exclude<TargetInput, FlowInput>;
type Login = Pick<Extract<NewTarget, { sealedPassword: string }>, 'credentials' | 'sealedPassword'>;

function login(input: LoginInput, id: string, { egress, flows, profiles, vault }: Deps): Login {
  const rules = rulesOf(profiles, input.type, flows.keys());
  requireNone([...problemsWith(rules, input), ...hostProblems(input.credentials.host, egress)]);
  const { password, ...credentials } = input.credentials;
  return { credentials, sealedPassword: vault.seal(password, id) };
}

async function invited(input: FlowInput, { id, accountId }: { id: string; accountId: string }, deps: Deps) {
  const { type } = input;
  const redirectUrl = redirectUrlOf(input);
  const flow = rulesOf(deps.flows, type);
  const invitation = await beginAuthorization({ accountId, targetId: id, type, redirectUrl }, flow, deps);
  return { authorization: { status: 'pending' as const, redirectUrl, invitation } };
}
