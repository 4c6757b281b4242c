import { SignInSettings, SignInSettingsInput } from '@estate/contracts';
import { z } from 'zod';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';
import { getSignIn, removeSignIn, setSignIn } from '../accounts/sign-in/change-settings.ts';

const access = 'operator' as const;
const id = z.string();
const SIGN_IN = '/admin/accounts/{id}/sign-in';

/** Routes of the sign-in of an account's users, for the operator. */
export const signInSettingsRoutes: GatewayRoute[] = [
  own(`PUT ${SIGN_IN}`, {
    summary: 'Set the identity provider of an account',
    description:
      'From then on, users of the account sign in to the dashboard through this OpenID Connect provider, and no longer with an API key. If the issuer changes, all users have to accept their invitations again.',
    access,
    audit: 'sign_in.changed',
    versioned: false,
    errors: ['account-not-found', 'issuer-refused', 'sign-in-unavailable'],
    input: SignInSettingsInput.extend({ id }),
    output: SignInSettings,
    run: ({ id: accountId, ...settings }, _call, deps) => setSignIn(accountId, settings, deps),
  }),
  own(`GET ${SIGN_IN}`, {
    summary: 'Get the identity provider of an account',
    access,
    audit: 'sign_in.looked_at',
    errors: ['account-not-found', 'sign-in-not-found'],
    input: z.strictObject({ id }),
    output: SignInSettings,
    run: ({ id: accountId }, _call, deps) => getSignIn(accountId, deps),
  }),
  own(`DELETE ${SIGN_IN}`, {
    summary: 'Remove the identity provider of an account',
    description:
      'The sessions of its users end within five seconds. Signing in with an API key is possible again.',
    access,
    audit: 'sign_in.removed',
    versioned: false,
    errors: ['account-not-found', 'sign-in-not-found'],
    input: z.strictObject({ id }),
    output: SignInSettings,
    run: ({ id: accountId }, _call, deps) => removeSignIn(accountId, deps),
  }),
];
