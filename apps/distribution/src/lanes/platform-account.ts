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
  const { host } = account.credentials;
  const encryption: EncryptionMemory = {
    seen: certificateSeen(target),
    remember: (certificate) => ofStore(targets.rememberEncryption(target.id, { host, certificate })),
  };
  return { ...account, encryption };
}

/** A target for what needs no login. */
export function closedAccount(target: TargetRecord): PlatformAccount {
  return target.authorization ? withStatus(target, target.authorization) : withPassword(target, '');
}

function withPassword(target: TargetRecord, password: string): TargetAccount {
  const { id, type, emailId, autoCollectRequests, credentials } = target;
  if (!credentials) throw new Error(`the target ${id} has no credentials`);
  return { id, type, emailId, autoCollectRequests, credentials: { ...credentials, password } };
}

const withStatus = (target: TargetRecord, { status }: TargetAuthorization): AuthorizedAccount => {
  const { id, accountId, type, emailId, autoCollectRequests } = target;
  return { id, accountId, type, emailId, autoCollectRequests, status };
};

function withGrant(
  target: TargetRecord,
  authorization: TargetAuthorization,
  vault: AccountDeps['vault'],
): AuthorizedAccount {
  const account = withStatus(target, authorization);
  if (!authorization.grant) return account;
  const { id, consumerKey, sealedToken, sealedSecret } = authorization.grant;
  const [token, secret] = [vault.open(sealedToken, target.id), vault.open(sealedSecret, target.id)];
  return { ...account, grant: { id, consumerKey, token, secret } };
}
