import type { HttpHead, HttpAnswer, HttpRequest } from '@estate/http';
import { customerOfLink } from '../../edge/access/admission.ts';
import type { StoredDashboardLink } from '../../domain/dashboard-link.ts';
import type { AccountsDeps } from '../accounts-deps.ts';
import { openDashboardLink } from './open-dashboard-link.ts';

type Deps = Pick<AccountsDeps, 'accounts' | 'auditLog' | 'clock' | 'dashboardLinks' | 'guard'>;

/** The response to a page that opens a link: the session and its key. */
export async function beginLinkSession(
  given: { id: string; secret: string },
  request: HttpRequest,
  deps: Deps,
): Promise<HttpAnswer> {
  const { link, token } = await openDashboardLink(given, request, deps);
  return { status: 200, body: { ...(await shown(link, deps)), token } };
}

/** The response to a page in the session of a link; undefined for any other. */
export async function whoOpenedLink(request: HttpRequest, deps: Deps): Promise<HttpAnswer | undefined> {
  const key = keyIn(request);
  if (key === undefined || !deps.guard.links.isKey(key)) return undefined;
  const link = await deps.guard.links.find(key);
  return { status: 200, body: link ? await shown(link, deps) : { signedIn: false } };
}

const keyIn = ({ headers }: HttpHead): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

async function shown(link: StoredDashboardLink, { accounts }: Deps): Promise<object> {
  const { pages, name, returnUrl, expiresAt } = link;
  const { id, name: accountName } = await accounts.get(link.accountId);
  return {
    signedIn: true,
    account: { id, name: accountName },
    permissions: customerOfLink(link).permissions,
    link: {
      pages,
      until: expiresAt.toISOString(),
      ...(name !== undefined && { name }),
      ...(returnUrl !== undefined && { returnUrl }),
    },
  };
}
