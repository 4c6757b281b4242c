import { InvalidInput, NotAllowed } from '@estate/errors';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import { z } from 'zod';
import type { Operator } from '../edge/access/operators.ts';
import type { AuditedAct } from '../domain/audit-entry.ts';
import type { OperatorDeps } from './operator-deps.ts';
import { pageSessionRoutes } from '../edge/access/page-session-routes.ts';

const PATH = '/operator/session';
const SignIn = z.strictObject({ operatorKey: z.string().min(1).max(500) });

export type OperatorSessionParts = Pick<
  OperatorDeps,
  'auditLog' | 'guard' | 'looks' | 'operatorSessions' | 'signIn'
>;

/** Signs in to the console with a key of the operator or the operator token, returns the session, signs out. */
export function operatorSessionRoutes(
  parts: OperatorSessionParts,
  publicUrl: string | undefined,
): HttpRoute[] {
  return pageSessionRoutes(
    { path: PATH, publicUrl },
    {
      begin: (request) => signIn(request, parts),
      show: (request) => whoIsIn(request, parts),
      end: (request) => signOut(request, parts),
    },
  );
}

async function signIn(request: HttpRequest, parts: OperatorSessionParts): Promise<HttpAnswer> {
  const { failedSignIns, operators } = parts.guard;
  const given = SignIn.safeParse(request.body);
  if (!given.success) {
    throw new InvalidInput('operatorKey must be an operator key or the operator token.', {
      code: 'validation-failed',
    });
  }
  const operator = await operators.find(given.data.operatorKey.trim());
  if (!operator) {
    failedSignIns.requireFew(request.address);
    failedSignIns.note(request.address);
    throw new NotAllowed('The value is neither the operator token nor an operator key.', {
      code: 'operator-token-wrong',
      reason: 'unauthenticated',
    });
  }
  const cookie = await parts.auditLog.record(actOf('session.started', operator, request), () =>
    Promise.resolve(parts.operatorSessions.begin(operator.proof, request)),
  );
  return { status: 200, body: whoami(operator), cookies: [cookie] };
}

/** Returns the session; also answers without one, because the console asks before the operator has signed in. */
async function whoIsIn(request: HttpRequest, parts: OperatorSessionParts): Promise<HttpAnswer> {
  const operator = await operatorOf(request, parts);
  const hasProvider = await parts.signIn.isPossible('operator');
  return { status: 200, body: operator ? whoami(operator) : { signedIn: false, hasProvider } };
}

/** Ends the session, and a view of an account in the same browser. */
async function signOut(request: HttpRequest, parts: OperatorSessionParts): Promise<HttpAnswer> {
  const { auditLog, looks, operatorSessions } = parts;
  const operator = await operatorOf(request, parts);
  const end = async () => [await operatorSessions.end(request), ...(await looks.end(request))];
  if (!operator) return { status: 200, body: { signedIn: false }, cookies: await end() };
  const cookies = await auditLog.record(actOf('session.ended', operator, request), end);
  const continueAt = 'email' in operator.proof ? await parts.signIn.signOutUrl('operator') : undefined;
  const body = { signedIn: false, ...(continueAt !== undefined && { continueAt }) };
  return { status: 200, body, cookies };
}

async function operatorOf(
  request: HttpRequest,
  { guard, operatorSessions }: OperatorSessionParts,
): Promise<Operator | null> {
  const proof = await operatorSessions.holderOf(request);
  return proof ? guard.operators.findAgain(proof) : null;
}

const whoami = ({ actor: { id, name } }: Operator) => ({
  signedIn: true,
  operator: { ...(id !== undefined && { id }), ...(name !== undefined && { name }) },
});

const actOf = (
  action: 'session.started' | 'session.ended',
  { actor }: Operator,
  { address, requestId }: HttpHead,
): AuditedAct => ({ action, actor, address, requestId, resource: { type: 'session' } });
