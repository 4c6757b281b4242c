import type { SignInSettings } from '@estate/contracts';
import { details } from '../report.ts';
import type { Report } from '../report.ts';
import type { Context } from './context.ts';

export interface SignInWish {
  issuer: string;
  clientId: string;
}

export async function showSignIn({ api }: Context, account: string): Promise<Report> {
  return report(await api.get<SignInSettings>(pathOf(account)));
}

/** Sets the sign-in of an account. The secret comes from the environment, where other users of the machine cannot see it. */
export async function setSignIn(
  { api, settings: { oidcClientSecret } }: Context,
  account: string,
  { issuer, clientId }: SignInWish,
): Promise<Report> {
  const secret = oidcClientSecret === undefined ? {} : { clientSecret: oidcClientSecret };
  return report(await api.put<SignInSettings>(pathOf(account), { issuer, clientId, ...secret }));
}

export async function removeSignIn({ api }: Context, account: string): Promise<Report> {
  const removed = await api.delete<SignInSettings>(pathOf(account));
  return {
    json: removed,
    text: `The users of ${account} sign in with an API key again. Their sessions end within five seconds.`,
  };
}

const pathOf = (account: string): string => `/admin/accounts/${encodeURIComponent(account)}/sign-in`;

const report = (settings: SignInSettings): Report => ({
  json: settings,
  text: details({
    issuer: settings.issuer,
    'client id': settings.clientId,
    'client secret': settings.hasClientSecret ? 'stored' : 'none',
    'sign-in address': settings.signInUrl,
    'redirect URI': settings.redirectUri,
    'URL after sign-out': settings.postLogoutRedirectUri,
  }),
});
