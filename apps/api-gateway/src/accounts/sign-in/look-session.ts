import { NotAllowed } from '@estate/errors';
import type { HttpAnswer, HttpRequest } from '@estate/http';
import { customerOfLook } from '../../edge/access/admission.ts';
import type { Looking } from '../../edge/access/looks.ts';
import type { AccountsDeps } from '../accounts-deps.ts';

type Parts = Pick<AccountsDeps, 'accounts' | 'auditLog' | 'looks'>;

const OVER = { signedIn: false };
const CONSOLE = '/operator/';

/** The response to a browser in which an operator views an account; undefined for any other. */
export const whoLooks = (request: HttpRequest, parts: Parts): Promise<HttpAnswer | undefined> =>
  ofLook(request, { ...parts, over: OVER }, async (look) => {
    const { id, name } = await parts.accounts.get(look.accountId);
    const { permissions, actor } = customerOfLook(look);
    const { reason, untilMs } = look;
    const until = new Date(untilMs).toISOString();
    return {
      status: 200,
      body: { signedIn: true, account: { id, name }, permissions, look: { reason, until, operator: actor } },
    };
  });

/** Ends an operator's view in a browser, which goes back to the console; undefined for a browser without one. */
export const endLook = (request: HttpRequest, parts: Parts): Promise<HttpAnswer | undefined> =>
  ofLook(request, { ...parts, over: { ...OVER, continueAt: CONSOLE } }, async (look) => {
    const { accountId, operator } = look;
    const { address, requestId } = request;
    const about = { accountId, actor: operator.actor, address, requestId };
    const act = { action: 'session.ended', ...about, resource: { type: 'session' } } as const;
    const cookies = await parts.auditLog.record(act, () => parts.looks.end(request));
    const body = { signedIn: false, continueAt: `${CONSOLE}accounts/${accountId}` };
    return { status: 200, body, cookies };
  });

/** The response for a view, or the error for one that has ended. */
async function ofLook(
  request: HttpRequest,
  { looks, over }: Parts & { over: object },
  answer: (look: Looking) => Promise<HttpAnswer>,
): Promise<HttpAnswer | undefined> {
  const look = await looks.find(request).catch((error: unknown) => {
    if (error instanceof NotAllowed && error.reason === 'unauthenticated') return 'over' as const;
    throw error;
  });
  if (look === undefined) return undefined;
  if (look !== 'over') return answer(look);
  return { status: 200, body: over, cookies: await looks.end(request) };
}
