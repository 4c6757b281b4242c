import type { SignInSettings, SignInSettingsInput } from '@estate/contracts';
import { checkUrlResolved } from '@estate/egress';
import { InvalidInput, NotFound } from '@estate/errors';
import type { z } from 'zod';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { StoredSignIn } from '../../domain/sign-in.ts';

type Parts = Pick<
  AccountsDeps,
  'accounts' | 'signIns' | 'users' | 'vault' | 'clock' | 'signInAddresses' | 'egress'
>;

/** The settings for the operator, without the secret. */
export const toSettings = (
  { accountId, issuer, clientId, sealedSecret, updatedAt }: StoredSignIn,
  { signInAddresses }: Pick<Parts, 'signInAddresses'>,
): SignInSettings => ({
  issuer,
  clientId,
  hasClientSecret: sealedSecret !== undefined,
  signInUrl: signInAddresses.signInUrl(accountId),
  redirectUri: signInAddresses.redirectUri,
  postLogoutRedirectUri: signInAddresses.postLogoutRedirectUri,
  updatedAt: updatedAt.toISOString(),
});

/** Sets the provider of an account. Users of another provider have to accept their invitations again. */
export async function setSignIn(
  accountId: string,
  { issuer, clientId, clientSecret }: z.infer<typeof SignInSettingsInput>,
  deps: Parts,
): Promise<SignInSettings> {
  const { accounts, signIns, users, vault, clock } = deps;
  await accounts.get(accountId);
  const verdict = await checkUrlResolved(issuer, deps.egress);
  if (!verdict.ok) {
    const problems = [{ path: 'issuer', message: `issuer: ${verdict.message}`, code: 'invalid' }];
    throw new InvalidInput(verdict.message, { code: 'issuer-refused', problems });
  }
  const settings: StoredSignIn = {
    accountId,
    issuer,
    clientId,
    ...(clientSecret !== undefined && { sealedSecret: vault.seal(clientSecret, accountId) }),
    updatedAt: clock(),
  };
  // Created first: without a public address nothing is stored.
  const shown = toSettings(settings, deps);
  await signIns.put(settings);
  await users.forgetOtherIssuers(accountId, issuer);
  return shown;
}

/** @throws NotFound if the account has no provider */
export async function getSignIn(accountId: string, deps: Parts): Promise<SignInSettings> {
  await deps.accounts.get(accountId);
  return toSettings(existing(await deps.signIns.find(accountId)), deps);
}

/** Removes the provider of an account, which ends the sessions of its users. @throws NotFound */
export async function removeSignIn(accountId: string, deps: Parts): Promise<SignInSettings> {
  await deps.accounts.get(accountId);
  return toSettings(existing(await deps.signIns.remove(accountId)), deps);
}

function existing(settings: StoredSignIn | null): StoredSignIn {
  if (settings) return settings;
  throw new NotFound('The account has no identity provider.', { code: 'sign-in-not-found' });
}
