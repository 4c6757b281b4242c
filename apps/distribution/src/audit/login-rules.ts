import type { Collection, WalkRule } from '@estate/persistence';
import { VISIBLE } from '../stores/targets/target-document.ts';
import type { TargetDoc } from '../stores/targets/target-document.ts';

type Sharing = Pick<TargetDoc, '_id' | 'accountId' | 'login' | 'deletedAt'>;

/** Targets that publish to the place of another target, which a portal cannot tell apart. */
export const loginRules = (targets: Collection<TargetDoc>): WalkRule<TargetDoc>[] => [
  {
    name: 'targets-have-logins-of-their-own',
    meaning:
      'Two targets of an account publish to the same place. The platform shows one object for both, with the contents that were sent last.',
    advice:
      'The targets are from an earlier version. Ask the customer to delete the listings of these targets and then the targets themselves. The first target with the same login keeps the objects.',
    broken: seconds(targets),
  },
];

const seconds =
  (targets: Collection<TargetDoc>) =>
  async (portion: readonly Sharing[]): Promise<string[]> => {
    const shown = portion.filter(({ login, deletedAt }) => login !== undefined && deletedAt === undefined);
    const $in = [...new Set(shown.flatMap(({ login }) => login ?? []))];
    if ($in.length === 0) return [];
    const projection = { accountId: 1, login: 1 };
    const all = await targets.find({ login: { $in }, ...VISIBLE }, { projection }).toArray();
    const byLogin = Map.groupBy(all as Sharing[], ({ login }) => login);
    return shown
      .filter((target) =>
        byLogin
          .get(target.login)
          ?.some((other) => other._id < target._id && other.accountId === target.accountId),
      )
      .map(({ _id }) => _id);
  };
