import { z } from 'zod';
import { defineOperation } from './define-operation.ts';

const parameter = z.string().max(1000);

/** The parameters of the platform's redirect to the service; parameters of its own are ignored. */
export const AuthorizationCallback = z.object({
  state: parameter,
  oauth_token: parameter.optional(),
  oauth_verifier: parameter.optional(),
});
export type AuthorizationCallback = z.infer<typeof AuthorizationCallback>;

export const CALLBACK_REFUSALS = ['unknown', 'used', 'expired', 'forged', 'superseded', 'refused'] as const;
export type CallbackRefusal = (typeof CALLBACK_REFUSALS)[number];

/** `redirect`: the decision is stored and the end user is redirected; `refuse`: the callback is invalid, for the given reason. */
export const AuthorizationOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), status: z.enum(['accepted', 'rejected']), location: z.string() }),
  z.object({ kind: z.literal('refuse'), reason: z.enum(CALLBACK_REFUSALS) }),
]);
export type AuthorizationOutcome = z.infer<typeof AuthorizationOutcome>;

/** Ends a redirect flow; Unavailable while the platform cannot be reached: the callback may then be retried. */
export const finishAuthorization = defineOperation({
  subject: 'ask.distribution.finish-authorization',
  input: AuthorizationCallback,
  output: AuthorizationOutcome,
});
