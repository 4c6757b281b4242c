import { PERMISSIONS_OF_ROLE } from '@estate/contracts';
import type { AuditAction } from '@estate/contracts';
import { InvalidInput, NotAllowed } from '@estate/errors';
import type { HttpAnswer, HttpRequest, HttpRoute } from '@estate/http';
import { z } from 'zod';
import { accountLimitOf, customerOf } from '../../edge/access/admission.ts';
import { permissionsOfScopes } from '../../edge/access/permissions.ts';
import type { SessionMember } from '../../edge/access/session-members.ts';
import type { AuditedAct } from '../../domain/audit-entry.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';
import type { StoredUser } from '../../domain/user.ts';
import { beginLinkSession, whoOpenedLink } from '../links/link-session.ts';
import { endLook, whoLooks } from './look-session.ts';
import { pageSessionRoutes } from '../../edge/access/page-session-routes.ts';

const PATH = '/dashboard/session';
const text = z.string().min(1).max(200);
const SignIn = z.strictObject({ apiKey: text });
const OpenLink = z.strictObject({ link: z.strictObject({ id: text, secret: text }) });

export type SessionDeps = Pick<
  AccountsDeps,
  | 'accounts'
  | 'auditLog'
  | 'clock'
  | 'dashboardLinks'
  | 'guard'
  | 'looks'
  | 'sessions'
  | 'signIn'
  | 'signInAddresses'
>;

/** Signs in to the dashboard with an API key, opens a dashboard link, returns the session, signs out. */
export function sessionRoutes(deps: SessionDeps, publicUrl: string | undefined): HttpRoute[] {
  return pageSessionRoutes(
    { path: PATH, publicUrl },
    {
      begin: (request) => signIn(request, deps),
      show: (request) => whoIsIn(request, deps),
      end: (request) => signOut(request, deps),
    },
  );
}

async function signIn(request: HttpRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const { accountRateLimit, keyRing, members, failedSignIns } = deps.guard;
  const opening = OpenLink.safeParse(request.body);
  if (opening.success) return beginLinkSession(opening.data.link, request, deps);
  const given = SignIn.safeParse(request.body);
  if (!given.success) {
    throw new InvalidInput('apiKey must be an API key of the service.', { code: 'validation-failed' });
  }
  const presented = given.data.apiKey.trim();
  const key = await keyRing.find(presented);
  if (!key) {
    failedSignIns.requireFew(request.address);
    failedSignIns.note(request.address);
    const refused = new NotAllowed('The API key is unknown, was revoked or has expired.', {
      code: 'api-key-invalid',
      reason: 'unauthenticated',
    });
    const expired = await keyRing.findExpired(presented);
    if (expired) await deps.auditLog.refused(actOf('session.started', { key: expired }, request), refused);
    throw refused;
  }
  await accountRateLimit.spend(accountLimitOf(key.accountId));
  const act = actOf('session.started', { key }, request);
  return deps.auditLog.record(act, async () => {
    if (await members.signInOf(key.accountId)) {
      const url = deps.signInAddresses.signInUrl(key.accountId);
      throw new NotAllowed(`Users of this account sign in with their own user accounts at ${url}`, {
        code: 'sign-in-by-provider',
      });
    }
    // An operator's view that continues in this browser would hide the new session.
    const cookies = [deps.sessions.begin({ keyHash: key.hash }, request), ...(await deps.looks.end(request))];
    return { status: 200, body: await whoami({ key }, deps), cookies };
  });
}

/** Ends the session or the operator's view. A user is redirected to the provider, if that can end its own session. */
async function signOut(request: HttpRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const ended = await endLook(request, deps);
  if (ended) return ended;
  const member = await memberOf(request, deps);
  const end = async () => {
    const cookie = await deps.sessions.end(request);
    const continueAt =
      member && 'user' in member
        ? await deps.signIn.signOutUrl({ accountId: member.user.accountId })
        : undefined;
    const body = { signedIn: false, ...(continueAt !== undefined && { continueAt }) };
    return { status: 200, body, cookies: [cookie] };
  };
  return member ? deps.auditLog.record(actOf('session.ended', member, request), end) : end();
}

function actOf(action: AuditAction, member: SessionMember, { address, requestId }: HttpRequest): AuditedAct {
  const { accountId, actor } = customerOf(member);
  return { action, accountId, actor, address, requestId, resource: { type: 'session' } };
}

/** Returns the session; also answers without one, because the dashboard asks before the user has signed in. */
async function whoIsIn(request: HttpRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const opened = await whoOpenedLink(request, deps);
  if (opened) return opened;
  const looking = await whoLooks(request, deps);
  if (looking) return looking;
  const member = await memberOf(request, deps);
  return { status: 200, body: member ? await whoami(member, deps) : { signedIn: false } };
}

/** The key or the user of a request's session. */
async function memberOf(request: HttpRequest, deps: SessionDeps): Promise<SessionMember | null> {
  const holder = await deps.sessions.holderOf(request);
  return holder === undefined ? null : deps.guard.members.find(holder);
}

async function whoami(member: SessionMember, { accounts }: SessionDeps): Promise<object> {
  const { accountId } = 'key' in member ? member.key : member.user;
  const { id, name } = await accounts.get(accountId);
  return { signedIn: true, account: { id, name }, ...('key' in member ? ofKey(member) : ofUser(member)) };
}

const ofKey = ({ key: { id, name, prefix, lastFour, scopes } }: { key: StoredApiKey }) => ({
  key: { id, name, prefix, lastFour },
  scopes,
  permissions: permissionsOfScopes(scopes),
});

const ofUser = ({ user: { id, name, email, role } }: { user: StoredUser }) => ({
  user: { id, email, role, ...(name !== undefined && { name }) },
  permissions: PERMISSIONS_OF_ROLE[role],
});
