import { CLIENT, PEOPLE } from '@estate/sandbox/people';
import { ApiRefusal } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

const ROLES = ['admin', 'viewer'];

interface People {
  issuer: string;
  accountId: string;
  /** The client with the operator's token. */
  operator: ApiClient;
  /** The client with the account's key. */
  api: ApiClient;
}

/**
 * Connects the account to the identity provider of the sandbox and invites its users, one for each role. The sign-in page of the dashboard
 * leads them there.
 */
export async function invitePeople({ issuer, accountId, operator, api }: People): Promise<void> {
  const settings = { issuer, ...CLIENT };
  const { signInUrl } = await operator.put<{ signInUrl: string }>(
    `/admin/accounts/${accountId}/sign-in`,
    settings,
  );
  for (const [index, { name, email }] of PEOPLE.entries()) {
    await api.post('/account/users', { name, email, role: ROLES[index] }).catch(unlessInvited);
  }
  const answer = await fetch(`${issuer}/api/account`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signInUrl }),
  });
  if (!answer.ok) throw new Error(`The identity provider rejected the account: ${await answer.text()}`);
}

/** Ignores that an earlier start has invited a user. */
function unlessInvited(error: unknown): void {
  if (error instanceof ApiRefusal && (error.body as { code?: string }).code === 'user-exists') return;
  throw error;
}

/** The permissions of each user, for the table at the end. */
export const peopleRows = (): string[][] =>
  PEOPLE.map(({ name, email }, index) => [`  ${name}`, email, ROLES[index] ?? '']);
