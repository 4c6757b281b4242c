import type { Permission, Role } from '@estate/client';
import { keepLinkToken, linkSecret, linkToken, noteLink, openedLink } from './opened-link.ts';

const SESSION = '/dashboard/session';
/** Proves to the gateway that the request comes from the dashboard and not from another page. */
const pageHeaders = { 'x-estate-dashboard': '1' };

/** The session key of a link, sent with each call because frames of other sites get no cookies. */
export function sessionHeaders(): Record<string, string> {
  const token = linkToken();
  return { ...pageHeaders, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
}

export interface SignedIn {
  signedIn: true;
  account: { id: string; name: string };
  permissions: Permission[];
  /** The key of a session that began with an API key. */
  key?: { id: string; name: string; prefix: string; lastFour: string };
  /** The link of a session that began with a dashboard link. */
  link?: { pages: string[]; until: string; name?: string; returnUrl?: string };
  /** Present if an operator views the account. */
  look?: { reason: string; until: string; operator: { name?: string } };
  /** The user of a session that began at the identity provider of the account. */
  user?: { id: string; email: string; name?: string; role: Role };
  /** The key of a session that has just begun with a dashboard link. */
  token?: string;
}

/** `continueAt`: the address at which the browser also signs out of the identity provider. */
export type Session = SignedIn | { signedIn: false; continueAt?: string };

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

/** Starts a session with the link of the page, or continues its session. */
async function linkSession(id: string): Promise<Session> {
  const isOpened = linkToken() !== undefined;
  const now = await (isOpened
    ? sessionCall('GET')
    : sessionCall('POST', { link: { id, secret: linkSecret } }));
  if (now.signedIn && now.token !== undefined) keepLinkToken(now.token);
  if (now.signedIn && now.link) noteLink(now.link);
  return now;
}

const readNow = () => (openedLink ? linkSession(openedLink.id) : sessionCall('GET'));
let early: Promise<Session> | undefined;

/** Reads the session while the scripts are loaded. Errors are thrown once the page reads the session. */
export function readSessionEarly(): void {
  early = readNow();
  early.catch(() => undefined);
}

export const session = {
  read: () => {
    const first = early ?? readNow();
    early = undefined;
    return first;
  },
  begin: (apiKey: string) => sessionCall('POST', { apiKey }),
  end: () => sessionCall('DELETE'),
};
