import type { Scope } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';
import { secretsEqual } from '@estate/vault';
import type { KeyRing } from './key-ring.ts';

/** Who may use a route: anyone, a key with a scope, or the operator. */
export type Access = 'open' | 'operator' | Scope;

export interface Caller {
  accountId: string;
  requestId: string;
}

const unauthenticated = (message: string, code: string) =>
  new NotAllowed(message, { code, reason: 'unauthenticated' });

/** Lets a caller in, before the body is read. @throws NotAllowed */
export async function admit(
  access: Access,
  { headers, requestId }: HttpHead,
  guard: { keyRing: KeyRing; operatorToken: string },
): Promise<Caller> {
  if (access === 'open') return { accountId: '', requestId };
  const presented = bearer(headers.authorization);
  if (access === 'operator') {
    if (!secretsEqual(presented, guard.operatorToken)) {
      throw unauthenticated('This needs the operator token.', 'operator-token-wrong');
    }
    return { accountId: '', requestId };
  }
  const key = await guard.keyRing.find(presented);
  if (!key) {
    throw unauthenticated('The API key is not known, was revoked or has expired.', 'api-key-invalid');
  }
  if (!key.scopes.includes(access)) {
    throw new NotAllowed(`The API key lacks the scope ${access}.`, { code: 'scope-missing' });
  }
  return { accountId: key.accountId, requestId };
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
    throw unauthenticated('The header Authorization must read Bearer <API_KEY>.', 'api-key-malformed');
  }
  return token;
}
