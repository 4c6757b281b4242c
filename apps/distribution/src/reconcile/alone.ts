import { ANY_PORTAL } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import type { TargetRecord } from '../domain/target.ts';
import { profileOf } from '../platforms/any-portal.ts';
import type { TargetLogins } from '../stores/targets/target-logins.ts';

export type AloneDeps = Pick<Deps, 'profiles'> & {
  targets: { logins: Pick<TargetLogins, 'isForeign' | 'others'> };
};

/** Why a full transfer would remove what another program or target has put on the platform; undefined where it would not. */
export async function whyNotAlone(
  target: TargetRecord,
  { profiles, targets }: AloneDeps,
): Promise<string | undefined> {
  if (profileOf(target, profiles)?.fullTransfer !== true) {
    const advice =
      target.type === ANY_PORTAL
        ? ' Set settings.transfer to full if the account belongs to this target alone.'
        : ' Use the mode partial.';
    return `The platform of the target does not accept full transfers.${advice}`;
  }
  const { accountId, login } = target;
  if (login !== undefined && (await targets.logins.isForeign({ accountId, login })))
    return 'Another account publishes with the same login. A full transfer would remove its objects.';
  const [other] = await targets.logins.others(target);
  return other === undefined
    ? undefined
    : `The target ${other} publishes with the same login. A full transfer would remove its objects.`;
}
