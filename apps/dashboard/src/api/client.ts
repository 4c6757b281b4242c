import { Client, isApiError } from '@estate/client';
import type { Permission, Role } from '@estate/client';
import { keepLinkToken, linkSecret, linkToken, noteLink, openedLink } from './opened-link.ts';

const SESSION = '/dashboard/session';
/** Shows the gateway that the request comes from the dashboard and not from another page. */
const pageHeaders = { 'x-estate-dashboard': '1' };

/** Frames of other sites get no cookies, so the session of a link is a key that each call sends. */
function sessionHeaders(): Record<string, string> {
  const token = linkToken();
  return { ...pageHeaders, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
}

export interface SignedIn {
  signedIn: true;
  account: { id: string; name: string };
  permissions: Permission[];
  /** Of a session that began with an API key. */
  key?: { id: string; name: string; prefix: string; lastFour: string };
  /** Of a session that began with a dashboard link. */
  link?: { pages: string[]; until: string; name?: string; returnUrl?: string };
  /** An operator looks at the account. */
  look?: { reason: string; until: string; operator: { name?: string } };
  /** Of a session that began at the identity provider of the account. */
  user?: { id: string; email: string; name?: string; role: Role };
  /** The key of a session that has just begun with a dashboard link. */
  token?: string;
}

/** `continueAt`: where the browser signs out of the identity provider, too. */
export type Session = SignedIn | { signedIn: false; continueAt?: string };

/** The session ended while the page was open: its twelve hours are over, its key was revoked, or its user was removed. */
export const SESSION_OVER = 'estate-session-over';

/** A call from the page, with its session. */
export const withSession =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(sessionHeaders())) headers.set(name, value);
    const answer = await send(input, { ...init, headers, credentials: 'same-origin' });
    if (answer.status === 401) window.dispatchEvent(new Event(SESSION_OVER));
    return answer;
  };

export const pageFetch = withSession((input, init) => fetch(input, init));

/** The public API, with the session's cookie in the place of a key. */
export const api = new Client({ baseUrl: '', fetch: pageFetch, retries: 1 });

async function sessionCall(method: string, body?: object): Promise<Session> {
  const answer = await fetch(SESSION, {
    method,
    headers: { ...sessionHeaders(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Session & { message?: string };
  if (answer.status === 401 && openedLink) return { signedIn: false };
  if (!answer.ok) throw new Error(read.message ?? String(answer.status));
  return read;
}

/** Opens the link that the page was gone to with, or goes on with its session. */
async function linkSession(id: string): Promise<Session> {
  const isOpened = linkToken() !== undefined;
  const now = await (isOpened
    ? sessionCall('GET')
    : sessionCall('POST', { link: { id, secret: linkSecret } }));
  if (now.signedIn && now.token !== undefined) keepLinkToken(now.token);
  if (now.signedIn && now.link) noteLink(now.link);
  return now;
}

export const session = {
  read: () => (openedLink ? linkSession(openedLink.id) : sessionCall('GET')),
  begin: (apiKey: string) => sessionCall('POST', { apiKey }),
  end: () => sessionCall('DELETE'),
};

/** Errors that a retry does not change. */
export const isFinal = (error: unknown): boolean => isApiError(error) && error.status < 500;

/** Whether what was read does not exist any more. */
export const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** What is read, or null if it does not exist any more. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of list) all.push(item);
  return all;
}
