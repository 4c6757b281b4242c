import type { Lane } from '@estate/contracts';
import { found } from '@estate/errors';
import type { Deps } from '../deps.ts';
import { laneResource } from '../domain/lane.ts';
import type { TargetRecord } from '../domain/target.ts';

/** A lane as the operator sees it: the target with what waits for it. */
export async function shownLane(
  target: TargetRecord,
  { clock, listings }: Pick<Deps, 'clock' | 'listings'>,
): Promise<Lane> {
  return laneResource({ target, ...(await listings.due.waiting(target.id)) }, clock());
}

/** The same of the target of any account. @throws NotFound */
export async function findLane(
  id: string,
  deps: Pick<Deps, 'clock' | 'listings' | 'targets'>,
): Promise<Lane> {
  return shownLane(found(await deps.targets.peek(id), 'target', id), deps);
}
