import * as contracts from '@estate/contracts';
import { Conflict, InvalidInput, found, requireNone } from '@estate/errors';
import { answer, changeIfMatch, readable } from '@estate/messaging';
import type { Caller } from '@estate/messaging';
import { createOnce } from '@estate/persistence';
import type { Deps } from '../deps.ts';
import { changedFields, rulesOf } from '../domain/target-rules.ts';
import { newTarget, targetResource } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import { requireLogin } from '../targets/claim-login.ts';
import { newFeedToken } from '../targets/new-feed.ts';
import { requireUnnamed } from '../targets/require-unnamed.ts';
import { republishTarget } from '../targets/republish-target.ts';

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
  const { clock, newEmailId, platforms, targets } = deps;
  rulesOf(platforms, input.type);
  const target = newTarget({
    ...ids,
    type: input.type,
    ...(input.name !== undefined && { name: input.name }),
    ...(await accessTo(input.type).begin(input, ids, deps)),
    autoCollectRequests: input.autoCollectRequests ?? false,
    ...(input.hiddenAddress !== undefined && { hiddenAddress: input.hiddenAddress }),
    emailId: newEmailId(),
    ...(contracts.accessOf(input.type) === 'ftp-login' && { reportEmailId: newEmailId() }),
    at: clock(),
  });
  const { login } = target;
  const insert = () => targets.insert(target);
  await (login === undefined ? insert() : requireLogin({ ...target, login }, insert, deps));
  return target;
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
        requireNone(changedFields({ type: stored.type }, { type: input.type }));
        const caller = { ...asker, stored, seen: only ? stored : undefined };
        rulesOf(deps.platforms, input.type);
        return accessTo(input.type).replace(input, caller, deps);
      },
    });
    const target = found(updated, 'target', input.id);
    await republishTarget(target, deps);
    return targetResource(target, deps);
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
    // Listings that waited for the customer to resume the target are taken down now.
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

const rotateFeedTokenRoute = ({ clock, feeds, targets, vault, ...shown }: Deps) =>
  answer(contracts.rotateFeedToken, async ({ id }, { accountId }) => {
    const { feed } = found(await targets.find(accountId, id), 'target', id);
    if (!feed) throw new InvalidInput('The target has no feed.', { code: 'target-without-feed' });
    const rotated = await feeds.rotate({ accountId, id }, newFeedToken(id, vault), clock());
    return targetResource(found(rotated, 'target', id), { ...shown, clock, vault });
  });

const listFeedFetchesRoute = ({ fetches, targets }: Pick<Deps, 'fetches' | 'targets'>) =>
  answer(contracts.listFeedFetches, async ({ id, ...query }, { accountId }) => {
    found(await targets.find(accountId, id), 'target', id);
    return fetches.list({ accountId, targetId: id }, query);
  });

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
  rotateFeedTokenRoute(deps),
  listFeedFetchesRoute(deps),
];
