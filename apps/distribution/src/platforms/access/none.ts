import { changeOf, plainAccount } from './choices.ts';
import type { TargetAccess } from './target-access.ts';

/** Nothing is locked: the platform fetches what is published for it. */
export const none: TargetAccess<'none'> = {
  begin: () => Promise.resolve({}),
  replace: (input, caller, deps) =>
    deps.targets.update(caller.accountId, input.id, changeOf(input, caller, deps)),
  problems: () => [],
  account: plainAccount,
  closedAccount: plainAccount,
  login: () => Promise.resolve(undefined),
};
