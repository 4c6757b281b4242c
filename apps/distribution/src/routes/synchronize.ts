import * as contracts from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { synchronizedOf } from '../domain/synchronized.ts';
import type { TargetRecord } from '../domain/target.ts';
import { whyNotAlone } from '../reconcile/alone.ts';
import { named } from '../reconcile/full-transfer-words.ts';
import { republishTarget } from '../targets/republish-target.ts';

/** Until the following night names its own. */
const NAMED_FOR_MS = 24 * 3_600_000;

/** Sends everything of a target again. The mark on the target survives a crash. */
const synchronizeTargetRoute = (deps: Deps) =>
  answer(contracts.synchronizeTarget, async ({ id, mode, confirmRemovals }, caller) => {
    const { listings, newId, targets } = deps;
    const { accountId } = caller;
    const target = found(await targets.find(accountId, id), 'target', id);
    const reason = { token: newId(), ...traceOf(caller) };
    if (mode === 'partial') {
      const marked = await targets.transfers.synchronize(accountId, id, { republish: reason });
      await republishTarget(found(marked, 'target', id), deps);
      return { mode, listings: await listings.countOfTarget(id) };
    }
    await requireAlone(target, deps);
    const { mayRemove, ...counts } = await requireConfirmed(target, confirmRemovals, deps);
    const fullTransfer = { ...reason, mayRemove };
    found(await targets.transfers.synchronize(accountId, id, { fullTransfer }), 'target', id);
    return { mode, ...counts };
  });

async function requireAlone(target: TargetRecord, deps: Deps): Promise<void> {
  const why = await whyNotAlone(target, deps);
  if (why) throw new Conflict(why.message, { code: 'full-transfer-unsupported' });
}

/** How many published listings may disappear. */
async function requireConfirmed(
  target: TargetRecord,
  confirmed: number | undefined,
  { clock, listings: { due } }: Pick<Deps, 'clock' | 'listings'>,
) {
  const { listings, removals, first } = await due.beforeFullTransfer(target, contracts.REMOVALS_NAMED);
  if (listings === 0) {
    const message =
      'Nothing is listed on the target. A full transfer would remove everything from the platform.';
    throw new Conflict(message, { code: 'full-transfer-empty' });
  }
  if (listings > contracts.FULL_TRANSFER_MAX) {
    const message = `The target has ${listings} listings. A full transfer can contain ${contracts.FULL_TRANSFER_MAX}. Use the mode partial.`;
    throw new Conflict(message, { code: 'full-transfer-too-large' });
  }
  if (removals !== (confirmed ?? 0) && !isNamed(target, { removals, confirmed }, clock())) {
    const which =
      removals === 0 ? 'no listing' : `${removals} of ${listings} listings (${named(first, removals)})`;
    const message = `The full transfer would remove ${which} from the platform, because their last update failed. To confirm, send confirmRemovals with ${removals}.`;
    throw new Conflict(message, { code: 'removals-unconfirmed' });
  }
  return { listings, removals, mayRemove: confirmed ?? 0 };
}

/** True if the target has named the number, as that of a transfer that was not sent because of it, and fewer would disappear by now. */
const isNamed = (
  { lastFullTransfer: last }: TargetRecord,
  { removals, confirmed = 0 }: { removals: number; confirmed: number | undefined },
  now: Date,
): boolean =>
  last?.removals === confirmed && removals < confirmed && now.getTime() - last.at.getTime() <= NAMED_FOR_MS;

const readSynchronizedRoute = ({ listings, targets }: Deps) =>
  answer(contracts.readSynchronized, async ({ targetId, listingIds }, { accountId }) => {
    // The target first: what it is marked for is done with its listings before the mark ends.
    const target = await targets.find(accountId, targetId);
    const found = await listings.peekAll(accountId, listingIds);
    const byId = new Map(found.map((listing) => [listing.id, listing]));
    return { data: listingIds.map((id) => ({ id, ...synchronizedOf(byId.get(id), target) })) };
  });

export const synchronizeRoutes = (deps: Deps) => [synchronizeTargetRoute(deps), readSynchronizedRoute(deps)];
