import type { Lane } from '@estate/contracts';
import { found } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { CustomerPause } from '../domain/pause.ts';
import type { TargetRecord } from '../domain/target.ts';

/** The listings of a lane that are due. */
type Waiting = Awaited<ReturnType<Deps['listings']['due']['waiting']>>;

/** A lane as the operator sees it: the target with what waits for it. */
export function shownLane(target: TargetRecord, { dueCount, oldestDueAt }: Waiting, now: Date): Lane {
  const { id, accountId, type, pausedAt, customerPause, setAside, leasedUntil, retryAt } = target;
  return {
    id,
    accountId,
    type,
    ...(pausedAt && { pausedAt: pausedAt.toISOString() }),
    ...(customerPause && { customerPause: shownPause(customerPause) }),
    ...(setAside && { setAside: { at: setAside.at.toISOString(), deaths: setAside.deaths } }),
    working: leasedUntil !== undefined && leasedUntil > now,
    dueCount,
    ...(oldestDueAt && { oldestDueAt: oldestDueAt.toISOString() }),
    ...(retryAt > now && { heldUntil: retryAt.toISOString() }),
  };
}

/** The operator does not see which user of the account paused the target. */
const shownPause = ({ at, reason }: CustomerPause) => ({
  at: at.toISOString(),
  ...(reason !== undefined && { reason }),
});

/** The same of the target of any account. @throws NotFound */
export async function findLane(
  id: string,
  deps: Pick<Deps, 'clock' | 'listings' | 'targets'>,
): Promise<Lane> {
  const target = found(await deps.targets.peek(id), 'target', id);
  return shownLane(target, await deps.listings.due.waiting(id), deps.clock());
}
