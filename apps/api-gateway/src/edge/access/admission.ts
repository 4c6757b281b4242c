import { PERMISSIONS_OF_ROLE } from '@estate/contracts';
import type { Access, Actor, ActorKind, LinkedPage, Permission } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';
import type { DashboardSessions, OperatorSessions } from './sessions.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';
import { actorOfLink } from '../../domain/dashboard-link.ts';
import type { StoredDashboardLink } from '../../domain/dashboard-link.ts';
import { actorNameOf } from '../../domain/user.ts';
import type { StoredUser } from '../../domain/user.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import type { KeyRing } from './key-ring.ts';
import type { Looking, Looks } from './looks.ts';
import type { OpenedLinks } from './opened-links.ts';
import type { Operator, Operators } from './operators.ts';
import { permissionsOfScopes } from './permissions.ts';
import type { RateLimit } from './rate-limit.ts';
import type { SessionMember, SessionMembers } from './session-members.ts';

export interface Caller {
  /** Empty for the operator and for anonymous callers. */
  accountId: string;
  requestId: string;
  /** The permissions of the caller in the account; none for the operator and for anonymous callers. */
  permissions: readonly Permission[];
  /** Undefined if anyone may call. */
  actor?: Actor;
  /** The key of the call. */
  key?: StoredApiKey;
  /** The user of the session. */
  user?: StoredUser;
  /** The dashboard link that the caller has opened. */
  link?: StoredDashboardLink;
  /** The operator who calls, or who views the account. */
  operator?: Operator;
}

/** The parts that decide which requests reach their route. */
export interface Guard {
  keyRing: Pick<KeyRing<StoredApiKey>, 'find' | 'findExpired'>;
  sessions: Pick<DashboardSessions, 'holderOf'>;
  members: Pick<SessionMembers, 'find' | 'signInOf'>;
  rateLimit: Pick<RateLimit, 'spend'>;
  accountRateLimit: Pick<RateLimit, 'spend'>;
  failedAttempts: Pick<FailedAttempts, 'requireFew' | 'note'>;
  /** Counted separately, so that a program with a wrong key does not keep the people of its office from signing in. */
  failedSignIns: Pick<FailedAttempts, 'requireFew' | 'note' | 'secondsLeft'>;
  operatorSessions: Pick<OperatorSessions, 'holderOf'>;
  operators: Pick<Operators, 'find' | 'findAgain'>;
  looks: Pick<Looks, 'find'>;
  links: Pick<OpenedLinks, 'find' | 'isKey' | 'isValid' | 'embedOriginsOf'>;
}

const unauthenticated = (message: string, code: string) =>
  new NotAllowed(message, { code, reason: 'unauthenticated' });

/** The requirements of a route for its callers. */
export interface Admission {
  access: Access;
  /** True for a file that a page of the dashboard may show by its address. */
  isFile?: boolean;
  /** The pages of dashboard links that use the route; by default it is closed to all links. */
  linkedPages?: readonly LinkedPage[];
}

/** Admits a caller before the body is read. @throws NotAllowed, and HttpRefusal 429 */
export async function admit(admission: Admission, head: HttpHead, guard: Guard): Promise<Caller> {
  const { access, isFile = false } = admission;
  const { requestId } = head;
  if (access === 'open') return { accountId: '', requestId, permissions: [] };
  try {
    if (access === 'operator') return await admitOperator(head, guard);
    const { limitedBy, ...customer } = await admitCustomer(head, guard, isFile);
    const { accountId, actor } = customer;
    // Known from here on, also if the limit or the permissions end the request.
    Object.assign(head.notes, { accountId, actor });
    const counted = (id: string) => (isFile ? `${id}/files` : id);
    Object.assign(head.answerHeaders, await guard.rateLimit.spend(counted(limitedBy)));
    if (!customer.operator) await guard.accountRateLimit.spend(counted(accountLimitOf(accountId)));
    requirePage(customer, admission);
    requirePermission(customer, access);
    return { requestId, ...customer };
  } catch (error) {
    if (error instanceof NotAllowed && error.reason === 'unauthenticated') {
      // Valid credentials never get here, regardless of failures from the same address.
      guard.failedAttempts.requireFew(head.address);
      guard.failedAttempts.note(head.address);
    }
    throw error;
  }
}

async function admitOperator(head: HttpHead, guard: Guard): Promise<Caller> {
  const operator = await operatorOf(head, guard);
  const { actor } = operator;
  head.notes.actor = actor;
  return { accountId: '', requestId: head.requestId, permissions: [], actor, operator };
}

async function operatorOf(head: HttpHead, { operators, operatorSessions }: Guard): Promise<Operator> {
  const { authorization } = head.headers;
  const proof = authorization === undefined ? await operatorSessions.holderOf(head) : undefined;
  if (proof) {
    const operator = await operators.findAgain(proof);
    if (operator) return operator;
    const why = 'the key was revoked, or this person is no longer an operator';
    throw unauthenticated(`The session has ended: ${why}.`, 'session-over');
  }
  const operator = await operators.find(bearer(authorization));
  if (operator) return operator;
  throw unauthenticated(
    'The operation requires the operator token or an operator key.',
    'operator-token-wrong',
  );
}

