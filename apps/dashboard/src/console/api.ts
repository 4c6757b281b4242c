import { ApiError } from '@estate/client';
import type { Page } from '@estate/client';
import { pageFetch } from '../api/client.ts';

const SESSION = '/operator/session';

export interface Operator {
  id?: string;
  name?: string;
}

/** `hasProvider`: operators can sign in through their provider. `continueAt`: the address at which the browser also signs out of it. */
export type OperatorSession =
  | { signedIn: true; operator: Operator }
  | { signedIn: false; hasProvider?: boolean; continueAt?: string };

interface Ask {
  method?: string;
  body?: object;
  signal?: AbortSignal;
}

/** Calls a route of the operator. @throws ApiError */
export async function operate<T>(path: string, { method = 'GET', body, signal }: Ask = {}): Promise<T> {
  const answer = await pageFetch(path, {
    method,
    ...(signal && { signal }),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as T & Partial<ApiError>;
  if (answer.ok) return read;
  const { error = '', code = 'unknown', requestId, details, message = String(answer.status) } = read;
  throw new ApiError({
    status: answer.status,
    error,
    code,
    requestId,
    details,
    message,
    retryAfterMs: undefined,
  });
}

export const operatorSession = {
  read: () => operate<OperatorSession>(SESSION),
  begin: (operatorKey: string) =>
    operate<OperatorSession>(SESSION, { method: 'POST', body: { operatorKey } }),
  end: () => operate<OperatorSession>(SESSION, { method: 'DELETE' }),
};

type Asked = Readonly<Record<string, string | number | undefined>>;

/** A path with the parameters that are given. */
export function pathOf(path: string, asked: Asked = {}): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

const PAGE = 100;

/** All items of a list, page by page. */
export async function operateAll<T>(
  path: string,
  { signal, idOf, ...asked }: { signal: AbortSignal; idOf: (one: T) => string; month?: string },
): Promise<T[]> {
  const all: T[] = [];
  for (let isOver = false; !isOver;) {
    const startAfter = all.map(idOf).at(-1);
    const page = await operate<Page<T>>(pathOf(path, { ...asked, limit: PAGE, startAfter }), { signal });
    all.push(...page.data);
    isOver = !page.hasMore;
  }
  return all;
}

/** Loads pages of a list for `useLiveList`. */
export const listAt =
  <T>(path: string, asked: Asked = {}) =>
  (query: object, signal: AbortSignal): Promise<Page<T>> =>
    operate<Page<T>>(pathOf(path, { ...asked, ...query }), { signal });

export const accountPath = (id: string, rest = ''): string =>
  `/admin/accounts/${encodeURIComponent(id)}${rest}`;
