import { newFeed } from '../../targets/new-feed.ts';
import { changeOf, plainAccount } from './choices.ts';
import type { TargetAccess } from './target-access.ts';

/** The access without credentials: the platform fetches what is published for it, with a token of the service. */
export const none: TargetAccess<'none'> = {
  begin: (_input, { id }, { clock, vault }) => Promise.resolve({ feed: newFeed(id, { vault, at: clock() }) }),
  replace: (input, caller, deps) =>
    deps.targets.update(caller.accountId, input.id, changeOf(input, caller, deps)),
  problems: () => [],
  account: plainAccount,
  closedAccount: plainAccount,
  login: () => Promise.resolve(undefined),
};