/** The name under which requests count towards the limit of an account. A first key has the id of its account. */
export const accountLimitOf = (accountId: string): string => `account/${accountId}`;

/** A caller with an account: by an API key, a session of the dashboard, or an operator's view. */
interface Customer extends Omit<Caller, 'requestId' | 'actor'> {
  actor: Actor;
  /** Requests with the same name are counted together. */
  limitedBy: string;
}

async function admitCustomer(head: HttpHead, guard: Guard, isFile: boolean): Promise<Customer> {
  const { authorization } = head.headers;
  if (authorization === undefined) {
    const look = await guard.looks.find(head, { isFile });
    if (look) return customerOfLook(look);
    const holder = await guard.sessions.holderOf(head, { isFile });
    if (holder !== undefined) return ofSession(await guard.members.find(holder));
  }
  const presented = bearer(authorization);
  if (guard.links.isKey(presented)) return ofLinkSession(await guard.links.find(presented));
  const key = await guard.keyRing.find(presented);
  if (key) return ofKey(key, 'api_key');
  throw unauthenticated('The API key is unknown, was revoked or has expired.', 'api-key-invalid');
}

/** The caller of a session, which ends with its key or its user. */
function ofSession(member: SessionMember | null): Customer {
  if (!member) {
    const why = 'its API key was revoked or has expired, its user was removed, or the sign-in was changed';
    throw unauthenticated(`The session has ended: ${why}.`, 'session-over');
  }
  return customerOf(member);
}

/** The caller for an operator's view of an account, with the permissions of a viewer. */
export function customerOfLook({ accountId, operator }: Looking): Customer {
  const { actor } = operator;
  return {
    accountId,
    permissions: PERMISSIONS_OF_ROLE.viewer,
    actor,
    operator,
    limitedBy: `look/${actor.id ?? actor.name ?? ''}`,
  };
}

/** The caller of a session of the dashboard. */
export function customerOf(member: SessionMember): Customer {
  if ('key' in member) return ofKey(member.key, 'dashboard');
  const { user } = member;
  const kind: ActorKind = 'user';
  return {
    accountId: user.accountId,
    permissions: PERMISSIONS_OF_ROLE[user.role],
    actor: { kind, id: user.id, name: actorNameOf(user) },
    user,
    limitedBy: user.id,
  };
}

function ofLinkSession(link: StoredDashboardLink | null): Customer {
  if (link) return customerOfLink(link);
  const why = 'the link has expired or was revoked, or its key or user can no longer create links';
  throw unauthenticated(`The session of the dashboard link has ended: ${why}.`, 'session-over');
}

/** The caller with an open dashboard link: all permissions on its pages, and none elsewhere. */
export const customerOfLink = (link: StoredDashboardLink): Customer => ({
  accountId: link.accountId,
  permissions: ['read', 'write', 'manage'],
  actor: actorOfLink(link),
  link,
  limitedBy: link.id,
});

const ofKey = (key: StoredApiKey, kind: ActorKind): Customer => ({
  accountId: key.accountId,
  permissions: permissionsOfScopes(key.scopes),
  actor: { kind, id: key.id, name: key.name },
  key,
  limitedBy: key.id,
});

function requirePage({ link }: Pick<Customer, 'link'>, { linkedPages = [] }: Admission): void {
  if (!link || linkedPages.some((page) => link.pages.includes(page))) return;
  throw new NotAllowed(`The dashboard link opens only these pages: ${link.pages.join(', ')}.`, {
    code: 'page-not-linked',
  });
}

/** The scopes for a permission, in words. */
const SCOPES_FOR: Readonly<Record<Permission, string>> = {
  read: 'the scope read',
  write: 'the scope write',
  manage: 'the scope write',
  erase: 'the scope read or write; erasing personal data requires both',
};

/** The roles with a permission, in words. */
const ROLES_FOR: Readonly<Record<Permission, string>> = {
  read: 'viewer',
  write: 'editor',
  manage: 'admin',
  erase: 'admin',
};

function requirePermission(
  { permissions, user, operator }: Omit<Customer, 'limitedBy'>,
  access: Permission,
): void {
  if (permissions.includes(access)) return;
  if (operator) {
    throw new NotAllowed(
      'An operator who views an account has the permissions of the role viewer and cannot change anything.',
      {
        code: 'look-is-read-only',
      },
    );
  }
  if (!user) throw new NotAllowed(`The API key lacks ${SCOPES_FOR[access]}.`, { code: 'scope-missing' });
  throw new NotAllowed(`Your role is ${user.role}. The operation requires the role ${ROLES_FOR[access]}.`, {
    code: 'role-insufficient',
  });
}

function bearer(header: string | undefined): string {
  if (header === undefined) {
    throw unauthenticated(
      'Send an API key in the header Authorization: Bearer <API_KEY>.',
      'api-key-missing',
    );
  }
  const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1];
  if (token === undefined) {
    throw unauthenticated(
      'The header Authorization must have the form Bearer <API_KEY>.',
      'api-key-malformed',
    );
  }
  return token;
}
