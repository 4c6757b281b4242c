import type { Scope } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import type { HttpHead } from '@estate/http';
import { secretsEqual } from '@estate/vault';
import type { DashboardSessions } from '../dashboard/sessions.ts';
import type { StoredApiKey } from '../domain/api-key.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import type { KeyRing } from './key-ring.ts';
import type { RateLimit } from './rate-limit.ts';

/** Who may use a route: anyone, a key with a scope, or the operator. */
export type Access = 'open' | 'operator' | Scope;

export interface Caller {
  /** Empty for the operator and for anyone. */
  accountId: string;
  requestId: string;
  /** The key that a customer came with. */
  key?: StoredApiKey;
}

/** Decides which requests reach their route. */
export interface Guard {
  keyRing: Pick<KeyRing, 'find' | 'findByHash'>;
  sessions: Pick<DashboardSessions, 'keyHashOf'>;
  rateLimit: Pick<RateLimit, 'spend'>;
  failedAttempts: Pick<FailedAttempts, 'requireFew' | 'note'>;
  operatorToken: string;
}

const unauthenticated = (message: string, code: string) =>
  new NotAllowed(message, { code, reason: 'unauthenticated' });

/** Lets a caller in, before the body is read. @throws NotAllowed, and HttpRefusal 429 */
export async function admit(access: Access, head: HttpHead, guard: Guard): Promise<Caller> {
  const { requestId } = head;
  if (access === 'open') return { accountId: '', requestId };
  try {
    if (access === 'operator') return admitOperator(head, guard);
    const key = await admitKey(head, guard);
    await guard.rateLimit.spend(key.id, head.answerHeaders);
    requireScope(key, access);
    return { accountId: key.accountId, requestId, key };
  } catch (error) {
    if (error instanceof NotAllowed && error.reason === 'unauthenticated') {
      // Valid credentials never get here, whatever failed from the same address.
      guard.failedAttempts.requireFew(head.address);
      guard.failedAttempts.note(head.address);
    }
    throw error;
  }
}

function admitOperator({ headers, requestId }: HttpHead, guard: Guard): Caller {
  if (!secretsEqual(bearer(headers.authorization), guard.operatorToken)) {
    throw unauthenticated('The operation requires the operator token.', 'operator-token-wrong');
  }
  return { accountId: '', requestId };
}

async function admitKey(head: HttpHead, guard: Guard): Promise<StoredApiKey> {
  const { authorization } = head.headers;
  if (authorization === undefined) {
    const keyHash = await guard.sessions.keyHashOf(head);
    if (keyHash !== undefined) return admitSession(keyHash, guard);
  }
  const key = await guard.keyRing.find(bearer(authorization));
  if (key) return key;
  throw unauthenticated('The API key is unknown, was revoked or has expired.', 'api-key-invalid');
}

/** A session ends with its key. */
async function admitSession(keyHash: string, { keyRing }: Guard): Promise<StoredApiKey> {
  const key = await keyRing.findByHash(keyHash);
  if (key) return key;
  throw unauthenticated(
    'The session has ended, because its API key was revoked or has expired.',
    'session-over',
  );
}

function requireScope({ scopes }: StoredApiKey, access: Scope): void {
  if (scopes.includes(access)) return;
  throw new NotAllowed(`The API key lacks the scope ${access}.`, { code: 'scope-missing' });
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
