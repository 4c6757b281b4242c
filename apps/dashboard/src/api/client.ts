import { Client, isApiError } from '@estate/client';
import type { Scope } from '@estate/client';

const SESSION = '/dashboard/session';
/** Tells the gateway that the dashboard itself asks, and no other page. */
const OWN_PAGE = { 'x-estate-dashboard': '1' };

export interface SignedIn {
  signedIn: true;
  account: { id: string; name: string };
  key: { id: string; name: string; prefix: string; lastFour: string };
  scopes: Scope[];
}

export type Session = SignedIn | { signedIn: false };

/** The session ended while the page was open: its twelve hours are over, or its key was revoked. */
export const SESSION_OVER = 'estate-session-over';

const pageFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(OWN_PAGE)) headers.set(name, value);
  const answer = await fetch(input, { ...init, headers, credentials: 'same-origin' });
  if (answer.status === 401) window.dispatchEvent(new Event(SESSION_OVER));
  return answer;
};

/** The public API, with the session's cookie in the place of a key. */
export const api = new Client({ baseUrl: '', fetch: pageFetch, retries: 1 });

async function sessionCall(method: string, body?: object): Promise<Session> {
  const answer = await fetch(SESSION, {
    method,
    headers: { ...OWN_PAGE, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const told = (await answer.json()) as Session & { message?: string };
  if (!answer.ok) throw new Error(told.message ?? String(answer.status));
  return told;
}

export const session = {
  read: () => sessionCall('GET'),
  begin: (apiKey: string) => sessionCall('POST', { apiKey }),
  end: () => sessionCall('DELETE'),
};

/** Errors that a repeat does not change. */
export const isFinal = (error: unknown): boolean => isApiError(error) && error.status < 500;
