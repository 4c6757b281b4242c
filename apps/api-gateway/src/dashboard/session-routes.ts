import type { Scope } from '@estate/contracts';
import { InvalidInput, NotAllowed } from '@estate/errors';
import { route } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import { toServiceError } from '@estate/persistence';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { StoredApiKey } from '../domain/api-key.ts';
import { requireOwnPage } from './own-page.ts';
import type { DashboardSessions } from './sessions.ts';

const PATH = '/dashboard/session';
const SignIn = z.strictObject({ apiKey: z.string().min(1).max(200) });

/** The signed-in user, for the dashboard. */
interface Whoami {
  signedIn: true;
  account: { id: string; name: string };
  key: { id: string; name: string; prefix: string; lastFour: string };
  scopes: readonly Scope[];
}

export interface SessionDeps extends Pick<Deps, 'accounts' | 'guard'> {
  sessions: DashboardSessions;
}

/** Signs in to the dashboard with an API key, shows who is signed in, signs out. */
export function sessionRoutes(deps: SessionDeps, publicUrl: string | undefined): HttpRoute[] {
  const admit = (head: HttpHead) => {
    requireOwnPage(head, publicUrl);
    return Promise.resolve();
  };
  const turn = (
    method: HttpRoute['method'],
    work: (request: HttpRequest) => Promise<HttpAnswer>,
  ): HttpRoute => {
    const handle = async (request: HttpRequest) => {
      try {
        return await work(request);
      } catch (error) {
        throw toServiceError(error);
      }
    };
    return route({ method, path: PATH, admit, handle });
  };
  return [
    turn('POST', (request) => signIn(request, deps)),
    turn('GET', (request) => whoIsIn(request, deps)),
    turn('DELETE', async (request) => ({
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

async function whoami(key: StoredApiKey, { accounts }: SessionDeps): Promise<Whoami> {
  const { id, name } = await accounts.get(key.accountId);
  return {
    signedIn: true,
    account: { id, name },
    key: { id: key.id, name: key.name, prefix: key.prefix, lastFour: key.lastFour },
    scopes: key.scopes,
  };
}
