import * as contracts from '@estate/contracts';
import { Conflict, found } from '@estate/errors';
import { answer } from '@estate/messaging';
import { traceOf } from '@estate/observability';
import type { Deps } from '../deps.ts';
import type { TargetRecord } from '../domain/target.ts';
import { profileOf } from '../platforms/any-portal.ts';
import { republishTarget } from '../targets/republish-target.ts';

const NAMES_SHOWN = 5;

/** Sends everything of a target again. The mark on the target survives a crash. */
const synchronizeTargetRoute = (deps: Deps) =>
  answer(contracts.synchronizeTarget, async ({ id, mode, confirmRemovals }, caller) => {
    const { listings, newId, targets } = deps;
    const { accountId } = caller;
    const target = found(await targets.find(accountId, id), 'target', id);
    const reason = { token: newId(), ...traceOf(caller) };
    if (mode === 'partial') {
      const marked = await targets.synchronize(accountId, id, { republish: reason });
      await republishTarget(found(marked, 'target', id), deps);
      return { mode, listings: await listings.countOfTarget(id) };
    }
    await requireAlone(target, deps);
    const counts = await requireConfirmed(target, confirmRemovals, deps);
    const fullTransfer = { ...reason, mayRemove: counts.removals };
    found(await targets.synchronize(accountId, id, { fullTransfer }), 'target', id);
    return { mode, ...counts };
  });

/** A full transfer removes what another program or target has put on the platform. */
async function requireAlone(target: TargetRecord, { profiles, targets }: Deps): Promise<void> {
  const code = 'full-transfer-unsupported';
  if (profileOf(target, profiles)?.fullTransfer !== true) {
    const advice =
      target.type === contracts.ANY_PORTAL
        ? ' Set settings.transfer to full if the account belongs to this target alone.'
        : ' Use the mode partial.';
    throw new Conflict(`The platform of the target does not accept full transfers.${advice}`, { code });
  }
  const { accountId, login } = target;
  if (login !== undefined && (await targets.logins.isForeign({ accountId, login }))) {
    const shared = 'Another account publishes with the same login. A full transfer would remove its objects.';
    throw new Conflict(shared, { code });
  }
  const [other] = await targets.logins.others(target);
  if (other === undefined) return;
  const message = `The target ${other} publishes with the same login. A full transfer would remove its objects.`;
  throw new Conflict(message, { code });
}

async function requireConfirmed(
  target: TargetRecord,
  confirmed: number | undefined,
  { listings: { due } }: Pick<Deps, 'listings'>,
) {
  const { listings, removals, first } = await due.beforeFullTransfer(target, NAMES_SHOWN);
  if (listings === 0) {
    const message =
      'Nothing is listed on the target. A full transfer would remove everything from the platform.';
    throw new Conflict(message, { code: 'full-transfer-empty' });
  }
  if (listings > contracts.FULL_TRANSFER_MAX) {
    const message = `The target has ${listings} listings. A full transfer can contain ${contracts.FULL_TRANSFER_MAX}. Use the mode partial.`;
    throw new Conflict(message, { code: 'full-transfer-too-large' });
  }
  if (removals !== (confirmed ?? 0)) {
    const named = `${first.join(', ')}${removals > first.length ? ', …' : ''}`;
    const which = removals === 0 ? 'no listing' : `${removals} of ${listings} listings (${named})`;
    const message = `The full transfer would remove ${which} from the platform, because their last update failed. To confirm, send confirmRemovals with ${removals}.`;
    throw new Conflict(message, { code: 'removals-unconfirmed' });
  }
  return { listings, removals };
}

export const synchronizeRoutes = (deps: Deps) => [synchronizeTargetRoute(deps)];
