import { InvalidInput, NotAllowed } from '@estate/errors';
import { route } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { withServiceErrors } from '../routing/with-service-errors.ts';
import type { StoredApiKey } from '../domain/api-key.ts';
import { requireOwnPage } from './own-page.ts';

const PATH = '/dashboard/session';
const SignIn = z.strictObject({ apiKey: z.string().min(1).max(200) });

export type SessionDeps = Pick<Deps, 'accounts' | 'guard' | 'sessions'>;

/** Signs in to the dashboard with an API key, shows who is signed in, signs out. */
export function sessionRoutes(deps: SessionDeps, publicUrl: string | undefined): HttpRoute[] {
  const admit = (head: HttpHead) => {
    requireOwnPage(head, publicUrl);
    return Promise.resolve();
  };
  const session = (
    method: HttpRoute['method'],
    work: (request: HttpRequest) => Promise<HttpAnswer>,
  ): HttpRoute =>
    route({ method, path: PATH, admit, handle: (request) => withServiceErrors(() => work(request)) });
  return [
    session('POST', (request) => signIn(request, deps)),
    session('GET', (request) => whoIsIn(request, deps)),
    session('DELETE', async (request) => ({
      status: 200,
      body: { signedIn: false },
      headers: { 'set-cookie': await deps.sessions.end(request) },
    })),
  ];
}

async function signIn(request: HttpRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const { keyRing, failedAttempts } = deps.guard;
  const given = SignIn.safeParse(request.body);
  if (!given.success) {
    throw new InvalidInput('apiKey must be an API key of the service.', { code: 'validation-failed' });
  }
  const key = await keyRing.find(given.data.apiKey.trim());
  if (!key) {
    failedAttempts.requireFew(request.address);
    failedAttempts.note(request.address);
    throw new NotAllowed('The API key is unknown, was revoked or has expired.', {
      code: 'api-key-invalid',
      reason: 'unauthenticated',
    });
  }
  const cookie = deps.sessions.begin(key.hash, request);
  return { status: 200, body: await whoami(key, deps), headers: { 'set-cookie': cookie } };
}

/** Also answers without a session, because the dashboard asks before the user has signed in. */
async function whoIsIn(request: HttpRequest, deps: SessionDeps): Promise<HttpAnswer> {
  const keyHash = await deps.sessions.keyHashOf(request);
  const key = keyHash === undefined ? null : await deps.guard.keyRing.findByHash(keyHash);
  return { status: 200, body: key ? await whoami(key, deps) : { signedIn: false } };
}

async function whoami(key: StoredApiKey, { accounts }: SessionDeps): Promise<object> {
  const { id, name } = await accounts.get(key.accountId);
  return {
    signedIn: true,
    account: { id, name },
    key: { id: key.id, name: key.name, prefix: key.prefix, lastFour: key.lastFour },
    scopes: key.scopes,
  };
}
