import type { Deps } from '../deps.ts';
import type { TargetRecord } from '../domain/target.ts';
import { isLoginTaken } from '../stores/targets/target-logins.ts';
import { loginTaken } from './target-login.ts';

interface Wish extends Pick<TargetRecord, 'id' | 'accountId' | 'type'> {
  login: string;
  /** It has the login already: targets of earlier versions may share one, and can be changed as long as they keep it. */
  isKept?: boolean;
}

type ClaimDeps = Pick<Deps, 'log' | 'targets'>;

/**
 * Runs a write that gives a target a login, unless another target of the account has it. The index decides between two writes at
 * the same time.
 */
export async function claimLogin<T>(
  { isKept = false, ...wish }: Wish,
  write: () => Promise<T>,
  { log, targets: { logins } }: ClaimDeps,
): Promise<{ written: T } | { holder: TargetRecord }> {
  for (let mayShare = isKept; ; mayShare = false) {
    const holder = mayShare ? null : await logins.holder(wish);
    if (holder) return { holder };
    try {
      const written = await write();
      const { id: targetId, accountId, type } = wish;
      if (await logins.isForeign(wish)) log.warn({ targetId, accountId, type }, 'target.login.shared');
      return { written };
    } catch (error) {
      if (!isLoginTaken(error)) throw error;
      await logins.release(wish);
    }
  }
}

/** The same. @throws InvalidInput if the login is taken */
export async function requireLogin<T>(wish: Wish, write: () => Promise<T>, deps: ClaimDeps): Promise<T> {
  const claimed = await claimLogin(wish, write, deps);
  if ('holder' in claimed) throw loginTaken(claimed.holder);
  return claimed.written;
}
