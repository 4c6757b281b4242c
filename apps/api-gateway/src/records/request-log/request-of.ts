import { ID_PATTERN } from '@estate/contracts';
import type { Actor } from '@estate/contracts';
import type { AnsweredRequest, HttpAnswer, HttpHead } from '@estate/http';
import type { LoggedRequest } from '../../domain/logged-request.ts';

const PATH_LENGTH_MAX = 300;
const RESOURCES_MAX = 10;

/** The entry of a request in the request log; undefined without an account. */
export function loggedRequestOf(
  { head, route, status, code, durationMs }: AnsweredRequest,
  { id, now }: { id: string; now: Date },
): LoggedRequest | undefined {
  const { accountId, actor, resourceIds = [] } = head.notes;
  if (accountId === undefined || !actor || isOwnPage(route, actor)) return undefined;
  const { method, address, requestId, url } = head;
  return {
    id,
    accountId,
    at: new Date(now.getTime() - durationMs),
    method,
    route,
    // A query may contain search terms, so it is left out.
    path: (url.split('?', 1)[0] ?? '').slice(0, PATH_LENGTH_MAX),
    status,
    ...(code !== undefined && { code }),
    durationMs,
    actor,
    address,
    requestId,
    resourceIds,
  };
}

/** True for the page of the log, which polls it every few seconds; each request would be a further row of it. */
const isOwnPage = (route: string, { kind }: Actor): boolean => route === '/request-log' && kind !== 'api_key';

const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value);

const idsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).filter(isId) : [];

/** Notes the ids among the fields of a path or a body. */
export function noteResources({ notes }: HttpHead, named: unknown): void {
  const ids = [...(notes.resourceIds ?? []), ...idsIn(named)];
  if (ids.length > 0) notes.resourceIds = [...new Set(ids)].slice(0, RESOURCES_MAX);
}

/** Notes the resource that a request created, from the last part of its `location`. */
export function noteCreated(head: HttpHead, { status, headers }: HttpAnswer): void {
  if (status === 201) noteResources(head, [headers?.['location']?.split('/').at(-1)]);
}
