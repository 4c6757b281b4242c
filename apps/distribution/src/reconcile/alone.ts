import { ANY_PORTAL } from '@estate/contracts';
import type { Deps } from '../deps.ts';
import type { TargetRecord } from '../domain/target.ts';
import { profileOf } from '../platforms/any-portal.ts';
import type { TargetLogins } from '../stores/targets/target-logins.ts';
import type { WhyNotSent } from './full-transfer-words.ts';

export type AloneDeps = Pick<Deps, 'profiles'> & {
  targets: { logins: Pick<TargetLogins, 'isForeign' | 'others'> };
};

const OF_OTHER_ACCOUNT: WhyNotSent = {
  message: 'Another account publishes with the same login. A full transfer would remove its objects.',
  reason: { code: 'login_of_other_account' },
};

/** Why a full transfer would remove what another program or target has put on the platform; undefined where it would not. */
export async function whyNotAlone(
  target: TargetRecord,
  { profiles, targets }: AloneDeps,
): Promise<WhyNotSent | undefined> {
  if (profileOf(target, profiles)?.fullTransfer !== true) {
    const advice =
      target.type === ANY_PORTAL
        ? ' Set settings.transfer to full if the account belongs to this target alone.'
        : ' Use the mode partial.';
    const message = `The platform of the target does not accept full transfers.${advice}`;
    return { message, reason: { code: 'not_supported' } };
  }
  const { accountId, login } = target;
  if (login !== undefined && (await targets.logins.isForeign({ accountId, login }))) return OF_OTHER_ACCOUNT;
  const [other] = await targets.logins.others(target);
  if (other === undefined) return undefined;
  const message = `The target ${other} publishes with the same login. A full transfer would remove its objects.`;
  return { message, reason: { code: 'login_of_other_target' } };
}
