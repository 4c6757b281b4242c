import { LINKED_PAGES } from '@estate/contracts';
import type { LinkedPage, Permission, Scope } from '@estate/contracts';
import type { Guard } from '../../src/edge/access/admission.ts';
import type { StoredApiKey } from '../../src/domain/api-key.ts';
import type { StoredDashboardLink } from '../../src/domain/dashboard-link.ts';
import type { StoredUser } from '../../src/domain/user.ts';
import { OPERATOR_TOKEN } from '../matrix/start-bare-gateway.ts';

const NOW = new Date('2026-11-01T08:00:00Z');
const ACCOUNT = 'd1a2b3c4e5f6g7h8i9j0';
const ROLES = ['viewer', 'editor', 'admin'] as const;
const KEYS: Readonly<Record<string, Scope[]>> = {
  'key: read': ['read'],
  'key: write': ['write'],
  'key: read, write': ['read', 'write'],
};

export type CallerName = string;
const nameOfLink = (page: LinkedPage): CallerName => `link: ${page}`;
export const CALLERS: readonly CallerName[] = [
  ...['nobody', ...ROLES, ...Object.keys(KEYS), 'look'],
  ...[...LINKED_PAGES.map(nameOfLink), 'operator'],
];

/** The names of the links that open given pages. */
export const namesOfLinks = (pages: readonly LinkedPage[]): CallerName[] => pages.map(nameOfLink);

/** Who has which permission, in the words of the documentation. */
export const HOLDERS: Readonly<Record<Permission, readonly CallerName[]>> = {
  read: ['viewer', 'editor', 'admin', 'key: read', 'key: read, write', 'look'],
  write: ['editor', 'admin', 'key: write', 'key: read, write'],
  manage: ['admin', 'key: write', 'key: read, write'],
  erase: ['admin', 'key: read, write'],
};

/** The headers with which somebody calls. */
export function headersOf(caller: CallerName): Record<string, string> {
  if (caller === 'nobody') return {};
  if (caller === 'look') return { cookie: 'look=1' };
  if (caller === 'operator') return { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const hasToken = caller in KEYS || caller.startsWith('link');
  return hasToken ? { authorization: `Bearer ${tokenOf(caller)}` } : { cookie: `role=${caller}` };
}

const keyOf = (scopes: Scope[]): StoredApiKey => {
  const shown = { name: 'key', hash: 'h', prefix: 'rek_live_', lastFour: 'abcd' };
  return { id: ACCOUNT, accountId: ACCOUNT, scopes, createdAt: NOW, ...shown };
};

const linkTo = (page: LinkedPage): StoredDashboardLink => {
  const times = { createdAt: NOW, openBefore: NOW, expiresAt: NOW };
  const maker = { createdBy: { kind: 'api_key' }, maker: { keyHash: 'h' }, secretHash: 's' };
  return { id: ACCOUNT, accountId: ACCOUNT, pages: [page], embedOrigins: [], ...maker, ...times };
};

/** The token with which a caller of the table calls. */
const tokenOf = (caller: CallerName): string => caller.replaceAll(/\W+/g, '-');

const userOf = (role: StoredUser['role']): StoredUser => {
  const email = `${role}@example.org`;
  return { id: ACCOUNT, accountId: ACCOUNT, role, email, emailKey: email, invitedAt: NOW };
};

/** Admits the callers of the table by what they send. */
export const guard: Partial<Guard> = {
  keyRing: {
    find: (token) => {
      const known = Object.entries(KEYS).find(([name]) => tokenOf(name) === token);
      return Promise.resolve(known ? keyOf(known[1]) : null);
    },
    findExpired: () => Promise.resolve(null),
  },
  links: {
    isKey: (token) => token.startsWith('link-'),
    find: (token) => {
      const page = LINKED_PAGES.find((one) => tokenOf(nameOfLink(one)) === token);
      return Promise.resolve(page ? linkTo(page) : null);
    },
    isValid: () => Promise.resolve(true),
    embedOriginsOf: () => Promise.resolve([]),
  },
  sessions: {
    holderOf: ({ headers }) => {
      const role = /role=(\w+)/.exec(headers.cookie ?? '')?.[1];
      return Promise.resolve(role === undefined ? undefined : { userId: role, fingerprint: '' });
    },
  },
  looks: {
    find: ({ headers }) => {
      const operator = { actor: { kind: 'operator', name: 'Olga' }, proof: { tokenHash: '' } };
      const look = { accountId: ACCOUNT, reason: 'a support request', untilMs: 0, operator };
      return Promise.resolve(headers.cookie === 'look=1' ? look : undefined);
    },
  },
  members: {
    find: (holder) => {
      const role = ROLES.find((one) => 'userId' in holder && one === holder.userId);
      return Promise.resolve(role ? { user: userOf(role) } : null);
    },
    signInOf: () => Promise.resolve(null),
  },
};
