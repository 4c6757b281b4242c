import type { AuditEntry, RequestLogEntry } from '@estate/client';
import { isId } from '../../api/is-id.ts';

/** The pages of resources, by type. */
const PAGES: Readonly<Record<string, string>> = {
  property: '/properties',
  job: '/jobs',
  contact: '/contacts',
  target: '/targets',
  listing: '/listings',
  request: '/requests',
  mail: '/mails',
  webhook: '/webhooks',
};

/** The page of a resource, if its type has pages. */
export function placeOfResource({ type, id }: AuditEntry['resource']): string | undefined {
  const page = PAGES[type];
  return page === undefined || id === undefined ? undefined : `${page}/${id}`;
}

/** The page of the resource of a call; undefined if the call deleted it or did not find it. */
export function placeOfCall(call: Extract<RequestLogEntry, { kind: 'call' }>): string | undefined {
  const { method, path, status, resourceIds } = call;
  const [, first = '', named] = path.split('/');
  const isGone = status === 404 || (method === 'DELETE' && status < 300);
  const id = status === 201 ? resourceIds.at(-1) : named;
  const page = `/${first}`;
  if (isGone || id === undefined || !isId(id) || !Object.values(PAGES).includes(page)) return undefined;
  return `${page}/${id}`;
}
