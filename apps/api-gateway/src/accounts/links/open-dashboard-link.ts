import { NotAllowed } from '@estate/errors';
import type { HttpRequest } from '@estate/http';
import { hashApiKey, newApiKey } from '@estate/vault';
import { accountLimitOf } from '../../edge/access/admission.ts';
import { actorOfLink } from '../../domain/dashboard-link.ts';
import type { StoredDashboardLink } from '../../domain/dashboard-link.ts';
import type { AuditedAct } from '../../domain/audit-entry.ts';
import type { AccountsDeps } from '../accounts-deps.ts';

type Deps = Pick<AccountsDeps, 'auditLog' | 'clock' | 'dashboardLinks' | 'guard'>;

interface Opened {
  link: StoredDashboardLink;
  /** The key of the session, which the page sends with its calls. */
  token: string;
}

const refused = (): NotAllowed =>
  new NotAllowed('The dashboard link is unknown, has expired, was revoked or was already opened.', {
    code: 'dashboard-link-invalid',
    reason: 'unauthenticated',
  });

/** Exchanges the secret of a link for the key of a session, once. @throws NotAllowed, and HttpRefusal 429 */
export async function openDashboardLink(
  { id, secret }: { id: string; secret: string },
  request: HttpRequest,
  { auditLog, clock, dashboardLinks, guard }: Deps,
): Promise<Opened> {
  const link = await dashboardLinks.findBySecret(id, hashApiKey(secret));
  if (!link || link.sessionHash !== undefined || link.openBefore <= clock()) {
    guard.failedSignIns.requireFew(request.address);
    guard.failedSignIns.note(request.address);
  }
  if (!link) throw refused();
  await guard.accountRateLimit.spend(accountLimitOf(link.accountId));
  return auditLog.record(openingOf(link, request), async () => {
    const { key: token, hash: sessionHash } = newApiKey('link');
    const isValid = await guard.links.isValid(link);
    const opened = isValid ? await dashboardLinks.open(link, { sessionHash, now: clock() }) : null;
    if (!opened) throw refused();
    return { link: opened, token };
  });
}

function openingOf(link: StoredDashboardLink, { address, requestId }: HttpRequest): AuditedAct {
  const { accountId } = link;
  const about = { accountId, actor: actorOfLink(link), address, requestId };
  return { action: 'session.started', ...about, resource: { type: 'session' } };
}
