import type { ListingQuery } from '@estate/contracts';
import { pauseOf } from '../domain/pause.ts';
import type { Deps } from '../deps.ts';

type Asked = Pick<ListingQuery, 'targetId' | 'state'>;

/**
 * The targets whose listings a query can find; undefined: any. A pause belongs to the target, so it is looked up there: pausing a
 * target writes none of its listings.
 */
export async function selectTargets(
  accountId: string,
  { targetId, state }: Asked,
  { targets }: { targets: Pick<Deps['targets'], 'ofAccount'> },
): Promise<readonly string[] | undefined> {
  const asked = targetId === undefined ? undefined : [targetId];
  if (state !== 'paused' && state !== 'pending') return asked;
  const all = await targets.ofAccount(accountId);
  const paused = all.filter((target) => pauseOf(target) !== undefined).map(({ id }) => id);
  if (state === 'pending' && paused.length === 0) return asked;
  const open = all.map(({ id }) => id).filter((id) => !paused.includes(id));
  const selected = state === 'paused' ? paused : open;
  return asked ? asked.filter((id) => selected.includes(id)) : selected;
}
