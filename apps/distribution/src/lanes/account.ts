import type { Vault } from '@estate/vault';
import type { TargetRecord } from '../domain/target.ts';
import type { TargetAccount } from '../platforms/platform.ts';

/** A target as platforms see it, with its password readable. */
export function openAccount(target: TargetRecord, vault: Pick<Vault, 'open'>): TargetAccount {
  return withPassword(target, vault.open(target.sealedPassword, target._id));
}

/** A target for what needs no login. */
export const closedAccount = (target: TargetRecord): TargetAccount => withPassword(target, '');

const withPassword = (target: TargetRecord, password: string): TargetAccount => ({
  id: target._id,
  type: target.type,
  emailId: target.emailId,
  autoCollectRequests: target.autoCollectRequests,
  credentials: { ...target.credentials, password },
});
