import { Client, isApiError } from '@estate/client';
import { sessionHeaders } from './session.ts';

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

/** Errors that a retry does not change. */
export const isFinal = (error: unknown): boolean => isApiError(error) && error.status < 500;

/** True if the resource does not exist any more. */
export const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** The resource, or null if it does not exist any more. */
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
