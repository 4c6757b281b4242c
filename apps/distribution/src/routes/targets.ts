import * as contracts from '@estate/contracts';
import { Conflict, InvalidInput, found } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import { createOnce } from '@estate/persistence';
import { beginAuthorization } from '../authorizations/begin-authorization.ts';
import type { Deps } from '../deps.ts';
import { KEPT, problemsWith, requireNone, requireSame, rulesOf } from '../domain/target-rules.ts';
import { newTarget, targetResource } from '../domain/target.ts';
import type { Access, TargetRecord } from '../domain/target.ts';
import { requireLogin } from '../targets/claim-login.ts';
import { hostProblems } from '../targets/host-problems.ts';
import { requireUnnamed } from '../targets/require-unnamed.ts';
import { portalLogin } from '../targets/target-login.ts';
import { republishTarget } from '../upkeep/republish-target.ts';

const createTargetRoute = (deps: Deps) =>
  answer(contracts.createTarget, async (input, { accountId, ...reservation }) => {
    const target = await createOnce(reservation, {
      newId: deps.newId,
      find: (id) => deps.targets.peek(id),
      create: (id) => create(input, { id, accountId }, deps),
    });
    return targetResource(target, deps);
  });

async function create(
  input: contracts.TargetInput,
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
  input: contracts.TargetInput,
  { id, accountId }: { id: string; accountId: string },
  deps: Deps,
): Promise<Access & Pick<TargetRecord, 'login'>> {
  if (contracts.hasFlow(input)) {
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

const listTargetsRoute = (deps: Deps) =>
  answer(contracts.listTargets, async (query, { accountId }) => {
    const { hasMore, data } = await deps.targets.list(accountId, query);
    return { hasMore, data: data.map(readable((target) => targetResource(target, deps))) };
  });

const getTargetRoute = (deps: Deps) =>
  answer(contracts.getTarget, async ({ id }, { accountId }) =>
    targetResource(found(await deps.targets.find(accountId, id), 'target', id), deps),
  );

/** Who asks, for which target, and for which state of it alone. */
type IfSeen = Caller & { stored: TargetRecord; seen: TargetRecord | undefined };

type Input = contracts.InputOf<typeof contracts.updateTarget>;
type FlowInput = Extract<Input, { redirectUrl?: unknown }>;
type LoginInput = Exclude<Input, FlowInput>;

/**
 * Replaces a target. One with a login publishes all its listings again, with a fresh set of attempts; one with a redirect
 * flow gets a fresh invitation and does so once the end user has accepted it.
 */
const updateTargetRoute = (deps: Deps) =>
  answer(contracts.updateTarget, async (input, asker) => {
    const updated = await changeIfMatch(asker, {
      shownBy: contracts.updateTarget,
      read: async () => found(await deps.targets.find(asker.accountId, input.id), 'target', input.id),
      show: (stored) => targetResource(stored, deps),
      write: (stored, only) => {
        requireSame('type', stored.type, input.type);
        const caller = { ...asker, stored, seen: only ? stored : undefined };
        return contracts.hasFlow(input)
          ? inviteAgain(input, caller, deps)
          : replaceLogin(input, caller, deps);
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

/** Marks first, then counts: what names the target concurrently sees the mark, or is counted. */
const deleteTargetRoute = (deps: Deps) =>
  answer(contracts.deleteTarget, async ({ id }, asker) => {
    const { accountId } = asker;
    const removed = await changeIfMatch(asker, {
      shownBy: contracts.deleteTarget,
      read: async () => found(await deps.targets.find(accountId, id), 'target', id),
      show: (stored) => targetResource(stored, deps),
      write: (stored, only) => removeMarked(stored, { asker, ...(only && { seen: stored }) }, deps),
    });
    const target = found(removed, 'target', id);
    // What waited for its customer to resume it is taken down now.
    deps.wakeLane(id);
    return targetResource(target, deps);
  });

/** Null when the target no longer exists, or has changed since it was seen. */
async function removeMarked(
  { id, accountId }: TargetRecord,
  { asker, ...only }: { asker: Caller; seen?: TargetRecord },
  deps: Deps,
): Promise<TargetRecord | null> {
  const { clock, newId, targets } = deps;
  const token = newId();
  const target = await targets.markDeleting(accountId, id, { token, at: clock(), ...only });
  if (!target) return null;
  try {
    await requireNoListings(id, deps);
    await requireUnnamed(id, asker, deps);
  } catch (error) {
    await targets.unmarkDeleting(id, token);
    throw error;
  }
  if (await targets.markDeleted(id, { token, at: clock(), ...only })) return target;
  if (!only.seen) {
    throw new Conflict('Another request is deleting the target.', { code: 'target-being-deleted' });
  }
  await targets.unmarkDeleting(id, token);
  return null;
}

async function requireNoListings(id: string, { listings }: Pick<Deps, 'listings'>): Promise<void> {
  const count = await listings.countOfTarget(id);
  if (count === 0) return;
  const what = count === 1 ? '1 listing. Delete it' : `${count} listings. Delete them`;
  throw new InvalidInput(`The target still has ${what} first.`, { code: 'target-has-listings' });
}

/** How often publications to a target succeeded, day by day. */
const getTargetSummaryRoute = ({
  targets,
  attemptDays,
  clock,
}: Pick<Deps, 'targets' | 'attemptDays' | 'clock'>) =>
  answer(contracts.getTargetSummary, async ({ id, days }, { accountId }) => {
    found(await targets.find(accountId, id), 'target', id);
    return attemptDays.summary([id], { days, now: clock() });
  });

/** The targets of an account. */
export const targetRoutes = (deps: Deps) => [
  createTargetRoute(deps),
  listTargetsRoute(deps),
  getTargetRoute(deps),
  updateTargetRoute(deps),
  deleteTargetRoute(deps),
  getTargetSummaryRoute(deps),
];
