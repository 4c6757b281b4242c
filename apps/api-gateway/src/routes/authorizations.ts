import { AuthorizationCallback, AuthorizationOutcome, finishAuthorization } from '@estate/contracts';
import { ServiceError } from '@estate/errors';
import { z } from 'zod';
import { endUserPage } from '../authorizations/end-user-page.ts';
import { own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** Talking to the marketplace takes longer than most questions. */
const TIMEOUT_MS = 12_000;

/** `away`: nothing is decided, and the same address may be opened again. */
const Shown = z.union([AuthorizationOutcome, z.object({ kind: z.literal('away') })]);
type Shown = z.infer<typeof Shown>;

/** Where an end user comes back to from a marketplace; a person reads the answer, so even its errors are pages. */
export const authorizationRoutes: ApiRoute[] = [
  {
    ...own(
      {
        method: 'GET',
        path: '/authorizations/{state}',
        summary: 'Finish an authorization',
        description:
          'Marketplaces send end users here. Redirects to the `redirectUrl` of the target with `targetId` and `status` (accepted or rejected) added; for a callback that is unknown, expired, forged or already used, the response is an error page.',
        status: 302,
        access: 'open',
        versioned: false,
      },
      { input: AuthorizationCallback, output: Shown },
      async (callback, call, { bus }): Promise<Shown> => {
        try {
          return await bus.ask(finishAuthorization, callback, call, { timeoutMs: TIMEOUT_MS });
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          return { kind: 'away' };
        }
      },
    ),
    present: (output) => present(output as Shown),
  },
];

const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

function present(outcome: Shown): ReturnType<NonNullable<ApiRoute['present']>> {
  if (outcome.kind === 'redirect') return { headers: { ...HEADERS, location: outcome.location } };
  const { status, body, headers } = endUserPage(outcome.kind === 'away' ? 'away' : outcome.reason);
  return {
    status,
    raw: { mediaType: 'text/html; charset=utf-8', body },
    headers: { ...HEADERS, ...headers },
  };
}
