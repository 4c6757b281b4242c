import { AuthorizationCallback, AuthorizationOutcome, finishAuthorization } from '@estate/contracts';
import { ServiceError } from '@estate/errors';
import { z } from 'zod';
import { endUserPage } from '../accounts/authorizations/end-user-page.ts';
import type { GatewayRoute } from '../deps.ts';
import { own } from '../edge/routing/api-route.ts';
import type { Presented } from '../edge/routing/api-route.ts';

/** The timeout; the platform takes part in the response. */
const TIMEOUT_MS = 12_000;

/** `away`: nothing is decided, and the same address may be opened again. */
const Shown = z.union([AuthorizationOutcome, z.object({ kind: z.literal('away') })]);
type Shown = z.infer<typeof Shown>;

const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The route to which a platform redirects an end user; even its errors are pages, because a person reads them. */
export const authorizationRoutes: GatewayRoute[] = [
  own('GET /authorizations/{state}', {
    operationId: 'finishAuthorization',
    summary: 'Finish an authorization',
    description:
      'Marketplaces send end users here. Redirects to the `redirectUrl` of the target with `targetId` and `status` (accepted or rejected) added. If the callback is unknown, expired, forged or already used, the response is an error page.',
    status: 302,
    access: 'open',
    versioned: false,
    input: AuthorizationCallback,
    output: Shown,
    present,
    run: async (callback, call, { askOwner }): Promise<Shown> => {
      try {
        return await askOwner(finishAuthorization, callback, { ...call, timeoutMs: TIMEOUT_MS });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { kind: 'away' };
      }
    },
  }),
];

function present(outcome: Shown): Presented {
  if (outcome.kind === 'redirect') return { headers: { ...HEADERS, location: outcome.location } };
  const { status, body, headers } = endUserPage(outcome.kind === 'away' ? 'away' : outcome.reason);
  return {
    status,
    raw: { mediaType: 'text/html; charset=utf-8', body },
    headers: { ...HEADERS, ...headers },
  };
}
