import { AuthorizationResponseError, authorizationCodeGrant, fetchUserInfo } from 'openid-client';
import type { Configuration, IDToken } from 'openid-client';
import { SignInProblem } from './problem.ts';
import { ProviderUnavailable } from './provider-fetch.ts';
import { CLOCK_TOLERANCE_SECONDS } from './providers.ts';
import type { StartedSignIn } from './started-sign-ins.ts';

/** A person as identified by the provider. */
export interface Person {
  issuer: string;
  subject: string;
  /** Reads the person's profile at the provider. */
  profile(): Promise<Profile>;
}

export interface Profile {
  email?: string | undefined;
  emailVerified: boolean;
  name?: string | undefined;
}

interface Exchange {
  config: Configuration;
  /** The address that the provider redirected to, with its query. */
  callback: URL;
  started: StartedSignIn;
  now: Date;
}

/**
 * Exchanges the code of a callback for the identity of a person. The library checks state, PKCE, issuer, audience, signature, algorithm,
 * expiry and nonce. @throws SignInProblem
 */
export async function exchangeCode({ config, callback, started, now }: Exchange): Promise<Person> {
  const { issuer, state, nonce, codeVerifier } = started;
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  };
  const tokens = await authorizationCodeGrant(config, callback, checks).catch(asProblem);
  const claims = tokens.claims();
  if (!claims) throw new SignInProblem('refused', 'the answer has no ID token');
  requireIssuedBefore(claims, now);
  if (claims.sub.trim() === '') throw new SignInProblem('refused', 'the ID token has an empty subject');
  return {
    issuer,
    subject: claims.sub,
    profile: async () => {
      const own = profileOf(claims);
      if (own.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return own;
      return profileOf(await fetchUserInfo(config, tokens.access_token, claims.sub).catch(asProblem));
    },
  };
}

/** Checks the time of an ID token, which the library does not. */
function requireIssuedBefore({ iat }: IDToken, now: Date): void {
  const latest = now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
  if (iat > latest) throw new SignInProblem('refused', 'the ID token was issued in the future');
}

const NAME_MAX = 100;

function profileOf(claims: Record<string, unknown>): Profile {
  const { email, email_verified: verified, name } = claims;
  return {
    ...(typeof email === 'string' && { email }),
    emailVerified: verified === true,
    ...(typeof name === 'string' && { name: withoutControls(name) }),
  };
}

const withoutControls = (name: string): string | undefined =>
  name.replaceAll(/\p{C}/gu, ' ').slice(0, NAME_MAX).toWellFormed().trim() || undefined;

/** The reason for a failure at the provider or in its response. */
export function asProblem(error: unknown): never {
  if (error instanceof SignInProblem) throw error;
  if (error instanceof AuthorizationResponseError) {
    throw new SignInProblem(error.error === 'access_denied' ? 'cancelled' : 'refused', error);
  }
  throw new SignInProblem(isUnavailable(error) ? 'provider-unavailable' : 'refused', error);
}

function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderUnavailable) return true;
  }
  return false;
}
