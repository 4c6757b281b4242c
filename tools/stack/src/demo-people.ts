import { CLIENT, PEOPLE } from '@estate/sandbox/people';
import { ApiRefusal } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

const ROLES = ['admin', 'viewer'];

interface People {
  issuer: string;
  accountId: string;
  /** With the token of the operator. */
  operator: ApiClient;
  /** With the key of the account. */
  api: ApiClient;
}

/**
 * Connects the account to the identity provider of the sandbox and invites its people, each with a role of its own. The sign-in page of
 * the dashboard leads them there.
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

/** An earlier start has invited them. */
function unlessInvited(error: unknown): void {
  if (error instanceof ApiRefusal && (error.body as { code?: string }).code === 'user-exists') return;
  throw error;
}

/** The permissions of each person, for the table at the end. */
export const peopleRows = (): string[][] =>
  PEOPLE.map(({ name, email }, index) => [`  ${name}`, email, ROLES[index] ?? '']);
