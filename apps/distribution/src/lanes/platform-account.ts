import type { Vault } from '@estate/vault';
import type { TargetAuthorization } from '../domain/authorization.ts';
import { certificateSeen } from '../domain/target.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { AuthorizedAccount, EncryptionMemory, TargetAccount } from '../platforms/platform.ts';
import type { AccountDeps } from './lane-deps.ts';
import { ofStore } from './of-store.ts';

type PlatformAccount = TargetAccount | AuthorizedAccount;

/** A target as platforms see it, with its secrets readable. */
export function openAccount(target: TargetRecord, { targets, vault }: AccountDeps): PlatformAccount {
  if (target.authorization) return withGrant(target, target.authorization, vault);
  const account = withPassword(target, vault.open(target.sealedPassword ?? '', target.id));
  return { ...account, encryption: encryptionMemory(target, account.credentials.host, targets) };
}

const encryptionMemory = (
  target: TargetRecord,
  host: string,
  targets: AccountDeps['targets'],
): EncryptionMemory => ({
  seen: certificateSeen(target),
  remember: (certificate) => ofStore(targets.rememberEncryption(target.id, { host, certificate })),
});

/** A target for what needs no login. */
export function closedAccount(target: TargetRecord): PlatformAccount {
  return target.authorization ? withStatus(target, target.authorization) : withPassword(target, '');
}

function withPassword(target: TargetRecord, password: string): TargetAccount {
  if (!target.credentials) throw new Error(`the target ${target.id} has no credentials`);
  return {
    id: target.id,
    type: target.type,
    emailId: target.emailId,
    autoCollectRequests: target.autoCollectRequests,
    credentials: { ...target.credentials, password },
  };
}

const withStatus = (target: TargetRecord, { status }: TargetAuthorization): AuthorizedAccount => ({
  id: target.id,
  accountId: target.accountId,
  type: target.type,
  emailId: target.emailId,
  autoCollectRequests: target.autoCollectRequests,
  status,
});

function withGrant(
  target: TargetRecord,
  authorization: TargetAuthorization,
  vault: Pick<Vault, 'open'>,
): AuthorizedAccount {
  const account = withStatus(target, authorization);
  const { grant } = authorization;
  if (!grant) return account;
  const { id, consumerKey } = grant;
  const token = vault.open(grant.sealedToken, target.id);
  return {
    ...account,
    grant: { id, consumerKey, token, secret: vault.open(grant.sealedSecret, target.id) },
  };
}
